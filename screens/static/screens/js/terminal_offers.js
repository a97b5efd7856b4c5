// Cards that another player offers: said plainly, taken with one press, and the one who gives nothing sees it at once.

import {deed, Refusal} from "./deeds.js";
import {el, refill} from "./dom.js";
import {t} from "./labels.js";
import {toast} from "./toast.js";

const $ = (id) => document.getElementById(id);

export class Offers {
  // onDone() is called after the house has answered: what is one's own must be read again.
  constructor(onDone) {
    this.onDone = onDone;
    this.key = "";
  }

  // offers: [{player, game_no, cards}]; away: nothing can be sent
  update(offers, away) {
    const list = away ? [] : offers || [];
    const key = JSON.stringify(list);
    if (key === this.key) {
      return;
    }
    this.key = key;
    $("offers").hidden = !list.length;
    refill($("offers"), list.map((offer) => this.node(offer)));
  }

  node(offer) {
    const take = el("button", "button button-good button-big", t("offers.take"));
    const no = el("button", "button button-big", t("offers.no"));
    const keys = [take, no];
    keys.forEach((button) => { button.type = "button"; });
    const order = {game_no: offer.game_no, player: offer.player};
    take.addEventListener("click", () => this.send("take_cards", order, keys, () => toast(t("offers.taken", {n: offer.cards}), "good")));
    no.addEventListener("click", () => this.send("drop_offer", order, keys, () => undefined));
    return el("section", "panel offered", [
      el("h2", "", t("offers.title", {player: offer.player})), el("p", "", t("offers.cards", {n: offer.cards, game: offer.game_no})),
      el("div", "offered-keys", keys),
    ]);
  }

  async send(name, order, keys, done) {
    keys.forEach((button) => { button.disabled = true; });
    try {
      await deed(name, order);
      done();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) {
        throw refusal;
      }
      toast(refusal.message, "bad");
      keys.forEach((button) => { button.disabled = false; });
    }
    this.onDone();
  }
}

// Cards named one by one: the first scanned, typed or pressed as a chip, then the last; a key sells them.
import { euros } from "../format.js";
import { t } from "../labels.js";
import { say, show } from "../staff/dom.js";
import { quantityTo, taken } from "./runs.js";
import { runText } from "./receipt.js";

const place = (id) => document.querySelector(`#${id}`);

export class Pick {
  constructor({ onSell, onChange }) {
    this.first = 0;
    this.last = 0;
    this.onChange = onChange;
    place("pick-sell").addEventListener("click", () => onSell(this.quantity, this.first));
    place("pick-drop").addEventListener("click", () => this.drop());
  }

  get on() {
    return this.first > 0;
  }

  /** A card more: the first, then the last, then a new first. Gives the words of what is wrong, or "". */
  take(card, runs) {
    if (!this.on || this.last) {
      if (!quantityTo(runs, card, card)) return t("seller.pick.not_mine", { card });
      [this.first, this.last] = [card, 0];
    } else {
      const [first, last] = card < this.first && quantityTo(runs, card, this.first) ? [card, this.first] : [this.first, card];
      if (!quantityTo(runs, first, last)) return t("seller.pick.not_mine", { card });
      [this.first, this.last] = [first, last];
    }
    this.onChange();
    // With the last card known, Enter sells: no hand has to leave the scanner for the screen.
    if (this.last) place("pick-sell").focus({ preventScroll: true });
    return "";
  }

  /** The same run pressed again is forgotten. */
  chip(first) {
    [this.first, this.last] = [this.first === first ? 0 : first, 0];
    this.onChange();
  }

  drop() {
    [this.first, this.last] = [0, 0];
    this.onChange();
  }

  draw(runs, price) {
    if (this.on && !quantityTo(runs, this.first, this.last || this.first)) [this.first, this.last] = [0, 0];
    show(place("pick"), this.on);
    if (!this.on) return;
    this.quantity = quantityTo(runs, this.first, this.last || this.first);
    const told = taken(runs, this.first, this.quantity).map(runText).join(" + ");
    say(place("pick-run"), this.last ? told : t("seller.pick.from", { first: this.first }));
    say(place("pick-help"), this.last ? `${t("cards", { n: this.quantity })} · ${euros(this.quantity * price)}` : t("seller.pick.help"));
    say(place("pick-sell"), t("seller.pick.sell", { n: this.quantity }));
  }
}

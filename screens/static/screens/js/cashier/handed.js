// Cards handed in by one player: each is paid back once, whatever the network does; a card shown twice stops the desk.
import { Refusal } from "../deeds.js";
import { t } from "../labels.js";
import { joined } from "../lots.js";
import { cardText } from "../staff/reading.js";
import { refuse } from "../staff/house.js";

const LOUD = ["already_refunded", "forged_reference"];
const NAMES = ["game_no", "session_no", "card", "last"];

/** `runs` and `cents`: taken from the player at the desk; `twice`: why nothing more is taken until somebody has read it. */
export class Handed {
  constructor(house, onChange) {
    this.house = house;
    this.onChange = onChange;
    this.game = "";
    this.unsure = null;
    this.busy = false;
    this.begin();
  }

  /** The next player. */
  begin() {
    this.runs = [];
    this.cents = 0;
    this.twice = "";
    if (this.game) this.onChange();
  }

  /** The game whose cards are taken; another one begins anew. */
  of(game) {
    if (game === this.game) return;
    this.game = game;
    this.begin();
  }

  understood() {
    this.twice = "";
    this.onChange();
  }

  /** Gives the event, or null where nothing was paid; why is written into `near`, and what is grave stops the desk. */
  async take(order, near) {
    if (this.busy || this.twice) return null;
    this.busy = true;
    refuse(near, "");
    try {
      const { event } = await this.send({ ...order, card: cardText(order.card) });
      this.runs = joined([...this.runs, { first: event.first, last: event.last }]);
      this.cents += event.cents;
      return event;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (LOUD.includes(refusal.code)) this.twice = refusal.message;
      else refuse(near, refusal.unknown ? t("cashier.refund.unsure") : refusal.message);
      return null;
    } finally {
      this.busy = false;
      this.onChange();
    }
  }

  /** An order nobody answered goes again with its own key: done already, it must not look like a card shown twice. */
  async send(order) {
    const same = this.unsure && NAMES.every((name) => this.unsure[name] === order[name]);
    const sent = same ? this.unsure : order;
    this.unsure = null;
    try {
      return await this.house.strict("refund_cards", sent);
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.unknown) this.unsure = refusal.sent;
      throw refusal;
    }
  }
}

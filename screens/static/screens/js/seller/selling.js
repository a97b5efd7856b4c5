// One sale at a time, with one key until the house has answered: never lost, never twice, never in silence.
import { deed, newKey, Refusal } from "../deeds.js";

const SLOW_MS = 1500;
const AGAIN_MS = 2000;
const KEPT = "seller.sale";

/**
 * `state` is idle, asking, slow (an answer is late, or a try had none) or doubt (several tries had none). Once a late
 * sale is known, `onSettled(late, answer, refusal)` hears it; until then nothing else can be sold.
 */
export class Selling {
  constructor({ onChange, onSettled }) {
    this.onChange = onChange;
    this.onSettled = onSettled;
    this.state = "idle";
    this.sale = null;
  }

  get busy() {
    return this.state !== "idle";
  }

  sell(who, body) {
    this.sale = { ...who, body: { key: newKey(), ...body } };
    sessionStorage.setItem(KEPT, JSON.stringify(this.sale));
    return this.ask(false);
  }

  /** After a page was loaded anew in the middle of a sale: the same person, in the same session, asks how it ended. */
  resume(who) {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) || "null");
    if (!kept || this.busy) return;
    if (kept.username !== who.username || kept.session_no !== who.session_no) {
      sessionStorage.removeItem(KEPT);
      return;
    }
    this.sale = kept;
    this.ask(true);
  }

  async ask(resumed) {
    let late = resumed;
    const to = (state) => {
      late = late || state !== "asking";
      this.turn(state);
    };
    to(resumed ? "slow" : "asking");
    const clock = setTimeout(() => this.state === "asking" && to("slow"), SLOW_MS);
    for (;;) {
      try {
        const answer = await deed("sell_cards", this.sale.body, () => this.state === "asking" && to("slow"));
        this.settle(clock, late, answer.event, null);
        return;
      } catch (error) {
        if (!(error instanceof Refusal) || !error.unknown) {
          this.settle(clock, late, null, error);
          if (!(error instanceof Refusal)) throw error;
          return;
        }
      }
      to("doubt");
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }

  settle(clock, late, event, refusal) {
    clearTimeout(clock);
    sessionStorage.removeItem(KEPT);
    const { sale } = this;
    this.sale = null;
    this.state = "idle";
    this.onSettled({ late, sale, event, refusal });
    this.onChange();
  }

  turn(state) {
    if (state === this.state) return;
    this.state = state;
    this.onChange();
  }
}

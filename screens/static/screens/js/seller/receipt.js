// The sale just made: its runs, what to collect, and the change; it waits for the money without hurry.
import { centsOf, euros } from "../format.js";
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { h, keyed, say, show } from "../staff/dom.js";

const NOTES = [500, 1000, 2000, 5000];
const place = (id) => document.querySelector(`#${id}`);

export const runText = (run) => (run.first === run.last ? String(run.first) : `${run.first} – ${run.last}`);

export class Receipt {
  constructor(onUndo) {
    this.sale = null;
    this.cash = 0;
    place("other-cash").addEventListener("click", () => this.otherCash());
    place("exact").addEventListener("click", () => this.give(this.sale ? this.sale.cents : 0));
    place("no-cash").addEventListener("click", () => this.give(0));
    place("undo").addEventListener("click", () => this.sale && onUndo(this.sale.runs, this.sale.cents));
    place("notes").prepend(...NOTES.map((cents) => h("button", { type: "button", class: "note", onclick: () => this.give(this.cash + cents) },
      t("seller.note", { euros: cents / 100 }))));
  }

  /** Shows a sale as the house answered it; null takes it away. */
  set(game_no, event) {
    this.sale = event && { game_no, quantity: event.quantity, cents: event.amount_cents, runs: event.runs };
    this.cash = 0;
    this.draw();
  }

  give(cents) {
    this.cash = cents;
    this.draw();
  }

  /** `undoable`: the runs that the house would take back now. */
  draw(undoable = this.undoable) {
    this.undoable = undoable;
    const { sale } = this;
    show(place("collect"), Boolean(sale));
    show(place("collect-none"), !sale);
    for (const key of place("cash").querySelectorAll("button")) key.disabled = !sale;
    this.drawChange();
    if (!sale) return;
    keyed(place("collect-run"), sale.runs, () => sale.runs.map((run) => h("span", { class: "run" }, runText(run))));
    place("collect").dataset.runs = sale.runs.length;
    say(place("collect-count"), t("cards", { n: sale.quantity }));
    say(place("collect-sum"), euros(sale.cents));
    const last = sale.runs[sale.runs.length - 1];
    show(place("undo"), Boolean(undoable?.some((one) => one.first === last.first && one.last === last.last)));
  }

  drawChange() {
    const { sale, cash } = this;
    const change = sale ? cash - sale.cents : 0;
    place("change").dataset.tone = !cash || !sale ? "" : change < 0 ? "short" : "good";
    say(place("change-word"), t(cash && change < 0 ? "seller.missing" : "seller.change"));
    say(place("change-sum"), cash && sale ? euros(Math.abs(change)) : "–");
    say(place("cash-given"), cash ? t("seller.given", { amount: euros(cash) }) : t("seller.given_none"));
  }

  async otherCash() {
    const values = await ask({
      title: t("seller.other_cash_title"), yes: t("seller.set_cash"),
      fields: [{ name: "amount", label: t("seller.amount"), inputmode: "decimal" }],
    });
    const cents = values && centsOf(values.amount);
    if (cents) this.give(cents);
  }
}

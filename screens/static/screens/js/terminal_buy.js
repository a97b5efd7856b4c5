// Buying: choose how many, see the total, confirm once. The price and what is left come from the board.

import {bindDeed} from "./deeds.js";
import {el, put, refill} from "./dom.js";
import {euros, number} from "./format.js";
import {lotOf} from "./game.js";
import {t} from "./labels.js";
import {toast} from "./toast.js";

const QUANTITIES = [1, 2, 3, 4, 6, 8, 12];
const MOST = 200;

const $ = (id) => document.getElementById(id);

export class Buying {
  // onDone() is called after a purchase, and after a doubtful one: the own cards must be read again.
  constructor(onDone) {
    this.onDone = onDone;
    this.quantity = 1;
    this.board = null;
    this.balance = 0;
    this.keys = QUANTITIES.map((quantity) => this.makeKey(quantity));
    refill($("buy-keys"), this.keys);
    $("less").setAttribute("aria-label", t("buy.less"));
    $("more").setAttribute("aria-label", t("buy.more"));
    $("less").addEventListener("click", () => this.choose(this.quantity - 1));
    $("more").addEventListener("click", () => this.choose(this.quantity + 1));
    $("quantity").addEventListener("input", () => this.read());
    $("quantity").addEventListener("blur", () => this.choose(this.quantity));
    $("buy").addEventListener("submit", (event) => this.ask(event));
    $("sure-no").addEventListener("click", () => $("sure").close());
    bindDeed($("sure-form"), {
      name: "buy_cards",
      body: () => ({game_no: this.board.game_no, quantity: this.quantity}),
      onDone: () => this.done(),
      onRefusal: (refusal) => this.refused(refusal),
    });
  }

  makeKey(quantity) {
    const key = el("button", "button buy-key figures", quantity);
    key.type = "button";
    key.addEventListener("click", () => this.choose(quantity));
    return key;
  }

  read() {
    const typed = parseInt($("quantity").value, 10);
    this.quantity = typed > 0 ? Math.min(typed, MOST) : 1;
    this.draw();
  }

  choose(quantity) {
    this.quantity = Math.min(Math.max(quantity, 1), MOST);
    $("quantity").value = String(this.quantity);
    this.draw();
  }

  update(board, balance) {
    this.board = board;
    this.balance = balance;
    this.draw();
    if (!this.isOpen() && $("sure").open) {
      $("sure").close();
      toast(t("ready.title"), "warn");
    }
  }

  isOpen() {
    return Boolean(this.board) && this.board.state === "selling";
  }

  lot() {
    return this.isOpen() ? lotOf(this.board, "virtual") : null;
  }

  // Why it cannot be bought now, or "".
  obstacle() {
    const lot = this.lot();
    if (!lot) {
      return t("buy.none");
    }
    const left = lot.last_card - lot.next_card + 1;
    if (left <= 0) {
      return t("buy.sold_out");
    }
    if (this.balance !== null && this.quantity * lot.face_value_cents > this.balance) {
      return t("buy.short");
    }
    return this.quantity > left ? t("buy.left", {n: number(left)}) : "";
  }

  draw() {
    $("buy").hidden = !this.isOpen();
    if (!this.isOpen()) {
      return;
    }
    const lot = this.lot();
    const price = lot ? lot.face_value_cents : 0;
    const left = lot ? Math.max(0, lot.last_card - lot.next_card + 1) : 0;
    put($("buy-price"), lot ? t("buy.each", {price: euros(price)}) + " · " + t("buy.left", {n: number(left)}) : "");
    this.keys.forEach((key) => {
      const chosen = Number(key.textContent) === this.quantity;
      key.classList.toggle("buy-chosen", chosen);
      key.setAttribute("aria-pressed", String(chosen));
    });
    const why = this.obstacle();
    put($("buy-why"), why);
    $("buy-why").hidden = !why;
    $("buy-go").disabled = Boolean(why);
    put($("buy-go"), t("buy.key", {n: this.quantity, total: euros(this.quantity * price)}));
  }

  ask(event) {
    event.preventDefault();
    const lot = this.lot();
    if (!lot || this.obstacle()) {
      return;
    }
    const total = this.quantity * lot.face_value_cents;
    put($("sure-title"), t("buy.ask", {n: this.quantity}));
    refill($("sums"), [
      el("dt", "", t("buy.total")), el("dd", "figures", euros(total)),
      el("dt", "", t("buy.after")), el("dd", "figures", euros((this.balance || 0) - total)),
    ]);
    const refusal = $("sure").querySelector("[data-refusal]");
    refusal.hidden = true;
    $("sure").showModal();
  }

  done() {
    $("sure").close();
    toast(t("buy.done", {n: this.quantity}), "good");
    this.choose(1);
    this.onDone();
  }

  // Said in the dialog, where the person is; a toast would hide behind it.
  refused(refusal) {
    const place = $("sure").querySelector("[data-refusal]");
    put(place, refusal.message);
    place.hidden = false;
    this.onDone();
    return true;
  }
}

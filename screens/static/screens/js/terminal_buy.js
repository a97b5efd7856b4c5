// Buying: choose how many, see the total, confirm once. The price and what is left come from the board.

import {bindDeed} from "./deeds.js";
import {el, put, refill} from "./dom.js";
import {euros, number} from "./format.js";
import {lotOf} from "./game.js";
import {t} from "./labels.js";
import {leftIn, soldIn} from "./lots.js";
import {priceOf} from "./stops.js";
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
    this.own = 0;
    this.usual = 0;
    this.away = false;
    this.paused = "";
    this.repeated = 0;
    this.unsure = null;
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
      body: () => this.order(this.quantity),
      onDone: () => this.done(this.quantity),
      onRefusal: (refusal) => this.refused(refusal),
    });
    bindDeed($("repeat"), {
      name: "buy_cards",
      body: () => this.order(this.usual),
      onDone: () => this.done(this.usual),
      onRefusal: (refusal) => {
        this.unsure = refusal.unknown ? refusal.sent : null;
        this.onDone();
        return false;
      },
      onSettled: () => this.draw(),
    });
  }

  // An order nobody answered goes again with its own key: it may be done already, and must not be done twice.
  order(quantity) {
    const last = this.unsure;
    const same = last && last.game_no === this.board.game_no && last.quantity === quantity;
    return same ? last : {game_no: this.board.game_no, quantity: quantity};
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

  // now: {balance, own (cards in this game), usual (cards bought in the last game), away (no connection), stopped
  // (words for a sale that stands still, "" when it does not)}
  update(board, now) {
    this.board = board;
    this.balance = now.balance;
    this.usual = now.usual;
    this.away = now.away;
    this.paused = now.paused;
    if (now.own > this.own) {
      this.unsure = null;
    }
    this.own = now.own;
    this.draw();
    if (!this.isOpen() && $("sure").open) {
      $("sure").close();
      toast(now.stopped || t("ready.title"), "warn");
    }
  }

  isOpen() {
    return Boolean(this.board) && this.board.state === "selling";
  }

  lot() {
    return this.isOpen() ? lotOf(this.board, "virtual") : null;
  }

  // Why so many cannot be bought now, or "".
  obstacle(quantity) {
    const lot = this.lot();
    if (!lot) {
      return t("buy.none");
    }
    if (this.paused) {
      return t("buy.paused");
    }
    const left = this.left(lot);
    if (left <= 0) {
      return t("buy.sold_out");
    }
    const most = (this.board.terms && this.board.terms.most_virtual_a_player) || 0;
    if (most && this.own + quantity > most) {
      return t("buy.limit", {most: number(most)});
    }
    if (this.balance !== null && quantity * priceOf(lot) > this.balance) {
      return t("buy.short");
    }
    return quantity > left ? t("buy.left", {n: number(left)}) : "";
  }

  // What is left of the series, or of what the hall lets be sold of it.
  left(lot) {
    const most = (this.board.terms && this.board.terms.most_virtual_a_game) || 0;
    return most ? Math.max(0, Math.min(leftIn(lot), most - soldIn(lot))) : leftIn(lot);
  }

  draw() {
    $("buy").hidden = !this.isOpen();
    if (!this.isOpen()) {
      return;
    }
    const lot = this.lot();
    const price = priceOf(lot);
    const left = lot ? this.left(lot) : 0;
    $("buy-pair").hidden = !this.board.pair;
    put($("buy-price"), lot ? t("buy.each", {price: euros(price)}) + " · " + t("buy.left", {n: number(left)}) : "");
    this.keys.forEach((key) => {
      const chosen = Number(key.textContent) === this.quantity;
      key.classList.toggle("buy-chosen", chosen);
      key.setAttribute("aria-pressed", String(chosen));
    });
    const why = this.obstacle(this.quantity);
    put($("buy-why"), why);
    $("buy-why").hidden = !why;
    $("buy-go").disabled = Boolean(why) || this.away;
    put($("buy-go"), t("buy.key", {n: this.quantity, total: euros(this.quantity * price)}));
    this.drawRepeat(price);
  }

  // One press buys what was bought the last time; once in a game, so that a second press of the finger buys nothing.
  drawRepeat(price) {
    const key = $("repeat");
    key.hidden = !this.usual || this.own > 0 || this.repeated === this.board.game_no;
    if (key.getAttribute("aria-busy") !== "true") {
      key.disabled = this.away || Boolean(this.obstacle(this.usual));
    }
    put(key, t("repeat.key", {n: this.usual, total: euros(this.usual * price)}));
  }

  ask(event) {
    event.preventDefault();
    const lot = this.lot();
    if (!lot || this.away || this.obstacle(this.quantity)) {
      return;
    }
    const total = this.quantity * priceOf(lot);
    put($("sure-title"), t("buy.ask", {n: this.quantity}));
    refill($("sums"), [
      el("dt", "", t("buy.total")), el("dd", "figures", euros(total)),
      el("dt", "", t("buy.after")), el("dd", "figures", euros((this.balance || 0) - total)),
    ]);
    const refusal = $("sure").querySelector("[data-refusal]");
    refusal.hidden = true;
    $("sure").showModal();
  }

  done(quantity) {
    $("sure").close();
    this.unsure = null;
    this.repeated = this.board ? this.board.game_no : 0;
    toast(t("buy.done", {n: quantity}), "good");
    this.choose(1);
    this.onDone();
  }

  // Said in the dialog, where the person is; a toast would hide behind it.
  refused(refusal) {
    this.unsure = refusal.unknown ? refusal.sent : null;
    const place = $("sure").querySelector("[data-refusal]");
    put(place, refusal.message);
    place.hidden = false;
    this.onDone();
    return true;
  }
}

// The standing purchase: cards bought by themselves when each sale opens. Said plainly while on, one press takes it off.

import {bindDeed} from "./deeds.js";
import {put} from "./dom.js";
import {euros} from "./format.js";
import {t} from "./labels.js";
import {toast} from "./toast.js";

const MOST = 200;

const $ = (id) => document.getElementById(id);

export class Standing {
  // onDone() is called after the house has taken the wish: what is one's own must be read again.
  constructor(onDone) {
    this.quantity = 0;
    this.wanted = 0;
    this.price = 0;
    this.known = false;
    this.pressed = false;
    $("standing-less").setAttribute("aria-label", t("buy.less"));
    $("standing-more").setAttribute("aria-label", t("buy.more"));
    $("standing-less").addEventListener("click", () => this.choose(this.wanted - 1));
    $("standing-more").addEventListener("click", () => this.choose(this.wanted + 1));
    bindDeed($("standing-switch"), {
      name: "set_standing",
      body: () => {
        this.pressed = true;
        return {quantity: this.on ? 0 : this.wanted};
      },
      onDone: (answer) => {
        this.quantity = answer.quantity;
        this.draw();
        onDone();
      },
      onSettled: () => this.draw(),
    });
  }

  get on() {
    return this.quantity > 0;
  }

  choose(quantity) {
    this.wanted = Math.min(Math.max(quantity, 1), MOST);
    this.draw();
  }

  // wish: {allowed, quantity} as the house keeps it; usual: how many this player bought last; price in cents or 0.
  update(wish, usual, price) {
    const allowed = Boolean(wish && wish.allowed);
    $("standing").hidden = !allowed;
    if (!allowed) {
      return;
    }
    // The house ends it by itself when the purchase could not be made; that must not pass unseen.
    if (this.known && this.on && !wish.quantity && !this.pressed) {
      toast(t("standing.stopped"), "warn");
    }
    this.known = true;
    this.pressed = false;
    this.quantity = wish.quantity;
    this.wanted = this.wanted || usual || 1;
    this.price = price;
    this.draw();
  }

  draw() {
    const many = this.on ? this.quantity : this.wanted;
    const cost = this.price ? " · " + euros(many * this.price) : "";
    $("standing").classList.toggle("standing-on", this.on);
    $("standing-switch").setAttribute("aria-checked", String(this.on));
    put($("standing-state"), t(this.on ? "standing.on" : "standing.off"));
    $("standing-choice").hidden = this.on;
    put($("standing-quantity"), this.wanted);
    put($("standing-now"), t(this.on ? "standing.now" : "standing.offer", {n: many}) + cost);
  }
}

// How long others may still call after the last good card; the house refuses too, this only shows it.
import { h } from "../staff/dom.js";

const TICK_MS = 200;

export class Countdown {
  constructor(onTick) {
    this.onTick = onTick;
    this.since = "";
    this.until = 0;
    this.whole = 1;
    this.timer = null;
    this.bar = h("span", { class: "countdown-bar" });
    this.el = h("div", { class: "countdown", "aria-hidden": "true", hidden: true }, this.bar);
  }

  /** Follows `upheldAt` (ISO, "" for none). Seen live it starts now; found on the board it uses the clock, bounded. */
  watch(upheldAt, seconds, live) {
    if (upheldAt === this.since) return;
    this.since = upheldAt;
    const whole = seconds * 1000;
    const gone = live ? 0 : Math.min(Math.max(Date.now() - Date.parse(upheldAt), 0), whole);
    this.until = upheldAt ? performance.now() + whole - gone : 0;
    this.whole = Math.max(whole, 1);
    clearInterval(this.timer);
    if (upheldAt) this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  left() {
    return Math.max(0, Math.ceil((this.until - performance.now()) / 1000));
  }

  tick() {
    const part = Math.max(0, (this.until - performance.now()) / this.whole);
    this.bar.style.setProperty("--part", part.toFixed(3));
    if (!part) this.stop();
    this.onTick();
  }

  stop() {
    clearInterval(this.timer);
  }
}

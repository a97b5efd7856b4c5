// Personal data goes from the screen by itself: after so many seconds in which nobody touches it.

const TICK_MS = 250;

/** Calls `wipe` when the time is over; `show()` begins it anew, `hide()` ends it. `bar` shows what is left of it. */
export class Shown {
  constructor(seconds, wipe) {
    this.whole = seconds * 1000;
    this.wipe = wipe;
    this.until = 0;
    this.bar = null;
    setInterval(() => this.tick(), TICK_MS);
    for (const kind of ["keydown", "pointerdown", "input"]) addEventListener(kind, () => this.touched(), true);
    // A page that comes back from another one, or from the machine's sleep, shows nobody.
    addEventListener("pagehide", () => this.end());
    document.addEventListener("visibilitychange", () => this.tick());
  }

  show(bar = null) {
    this.bar = bar;
    this.until = Date.now() + this.whole;
    this.tick();
  }

  hide() {
    this.until = 0;
    this.bar = null;
  }

  touched() {
    if (this.until) this.until = Date.now() + this.whole;
  }

  end() {
    if (!this.until) return;
    this.hide();
    this.wipe();
  }

  tick() {
    if (!this.until) return;
    const left = this.until - Date.now();
    if (left <= 0) this.end();
    else if (this.bar) this.bar.style.setProperty("--part", String(left / this.whole));
  }
}

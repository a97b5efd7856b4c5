// The camera's picture comes late by its encoder; the graphics wait as long, and never overtake each other.

export class LateLine {
  // show(frame, how) is called `ms` after take(frame, how); the first frame at once, as there is nothing it could spoil.
  constructor(ms, show) {
    this.ms = ms;
    this.show = show;
    this.begun = false;
  }

  take(frame, how) {
    if (this.ms > 0 && this.begun) {
      setTimeout(() => this.show(frame, how), this.ms);
    } else {
      this.begun = true;
      this.show(frame, how);
    }
  }
}

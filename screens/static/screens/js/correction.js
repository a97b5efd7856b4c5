// Which public correction is news on a screen: until some balls have been called after it, and always long enough to read.

const STAYS_BALLS = 2;
const STAYS_MS = 30000;

export class Corrections {
  // onOver() is called when a correction has been shown long enough.
  constructor(onOver) {
    this.onOver = onOver;
    this.game = "";
    this.known = 0;
    this.until = 0;
    this.timer = null;
  }

  // Call it with every board: a correction that was not there before is news, whatever ball it is about.
  watch(board) {
    const game = board ? board.session_no + ":" + board.game_no : "";
    const known = board ? (board.corrections || []).length : 0;
    const grown = game === this.game && known > this.known;
    if (game !== this.game) {
      this.until = 0;
    }
    this.game = game;
    this.known = known;
    if (grown) {
      clearTimeout(this.timer);
      this.until = Date.now() + STAYS_MS;
      this.timer = setTimeout(() => this.onOver(), STAYS_MS + 50);
    }
  }

  now(board) {
    const all = (board && board.corrections) || [];
    const last = all[all.length - 1];
    return last && (Date.now() < this.until || board.called - last.ordinal <= STAYS_BALLS) ? last : null;
  }
}

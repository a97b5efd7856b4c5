// What is spoken next: one thing at a time, and never behind the game.
//
// The newest ball wins: one that has not begun when the next is called is not said any more. What is being said is not
// broken off for a ball unless it is a formula with much left; a stop breaks off everything.

export const BALL = "ball";
export const FORMULA = "formula";
export const STOP = "stop";

// A ball waits so long for a formula to end its sentence.
const PATIENCE_MS = 1500;

function isBall(one) {
  return Boolean(one) && one.kind === BALL;
}

export class VoiceQueue {
  // play(part) -> {done: Promise, stop(), left()}: milliseconds left, Infinity when nobody knows.
  constructor(play) {
    this.play = play;
    this.waiting = [];
    this.now = null;
    this.sound = null;
    this.broken = "";
    this.running = false;
  }

  // parts: [{name, lang, text, src, joined}], said in turn; `joined` belongs to the one before it and is never left out.
  say(kind, parts) {
    if (!parts.length || this.isSaying(kind, parts)) {
      return;
    }
    const one = {kind: kind, name: parts[0].name, rest: parts.slice()};
    if (kind === STOP) {
      this.breakOff();
    } else if (kind === BALL) {
      this.waiting = [];
      this.broken = "";
      this.dropRest();
    } else {
      this.waiting = this.waiting.filter((other) => other.kind !== FORMULA);
    }
    if (this.givesWay(kind)) {
      this.cut();
    }
    this.waiting.push(one);
    this.run();
  }

  // After the ball it comes with: a claim that the house itself made of it. The ball must have been heard.
  sayAfterBall(kind, parts) {
    if (!isBall(this.now) && !this.waiting.some(isBall)) {
      this.say(kind, parts);
    } else if (parts.length && !this.isSaying(kind, parts)) {
      this.waiting = this.waiting.filter(isBall).concat({kind: kind, name: parts[0].name, rest: parts.slice()});
    }
  }

  // Somebody has called: quiet. A ball that nobody heard to its end is kept, to be said again when the game goes on.
  breakOff() {
    const unheard = [this.now].concat(this.waiting).filter((one) => isBall(one) && !one.heard);
    this.waiting = [];
    this.cut();
    if (unheard.length) {
      this.broken = unheard[unheard.length - 1].name;
    }
  }

  // The ball to say again, "" for none; it is asked for once.
  takeBroken() {
    const name = this.broken;
    this.broken = "";
    return name;
  }

  // Nothing more is said: what waits is old, what sounds is broken off.
  hush() {
    this.breakOff();
    this.broken = "";
  }

  // Several cards called at once are one "bingo", not a stutter.
  isSaying(kind, parts) {
    const same = (one) => one && one.kind === STOP && one.name === parts[0].name;
    return kind === STOP && (same(this.now) || this.waiting.some(same));
  }

  givesWay(kind) {
    if (!this.now || this.now.kind !== FORMULA) {
      return false;
    }
    return kind === FORMULA || this.sound.left() > PATIENCE_MS;
  }

  dropRest() {
    if (this.now) {
      const end = this.now.rest.findIndex((part) => !part.joined);
      this.now.rest.length = end < 0 ? this.now.rest.length : end;
    }
  }

  cut() {
    if (this.now) {
      this.now.rest = [];
      this.now.broken = true;
      this.sound.stop();
    }
  }

  async run() {
    if (this.running) {
      return;
    }
    this.running = true;
    while (this.waiting.length) {
      this.now = this.waiting.shift();
      while (this.now.rest.length) {
        this.sound = this.play(this.now.rest.shift());
        await this.sound.done;
        // Heard in one language, it is heard.
        this.now.heard = this.now.heard || !this.now.broken;
      }
    }
    this.now = null;
    this.running = false;
  }
}

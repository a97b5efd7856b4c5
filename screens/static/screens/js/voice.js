// The hall's voice: what it says as things happen. It hears only events that follow the one before, by the screen's law.

import {LAST_BALL} from "./game.js";
import {BALL, FORMULA, STOP, VoiceQueue} from "./voice/queue.js";
import {Sound} from "./voice/sound.js";

// The server knows the words (screens/voice/said.py); here stands only when to ask for them.
const ASKED_AT = [
  "SaleOpened", "SeriesAdded", "SaleClosed", "SaleFiguresCorrected", "DrawStarted", "ClaimUpheld", "ClaimRejected",
  "PlayResumed", "BingoClosed", "GameClosedUnclaimed", "GameClosed", "LastGameAnnounced",
];
const STOPPED_AT = ["GameSuspended", "GameVoided"];
const RESUMED_AT = ["DrawResumed", "SuspensionLifted", "ManualDrawOrdered"];

export class Voice {
  // options: {token, languages: ["es","ca"], formulas: true when more than balls is said, volume 0..1, onBlocked(yes)}
  constructor(options) {
    this.options = options;
    this.sound = new Sound(options.volume, options.onBlocked);
    this.queue = new VoiceQueue((part) => this.sound.play(part));
    this.list = {};
    this.serial = 0;
    this.learn();
  }

  address(path, query) {
    const asked = new URLSearchParams(Object.assign({lang: this.options.languages.join(",")}, query));
    if (this.options.token) {
      asked.set("k", this.options.token);
    }
    return path + (path.indexOf("?") < 0 ? "?" : "&") + asked.toString();
  }

  async ask(path, query) {
    try {
      const answer = await fetch(this.address(path, query), {credentials: "same-origin"});
      return answer.ok ? await answer.json() : null;
    } catch (error) {
      return null;
    }
  }

  // Which clips there are; asked again at each sale, so that new recordings are heard without a reload.
  async learn() {
    const list = await this.ask("/sala/voz/");
    if (!list) {
      return;
    }
    this.list = list;
    const sources = [];
    this.options.languages.forEach((lang) => Object.keys(list[lang] || {}).forEach((name) => {
      sources.push(this.part(name, lang).src);
    }));
    this.sound.keep(sources.filter(Boolean));
  }

  part(name, lang) {
    const known = (this.list[lang] || {})[name] || {name: name, lang: lang, text: /^\d+$/.test(name) ? name : "", src: ""};
    return this.withToken(known);
  }

  withToken(part) {
    return Object.assign({}, part, {src: part.src ? this.address(part.src) : ""});
  }

  // The same names in each language in turn; names after the first belong to it.
  parts(names) {
    const all = [];
    this.options.languages.forEach((lang) => names.forEach((name, index) => {
      all.push(Object.assign(this.part(name, lang), {joined: index > 0}));
    }));
    return all;
  }

  // An event that is the very next one.
  hear(event, board) {
    const kind = event.kind;
    if (kind === "BallCalled") {
      this.ball(event, board);
    } else if (kind === "CallCorrected" || kind === "BallCorrected") {
      // The ball that was broken off may be the one that was wrong.
      this.queue.takeBroken();
      this.signal(["correction", String(event.number)]);
    } else if (kind === "DrawPaused") {
      this.signal([event.reason === "claim" ? "claim" : "pause"]);
    } else if (kind === "ClaimRaised") {
      this.signal([event.prize], event.automatic);
    } else if (RESUMED_AT.indexOf(kind) >= 0) {
      this.resumed();
    } else if (STOPPED_AT.indexOf(kind) >= 0) {
      this.queue.hush();
      this.formula(kind);
    } else if (ASKED_AT.indexOf(kind) >= 0) {
      this.formula(kind);
    }
    if (kind === "SaleOpened") {
      this.learn();
    }
  }

  ball(event, board) {
    this.serial += 1;
    this.queue.say(BALL, this.parts([String(event.number)]));
    if (board && board.called === LAST_BALL) {
      this.formula("BallCalled");
    }
  }

  signal(names, afterBall) {
    this.serial += 1;
    if (!this.options.formulas && names.length === 1) {
      // Somebody says it; the voice only gives way. The ball a claim of the house comes with is said to its end.
      afterBall || this.queue.breakOff();
    } else if (afterBall) {
      this.queue.sayAfterBall(STOP, this.parts(names));
    } else {
      this.queue.say(STOP, this.parts(names));
    }
  }

  // The draw goes on, first with the ball that was broken off when it stopped.
  resumed() {
    this.serial += 1;
    const ball = this.queue.takeBroken();
    this.queue.say(STOP, this.parts((this.options.formulas ? ["resume"] : []).concat(ball ? [ball] : [])));
  }

  // The answer takes a moment: when something else has happened by then, it is about what was.
  async formula(kind) {
    this.serial += 1;
    const mine = this.serial;
    const ball = kind === "PlayResumed" ? this.queue.takeBroken() : "";
    const again = ball ? this.parts([ball]) : [];
    const answer = this.options.formulas ? await this.ask("/sala/voz/dicho/", {event: kind}) : null;
    if (mine === this.serial) {
      this.queue.say(FORMULA, (answer ? answer.said : []).map((part) => this.withToken(part)).concat(again));
    }
  }

  // Events are missing: whatever waits is old.
  forget() {
    this.serial += 1;
    this.queue.hush();
  }
}

// The page's voice as its address asks for it, or null: voice=1, voice=balls; vol=0..100.
export function voiceOfPage(body) {
  if (!body.dataset.voice) {
    return null;
  }
  return new Voice({
    token: body.dataset.token,
    languages: body.dataset.voiceLangs.split(","),
    formulas: body.dataset.voice === "all",
    volume: Number(body.dataset.volume) / 100,
    onBlocked: (yes) => { body.dataset.muted = yes ? "1" : "0"; },
  });
}

// How one thing is said: its clip, or else the browser's own voice, or else nothing. Each ends by itself, whatever happens.

// How long a clip is waited for before the browser's voice is taken: a ball hardly, a sentence is spoken first.
const BALL_LOAD_MS = 800;
const LOAD_MS = 4000;
const FADE_MS = 20;
const GRACE_MS = 1500;
const SETTLE_MS = 1200;
const SPEECH_MS = 2000;
const SPEECH_MS_A_SIGN = 110;
const VOICES = {es: "es-ES", ca: "ca-ES"};

// One thing being said: `done` is kept when it has ended, whether by itself or stopped.
class Playing {
  constructor() {
    this.over = false;
    this.halt = null;
    this.ends = Infinity;
    this.done = new Promise((resolve) => { this.resolve = resolve; });
  }

  left() {
    return this.ends - Date.now();
  }

  // Ends in any case after so long: a device that went away never says that it has ended.
  within(ms) {
    this.timer = setTimeout(() => this.stop(), ms);
  }

  finish() {
    this.over = true;
    clearTimeout(this.timer);
    this.resolve();
  }

  // It has ended when it has faded out, so that the next thing said does not begin over it.
  stop() {
    const fade = this.halt ? this.halt() : 0;
    this.halt = null;
    if (fade) {
      setTimeout(() => this.finish(), fade);
    } else {
      this.finish();
    }
  }
}

function within(ms, decoded) {
  return new Promise((resolve) => { setTimeout(() => resolve(null), ms); decoded.then(resolve); });
}

export class Sound {
  // volume 0..1; onBlocked(true) when the browser lets nothing sound before somebody touches the page.
  constructor(volume, onBlocked) {
    const Context = window.AudioContext || window.webkitAudioContext;
    this.volume = volume;
    this.onBlocked = onBlocked;
    this.kept = new Map();
    this.context = Context ? new Context() : null;
    if (this.context) {
      this.gain = this.context.createGain();
      this.gain.gain.value = volume;
      this.gain.connect(this.context.destination);
      this.context.onstatechange = () => this.tellBlocked();
      setTimeout(() => this.tellBlocked(), SETTLE_MS);
      ["pointerup", "click", "keydown"].forEach((touch) => addEventListener(touch, () => this.unblock()));
    }
  }

  get blocked() {
    return Boolean(this.context) && this.context.state !== "running";
  }

  tellBlocked() {
    this.onBlocked(this.blocked);
  }

  unblock() {
    if (this.blocked) {
      this.context.resume().then(() => this.tellBlocked(), () => null);
    }
  }

  // Has clips at hand before they are wanted, one after the other.
  async keep(sources) {
    const wanted = new Set(sources);
    Array.from(this.kept.keys()).filter((src) => !wanted.has(src)).forEach((src) => this.kept.delete(src));
    for (const src of wanted) {
      if (!this.kept.has(src)) {
        const bytes = await this.load(src);
        if (bytes) {
          this.kept.set(src, bytes);
        }
      }
    }
  }

  load(src) {
    return fetch(src, {credentials: "same-origin"})
      .then((answer) => (answer.ok ? answer.arrayBuffer() : null))
      .catch(() => null);
  }

  play(part) {
    const one = new Playing();
    if (this.blocked) {
      one.finish();
    } else {
      this.begin(part, one).catch(() => one.finish());
    }
    return one;
  }

  async begin(part, one) {
    const wait = /^\d+$/.test(part.name) ? BALL_LOAD_MS : LOAD_MS;
    const buffer = part.src && this.context ? await within(wait, this.decoded(part.src)) : null;
    if (one.over) {
      return;
    }
    if (buffer) {
      this.sound(buffer, one);
    } else {
      this.speak(part, one);
    }
  }

  async decoded(src) {
    const bytes = this.kept.get(src) || await this.load(src);
    if (!bytes) {
      return null;
    }
    // What is decoded is taken away from its owner: a copy goes in. Old browsers answer by calls, not promises.
    return new Promise((resolve) => {
      this.context.decodeAudioData(bytes.slice(0), resolve, () => resolve(null));
    });
  }

  sound(buffer, one) {
    const source = this.context.createBufferSource();
    const fader = this.context.createGain();
    source.buffer = buffer;
    source.connect(fader);
    fader.connect(this.gain);
    source.onended = () => one.finish();
    one.halt = () => {
      const now = this.context.currentTime;
      const end = now + FADE_MS / 1000;
      fader.gain.setValueAtTime(1, now);
      fader.gain.linearRampToValueAtTime(0, end);
      source.stop(end);
      return FADE_MS;
    };
    one.ends = Date.now() + buffer.duration * 1000;
    one.within(buffer.duration * 1000 + GRACE_MS);
    source.start();
  }

  speak(part, one) {
    if (!("speechSynthesis" in window) || !part.text) {
      one.finish();
      return;
    }
    const words = new SpeechSynthesisUtterance(part.text);
    words.lang = VOICES[part.lang] || VOICES.es;
    words.rate = 0.95;
    words.volume = this.volume;
    words.onend = words.onerror = () => one.finish();
    // Kept with it: a browser forgets an utterance that nobody holds, and then never says that it has ended.
    one.words = words;
    one.halt = () => { speechSynthesis.cancel(); };
    one.within(SPEECH_MS + part.text.length * SPEECH_MS_A_SIGN);
    speechSynthesis.speak(words);
  }
}

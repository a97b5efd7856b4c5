// The one way a screen hears the house: a socket, its heartbeat, and the law of positions.
//
// A board frame carries the journal's epoch and position and the whole board as of that event. A screen draws a
// frame only when it is newer than what it shows, and sounds its event only when it is the very next one. So a
// frame that comes late, twice or after a gap can never show an old board or speak a number twice.

// The house says something every two seconds. Without a word for so long people are told, within five seconds in all;
// the socket is given up later, for a busy house is not a dead one.
const QUIET_MS = 3500;
const DEAD_MS = 8000;
const WATCH_MS = 500;
const TOUCHES = ["pointerdown", "keydown", "wheel", "touchstart"];
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;
const WAIT_AFTER_GOODBYE_MS = 15000;

function address(audience, token) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const query = new URLSearchParams({audience: audience});
  if (token) {
    query.set("k", token);
  }
  return scheme + "//" + location.host + "/ws/hall/?" + query.toString();
}

export class Feed {
  // options: {audience: "public"|"staff", token}
  // handlers: onFrame(frame, {fresh, sound}), onStatus(status), onLink("live"|"reconnecting"), onBye(code)
  // A scanner's reading is told to the whole page, as the event "hall-scan" with detail {device, text}; so is all
  // there is to know of the devices, as "hall-health" with their list; that an enrolled terminal has come or gone, as
  // "hall-terminals"; that the house is about to end this log-in, as "hall-leaving" with detail {seconds}, and that
  // somebody has touched the screen after that, as "hall-stays".
  //   fresh = nothing was shown before this frame, or events are missing in between: draw without animation.
  constructor(options, handlers) {
    this.options = options;
    this.handlers = handlers;
    this.epoch = null;
    this.position = -1;
    this.version = null;
    this.link = "";
    this.attempts = 0;
    this.heard = Date.now();
    this.ahead = 0;
    this.socket = null;
    this.timer = null;
    this.touched = Date.now();
    this.leaving = false;
    TOUCHES.forEach((kind) => addEventListener(kind, () => this.touch(), {capture: true, passive: true}));
    setInterval(() => this.watch(), WATCH_MS);
    addEventListener("online", () => this.retryNow());
    // The machine itself says that its cable is out: that is known at once, without waiting for the silence.
    addEventListener("offline", () => this.setLink("reconnecting"));
    document.addEventListener("visibilitychange", () => this.onVisible());
    this.setLink("reconnecting");
    this.connect();
  }

  // How long ago the house was last heard, in milliseconds.
  get silence() {
    return Date.now() - this.heard;
  }

  // The house's time in milliseconds: a screen's own clock may be wrong.
  get now() {
    return Date.now() + this.ahead;
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = null;
    const socket = new WebSocket(address(this.options.audience, this.options.token));
    this.socket = socket;
    this.opened = Date.now();
    socket.onmessage = (message) => {
      if (socket === this.socket) {
        this.receive(message.data);
      }
    };
    socket.onclose = () => {
      if (socket === this.socket) {
        this.lost();
      }
    };
  }

  lost() {
    this.socket = null;
    this.setLink("reconnecting");
    if (this.timer === null) {
      this.timer = setTimeout(() => this.connect(), this.nextWait());
    }
  }

  nextWait() {
    if (this.goodbye) {
      this.goodbye = false;
      return WAIT_AFTER_GOODBYE_MS;
    }
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * Math.pow(2, this.attempts));
    this.attempts += 1;
    return wait * (0.7 + Math.random() * 0.6);
  }

  retryNow() {
    if (this.socket) {
      this.send("resync");
    } else {
      this.connect();
    }
  }

  onVisible() {
    if (document.visibilityState === "visible") {
      this.retryNow();
    }
  }

  // A socket may die without closing: silence is what tells.
  watch() {
    const since = Math.max(this.heard, this.opened || 0);
    if (this.silence > QUIET_MS) {
      this.setLink("reconnecting");
    }
    if (this.socket && Date.now() - since > DEAD_MS) {
      const dead = this.socket;
      this.lost();
      dead.close();
    }
  }

  send(type, facts) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(Object.assign({type: type}, facts)));
    }
  }

  // What the house wants to know of an enrolled device: its clock, its pages, and for how long nobody touched it.
  pong() {
    this.send("pong", {clock: Date.now(), version: this.version || "", idle: Math.round((Date.now() - this.touched) / 1000)});
  }

  touch() {
    this.touched = Date.now();
    if (this.leaving) {
      this.leaving = false;
      this.pong();
      document.dispatchEvent(new CustomEvent("hall-stays"));
    }
  }

  receive(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch (error) {
      return;
    }
    if (this.isOtherVersion(message.version)) {
      location.reload();
      return;
    }
    if (message.type === "bye") {
      this.bye(message.code);
      return;
    }
    this.heard = Date.now();
    this.attempts = 0;
    if (message.type === "board") {
      this.take(message);
    } else if (message.type === "heartbeat") {
      this.beat(message);
    } else if (message.type === "status" && this.handlers.onStatus) {
      this.handlers.onStatus(message);
    } else if (message.type === "health") {
      document.dispatchEvent(new CustomEvent("hall-health", {detail: message.devices}));
    } else if (message.type === "terminals") {
      document.dispatchEvent(new CustomEvent("hall-terminals"));
    } else if (message.type === "leaving") {
      this.leaving = true;
      document.dispatchEvent(new CustomEvent("hall-leaving", {detail: {seconds: message.seconds}}));
    } else if (message.type === "scan") {
      document.dispatchEvent(new CustomEvent("hall-scan", {detail: {device: message.device, text: message.text}}));
    }
  }

  // Only a frame said this moment tells the time; an event's own may be one of a backlog.
  setClock(at) {
    const moment = Date.parse(at);
    this.ahead = isNaN(moment) ? this.ahead : moment - Date.now();
  }

  take(frame) {
    const same = frame.epoch === this.epoch;
    const first = !same || this.position < 0;
    if (first) {
      this.setClock(frame.at);
    }
    const next = same && frame.position === this.position + 1;
    if (first || frame.position > this.position) {
      this.epoch = frame.epoch;
      this.position = frame.position;
      this.handlers.onFrame(frame, {fresh: first || !next, sound: next && Boolean(frame.event)});
    }
    this.setLink("live");
  }

  // A heartbeat ahead of us means a frame was lost: the board is old until the answer comes.
  beat(message) {
    this.pong();
    this.setClock(message.at);
    if (message.epoch !== this.epoch || message.position > this.position) {
      this.send("resync");
    } else {
      this.setLink("live");
    }
  }

  bye(code) {
    this.goodbye = code !== "slow";
    this.setLink("reconnecting");
    if (this.handlers.onBye) {
      this.handlers.onBye(code);
    } else if (code === "logged_out") {
      location.reload();
    }
  }

  isOtherVersion(version) {
    if (!version) {
      return false;
    }
    if (this.version === null) {
      this.version = version;
    }
    return version !== this.version;
  }

  setLink(link) {
    if (link !== this.link) {
      this.link = link;
      document.documentElement.setAttribute("data-link", link);
      this.handlers.onLink && this.handlers.onLink(link);
    }
  }
}

// What this page knows of the house, and how it acts on it.
import { Feed } from "../feed.js";
import { deed, Refusal } from "../deeds.js";
import { showBar, showLink } from "../topbar.js";
import { onTheirWord, showWaiting } from "./approvals.js";
import { show } from "./dom.js";
import { withPrinter } from "./till.js";

const MINE_EVERY_MS = 250;

/** Holds the last frame, the person's own extra and the machines; tells `onChange` of every change. */
export class House {
  constructor(onChange, { printsUnasked = true } = {}) {
    this.onChange = onChange;
    this.printsUnasked = printsUnasked;
    this.session = null;
    this.board = null;
    this.event = null;
    this.hall = {};
    this.mine = {};
    this.devices = [];
    this.still = false;
    this.link = "connecting";
    this.known = false;
    this.asking = false;
    this.askAgain = false;
  }

  start() {
    document.addEventListener("hall-terminals", () => this.refresh());
    this.feed = new Feed({ audience: "staff" }, {
      onFrame: (frame, how) => this.frame(frame, how),
      onStatus: (status) => {
        this.devices = status.devices || [];
        this.still = Boolean(status.still);
        this.changed(null);
      },
      onLink: (link) => {
        this.link = link;
        showLink(link);
        offline(link !== "live");
        if (link === "live") this.refresh();
        this.changed(null);
      },
    });
  }

  frame(frame, how = {}) {
    this.known = true;
    this.hall = frame.hall || this.hall;
    this.session = frame.session;
    this.board = frame.board;
    this.event = frame.event;
    showBar(frame);
    this.changed(how.sound ? frame.event : null);
    this.refresh();
  }

  changed(event) {
    this.onChange(this, event);
  }

  /** Asks for what only this person may see; many frames in a row make one question. */
  async refresh() {
    if (this.asking) {
      this.askAgain = true;
      return;
    }
    this.asking = true;
    try {
      const answer = await fetch("/state/mine/", { headers: { Accept: "application/json" } });
      if (answer.ok) {
        this.mine = await answer.json();
        showWaiting(this);
        this.changed(null);
      }
    } catch {
      // The link's own state already says that the house is away.
    }
    await new Promise((done) => setTimeout(done, MINE_EVERY_MS));
    this.asking = false;
    if (this.askAgain) {
      this.askAgain = false;
      this.refresh();
    }
  }

  /** Does a deed; a refusal is written into `near`. Gives the answer, or null when refused. */
  async act(name, body = {}, near = null) {
    const place = near || document.querySelector("#refusal");
    refuse(place, "");
    try {
      return await this.strict(name, body);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(place, error.message);
      return null;
    }
  }

  /** Does a deed and throws its Refusal: for dialogs, which show it themselves. */
  async strict(name, body = {}) {
    if (body.second_remote) return onTheirWord(this, name, body);
    const { second_remote, ...order } = body; // eslint-disable-line no-unused-vars
    const answer = await deed(name, withPrinter(this, name, order));
    this.refresh();
    return answer;
  }

  /** A deed on the game that this screen shows. */
  game(name, body = {}, near = null) {
    return this.act(name, { game_no: this.board?.game_no ?? 0, ...body }, near);
  }

  /** The name of a person, from the log-in name. */
  person(username) {
    const found = (this.mine.staff || []).find((one) => one.username === username);
    return found?.name || username;
  }
}

/** Writes a refusal beside the work; empty text takes it away. */
export function refuse(place, text) {
  if (!place) return;
  place.textContent = text;
  show(place, Boolean(text));
}

/** With the house away nothing can be done, and the page says so. */
function offline(away) {
  for (const set of document.querySelectorAll("fieldset[data-deeds]")) set.disabled = away;
  const banner = document.querySelector("#offline");
  if (banner) show(banner, away);
  document.body.classList.toggle("is-away", away);
}

// The caller's desk: the number only the caller sees, one giant key to call it, and the stop for a claim.
import { Corrections } from "./correction.js";
import { t, word } from "./labels.js";
import { clockText, secondsLeft } from "./stops.js";
import { h, keyed, say, show, typing } from "./staff/dom.js";
import { announce } from "./staff/announce.js";
import { House } from "./staff/house.js";
import { health, machineRow, stateOf } from "./staff/machine.js";
import { called, device, lot, numberMissing, uncalled } from "./staff/reading.js";
import { pad } from "./caller/pad.js";

const place = (id) => document.querySelector(`#${id}`);
const house = new House(update);
const refusal = place("refusal");
const numbers = pad((number) => house.game("draw_manual", { number }, refusal));
place("pad").append(numbers.el);
const corrections = new Corrections(update);
const REST_MS = 350;
const TICK_MS = 500;
let busy = false;
let asked = null;
let resting = 0;

const manual = () => house.board?.extractor === "manual";

/** What the giant key does now: start, call, or nothing (and why). */
function now() {
  const { board, session } = house;
  if (!house.known) return { name: "loading" };
  if (!session || session.state !== "open") return { name: "no_session" };
  if (!board || ["announced", "closed", "selling"].includes(board.state)) return { name: board?.state === "selling" ? "selling" : "no_game" };
  if (["won", "unclaimed", "paying"].includes(board.state)) return { name: board.pair === 1 ? "over_first" : "over" };
  if (board.state === "suspended") return stopped(board);
  if (board.voided) return { name: "void" };
  if (board.state === "waiting") return numberMissing(board) ? { name: "number" } : { name: "second", key: true };
  if (board.state === "ready" && !board.draw_started) {
    if (lot(board, "physical") && !board.leftovers_returned) return { name: "leftovers" };
    return numberMissing(board) ? { name: "number" } : { name: "start", key: true };
  }
  if (board.held.length) return { name: "held", why: word("held", board.held[0].reason) };
  if (board.state === "checking" || board.pause === "claim") return { name: "claim" };
  if (house.still) return { name: "still" };
  if (board.pause) return { name: "paused", why: word("pause", board.pause) };
  const [number] = uncalled(board);
  if (number) return { name: "call", key: true, number };
  if (board.drawn.length === 90) return { name: "all_out" };
  return { name: manual() ? "key_in" : "wait", why: manual() ? "" : machineWords() };
}

/** Suspended: what the table is doing, and the time left where the fifteen minutes run. */
function stopped(board) {
  const { cause, ball_out } = board.suspension;
  const left = house.feed ? secondsLeft(board, house.feed.now) : null;
  const follow = cause !== "failure" ? "agent" : ball_out ? "manual" : "wait";
  return { name: "suspended", why: t(`caller.suspended.${follow}`), clock: left === null ? "" : clockText(left) };
}

function machineWords() {
  if (house.board.extractor === "rng") return t("caller.electronic");
  const machine = device(house);
  return machine ? stateOf(machine) : word("device", "down");
}

async function press() {
  const it = now();
  if (!it.key || busy) return;
  busy = true;
  if (it.name === "start" || it.name === "second") await house.game("start_draw", {}, refusal);
  else await house.game("call_ball", { ordinal: house.board.called + 1 }, refusal);
  busy = false;
}

async function stop() {
  if (place("stop").disabled) return;
  await house.game("stop_for_claim", {}, refusal);
}

function update() {
  const { board, session } = house;
  const it = now();
  document.body.dataset.now = it.name;
  const key = place("call");
  key.disabled = !it.key;
  const { clock = "", ...told } = it;
  keyed(key, [told, Boolean(clock)], () => it.name === "call"
    ? [h("span", { class: "call-word" }, t("caller.call.title")), h("strong", { class: "call-number" }, it.number), h("kbd", { class: "kbd" }, t("caller.space"))]
    : [h("strong", { class: "call-title" }, t(`caller.${it.name}.title`)),
      clock && h("span", { class: "call-clock", "aria-hidden": "true" }),
      h("span", { class: "call-lead" }, it.why || t(`caller.${it.name}.lead`)), it.key && h("kbd", { class: "kbd" }, t("caller.space"))]);
  // Apart from the key's words, which are read aloud by a screen reader when they change.
  if (clock) say(key.querySelector(".call-clock"), clock);
  const out = called(board);
  keyed(place("said"), [out.length, out[out.length - 1]], () => out.length
    ? [h("strong", {}, out[out.length - 1]), h("ol", {}, out.slice(-7, -1).reverse().map((n) => h("li", {}, n)))]
    : h("span", { class: "dim" }, t("caller.none_said")));
  say(place("said-count"), t("balls", { n: out.length }));
  drawMarks(board);
  const live = board && ["ready", "drawing", "checking"].includes(board.state) && board.draw_started;
  // While a card is checked nothing can be keyed in, and the verdict to be read aloud needs the room.
  const withPad = Boolean(live && manual() && it.name !== "claim");
  show(place("pad"), withPad);
  place("stage").classList.toggle("with-pad", withPad);
  if (manual()) numbers.update(board.drawn, it.name === "key_in");
  place("stop").disabled = !(board?.state === "drawing" && board.pause !== "claim");
  show(place("pause"), board?.state === "drawing" && !board.pause && !house.still);
  announce(place("aloud"), ["start", "second", "claim"].includes(it.name) ? house.mine.announcement : []);
  pace(session);
  machines();
}

/** What stays true of the game for as long as it lasts, and a call put right a moment ago. */
function drawMarks(board) {
  corrections.watch(board);
  const put = board?.state === "drawing" || board?.state === "checking" ? corrections.now(board) : null;
  show(place("corrected"), Boolean(put));
  keyed(place("corrected"), put, () => put && [h("strong", {}, t("correction")), h("span", {}, t("correction.of_ball", { ordinal: put.ordinal })),
    h("s", {}, put.was), h("span", { "aria-hidden": "true" }, "→"), h("b", {}, put.number)]);
  const marks = [board?.pair ? t("pair.mark", { n: board.pair }) : "", board?.manual_draw ? t("caller.by_hand") : ""].filter(Boolean);
  show(place("marks"), marks.length > 0);
  keyed(place("marks"), marks, () => marks.map((mark) => h("li", { class: "badge" }, mark)));
}

/** The pace as asked for until the board says it too, so that quick presses add up. */
function paceNow() {
  const told = house.session.pace;
  if (asked && asked.automatic === told.automatic && asked.wait_ms === told.wait_ms) asked = null;
  return asked || told;
}

function pace(session) {
  show(place("pace"), session?.state === "open");
  if (!session) return;
  const now = paceNow();
  place("automatic").checked = now.automatic;
  say(place("pace-value"), t("staff.seconds", { n: (now.wait_ms / 1000).toLocaleString(document.documentElement.lang) }));
  place("slower").disabled = now.wait_ms >= 15000;
  place("faster").disabled = now.wait_ms <= 1000;
}

/** Quick presses make one deed, sent when the finger rests. */
function setPace(change) {
  const now = { ...paceNow(), ...change };
  asked = { automatic: now.automatic, wait_ms: Math.min(15000, Math.max(1000, now.wait_ms)) };
  pace(house.session);
  clearTimeout(resting);
  resting = setTimeout(async () => {
    if (asked && !await house.act("set_pace", { ...asked }, refusal)) {
      asked = null;
      pace(house.session);
    }
  }, REST_MS);
}

function machines() {
  const shown = house.devices.filter((one) => one.kind === "extractor" || health(one) !== "good");
  const clear = (machine, code) => house.act("clear_fault", { device: machine.code, code }, refusal);
  keyed(place("machines"), shown, () => shown.length ? shown.map((one) => machineRow(one, clear))
    : h("li", { class: "dim" }, t("caller.no_machine")));
}

place("call").addEventListener("click", press);
place("stop").addEventListener("click", stop);
place("pause").addEventListener("click", () => house.game("pause_draw", {}, refusal));
place("automatic").addEventListener("change", (change) => setPace({ automatic: change.target.checked }));
place("slower").addEventListener("click", () => setPace({ wait_ms: paceNow().wait_ms + 500 }));
place("faster").addEventListener("click", () => setPace({ wait_ms: paceNow().wait_ms - 500 }));
document.addEventListener("keydown", (down) => {
  if (document.querySelector("dialog[open]") || typing(down.target) || down.ctrlKey || down.metaKey || down.altKey) return;
  if (down.key === " ") {
    down.preventDefault();
    if (!down.repeat) press();
  } else if (down.key === "F2" || down.key === "F3") {
    down.preventDefault();
    stop();
  } else if (manual() && down.key === "Enter") {
    down.preventDefault();
    if (!down.repeat) numbers.confirm();
  } else if (manual() && numbers.type(down.key)) {
    down.preventDefault();
  }
});
house.start();
setInterval(() => house.board?.state === "suspended" && update(), TICK_MS);

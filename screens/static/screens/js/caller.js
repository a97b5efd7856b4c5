// The caller's desk: the number only the caller sees, one giant key to call it, and the stop for a claim.
import { t, word } from "./labels.js";
import { h, keyed, say, show, typing } from "./staff/dom.js";
import { announce } from "./staff/announce.js";
import { House } from "./staff/house.js";
import { health, machineRow, stateOf } from "./staff/machine.js";
import { called, device, lot, uncalled } from "./staff/reading.js";
import { pad } from "./caller/pad.js";

const place = (id) => document.querySelector(`#${id}`);
const house = new House(update);
const refusal = place("refusal");
const numbers = pad((number) => house.game("draw_manual", { number }, refusal));
place("pad").append(numbers.el);
const REST_MS = 350;
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
  if (["won", "unclaimed", "paying"].includes(board.state)) return { name: "over" };
  if (board.state === "ready" && !board.draw_started) {
    return lot(board, "physical") && !board.leftovers_returned ? { name: "leftovers" } : { name: "start", key: true };
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

function machineWords() {
  const machine = device(house);
  return machine ? stateOf(machine) : word("device", "down");
}

async function press() {
  const it = now();
  if (!it.key || busy) return;
  busy = true;
  if (it.name === "start") await house.game("start_draw", {}, refusal);
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
  keyed(key, it, () => it.name === "call"
    ? [h("span", { class: "call-word" }, t("caller.call.title")), h("strong", { class: "call-number" }, it.number), h("kbd", { class: "kbd" }, t("caller.space"))]
    : [h("strong", { class: "call-title" }, t(`caller.${it.name}.title`)),
      h("span", { class: "call-lead" }, it.why || t(`caller.${it.name}.lead`)), it.key && h("kbd", { class: "kbd" }, t("caller.space"))]);
  const out = called(board);
  keyed(place("said"), [out.length, out[out.length - 1]], () => out.length
    ? [h("strong", {}, out[out.length - 1]), h("ol", {}, out.slice(-7, -1).reverse().map((n) => h("li", {}, n)))]
    : h("span", { class: "dim" }, t("caller.none_said")));
  say(place("said-count"), t("balls", { n: out.length }));
  const live = board && ["ready", "drawing", "checking"].includes(board.state) && board.draw_started;
  show(place("pad"), Boolean(live && manual()));
  place("stage").classList.toggle("with-pad", Boolean(live && manual()));
  if (manual()) numbers.update(board.drawn, it.name === "key_in");
  place("stop").disabled = !(board?.state === "drawing" && board.pause !== "claim");
  show(place("pause"), board?.state === "drawing" && !board.pause && !house.still);
  announce(place("aloud"), it.name === "start" || it.name === "claim" ? house.mine.announcement : []);
  pace(session);
  machines();
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

// The Jefe de Mesa's console: leads through the game, one obvious deed at a time.
import { t } from "./labels.js";
import { number } from "./format.js";
import { listen } from "./seller/wedge.js";
import { h, keyed, typing } from "./staff/dom.js";
import { House } from "./staff/house.js";
import { called, figures } from "./staff/reading.js";
import { factsColumn } from "./desk/facts.js";
import { heldBall } from "./desk/fixes.js";
import { PATH, pathOf, stageOf } from "./desk/stage.js";
import { claimStep } from "./desk/steps_claim.js";
import { drawStep, heldStep, lastCallStep, stillStep } from "./desk/steps_draw.js";
import { prizesStep } from "./desk/steps_end.js";
import { numberStep } from "./desk/steps_number.js";
import { openStep } from "./desk/steps_open.js";
import { leftoversStep, saleStep } from "./desk/steps_sale.js";
import { secondStep, startStep } from "./desk/steps_start.js";
import { suspendedStep } from "./desk/steps_stop.js";
import { voidStep } from "./desk/steps_void.js";
import { waitStep } from "./desk/steps_wait.js";
import { STOP, toolsFor } from "./desk/beside.js";

const STEPS = {
  loading: waitStep("loading"), no_session: waitStep("no_session"), preparing: waitStep("preparing"), over: waitStep("over"),
  open: openStep, sale: saleStep, leftovers: leftoversStep, start: startStep, draw: drawStep, last_call: lastCallStep,
  still: stillStep("still"), paused: stillStep("paused"), held: heldStep, prizes: prizesStep,
  number: numberStep, second: secondStep, suspended: suspendedStep, void: voidStep,
  claim: (house, claim) => claimStep(house, claim, () => wanted),
};

const SETTLE_MS = 500;
const TAKES_BALLS = ["ready", "drawing", "checking"];
const centre = document.querySelector("#step");
const path = document.querySelector("#path");
const tools = document.querySelector("#tools");
let wanted = null;
let shown = { name: "", step: null };
let heldAsked = "";
let lastPrimary = { words: "", since: 0 };

const house = new House(update);
const facts = factsColumn(house, document.querySelector("#facts"));

/** Somebody calls: stop the draw on the shout, then take the card. */
async function claim(prize) {
  wanted = prize;
  if (house.board?.state === "drawing" && house.board.pause !== "claim") {
    if (!await house.game("stop_for_claim", {}, centre.querySelector(".refusal"))) return;
  }
  update();
  shown.step?.focus?.();
}

function update() {
  const stage = stageOf(house);
  document.body.dataset.stage = stage;
  if (shown.key !== `${stage}:${house.board?.game_no}`) {
    shown.step?.leave?.();
    if (stage !== "claim") wanted = null;
    shown = { key: `${stage}:${house.board?.game_no}`, step: STEPS[stage](house, claim) };
    centre.replaceChildren(shown.step.el);
    shown.step.update();
    shown.step.focus?.();
  } else {
    shown.step.update();
  }
  keyed(path, [stage, house.board, house.session?.session_no], () => pathItems(stage));
  const list = toolsFor(house);
  keyed(tools, list.map(([label]) => label), () => list.map(([label, open, hint]) =>
    h("button", { type: "button", class: hint === STOP ? "tool tool-stop" : "tool", "aria-keyshortcuts": hint || null, onclick: open }, h("span", {}, label),
      hint && h("kbd", { class: "kbd" }, hint.replace("Shift+", "⇧ ")))));
  facts.update();
  heldDialog();
}

/** A held ball opens its dialog by itself, once; it closes when it is resolved elsewhere, and while the game is suspended. */
function heldDialog() {
  const ball = TAKES_BALLS.includes(house.board?.state) ? house.board.held[0] : null;
  const name = ball ? `${house.board.game_no}:${ball.ordinal}:${ball.reason}` : "";
  if (name === heldAsked || !house.mine.me) return;
  heldAsked = name;
  document.querySelector("dialog.ask[data-held]")?.closeFromOutside();
  if (!ball) return;
  heldBall(house);
  const open = document.querySelector("dialog.ask[open]:last-of-type");
  if (open) open.dataset.held = "1";
}

function pathItems(stage) {
  const at = PATH.indexOf(pathOf(stage, house.board));
  const live = !["loading", "no_session", "preparing", "over", "open"].includes(stage);
  return PATH.map((name, index) => {
    const state = index < at ? "is-done" : index === at && stage !== "over" ? `is-now is-${stage}` : "is-next";
    const note = live ? noteOf(name, index, at, stage) : "";
    return h("li", { class: state, "aria-current": state.startsWith("is-now") ? "step" : null },
      h("span", { class: "path-no", "aria-hidden": "true" }, state === "is-done" ? "✓" : index + 1),
      h("span", { class: "path-name" }, t(`path.${name}`), note && h("small", {}, note)));
  });
}

function noteOf(name, index, at, stage) {
  const { board } = house;
  const now = figures(board);
  if (index === at && ["suspended", "void"].includes(stage)) return t(`path.${stage}`);
  if (name === "sale" && index <= at) return t("cards", { n: number(now.physical_sold + now.virtual_sold), count: now.physical_sold + now.virtual_sold });
  if (index === at && ["line", "bingo"].includes(name)) {
    if (stage === "claim") return t("path.checking");
    return ["still", "paused", "held"].includes(stage) ? t("path.stopped") : t("balls", { n: called(board).length });
  }
  if (index < at && ["line", "bingo"].includes(name)) {
    const won = board.awards.filter((one) => one.prize === name);
    return won.length ? t("path.card", { card: won.map((one) => one.card).join(", ") }) : t("path.nobody");
  }
  return "";
}

/** Enter does the primary deed; F2 and F3 take a claim; P stops the draw; other function keys, alone or with Shift, press what bears their name. */
document.addEventListener("keydown", (press) => {
  if (document.querySelector("dialog[open]") || press.ctrlKey || press.metaKey || press.altKey) return;
  if (!press.shiftKey && (press.key === "F2" || press.key === "F3")) {
    if (!["drawing", "checking"].includes(house.board?.state)) return;
    press.preventDefault();
    claim(press.key === "F2" ? "line" : "bingo");
  } else if (/^F\d+$/.test(press.key)) {
    const keys = press.shiftKey ? `Shift+${press.key}` : press.key;
    const named = document.querySelector(`.desk [aria-keyshortcuts="${keys}"]:not(:disabled)`);
    if (!named || named.closest("[hidden]")) return;
    press.preventDefault();
    if (!press.repeat) named.click();
  } else if (press.key === "Enter" && !typing(press.target) && press.target.tagName !== "BUTTON") {
    press.preventDefault(); // or the same press would fall on the dialog that it opens
    const primary = centre.querySelector(".step-keys .button-main:not([hidden])");
    if (primary && !press.repeat && document.body.dataset.stage !== "draw" && settled(primary)) primary.click();
  } else if (press.key === "Escape" && press.target.id === "claim-card") {
    press.target.value = "";
    press.target.blur();
  } else if (press.key.toLowerCase() === "p" && !typing(press.target) && document.body.dataset.stage === "draw") {
    house.game("pause_draw");
  } else if (/^\d$/.test(press.key) && !typing(press.target)) {
    scanned(press);
  }
});

/** A second press must not fall on a deed that has only just come up under the finger. */
function settled(primary) {
  const words = primary.querySelector(".key-text").textContent;
  return words === lastPrimary.words && performance.now() - lastPrimary.since > SETTLE_MS;
}

function watchPrimary() {
  const words = centre.querySelector(".step-keys .button-main:not([hidden]):not(:disabled) .key-text")?.textContent || "";
  if (words !== lastPrimary.words) lastPrimary = { words, since: performance.now() };
}

/** A whole scan, wherever it fell, is the card's; where no card is asked for its Enter must not press the step's key. */
function scan(text) {
  const input = centre.querySelector("#claim-card");
  if (!input?.checkVisibility() || document.querySelector("dialog[open]")) return;
  input.value = text;
  input.form.requestSubmit();
}

listen(scan, (el) => !typing(el) || el.id === "claim-card");

/** Fingers type wherever the focus is: the first digit opens the card field. */
function scanned(press) {
  const input = centre.querySelector("#claim-card");
  if (!input || press.repeat) return;
  input.select(); // a number that stands there from before is not the beginning of this one
}

setInterval(watchPrimary, 100);
house.start();

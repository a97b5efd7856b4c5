// The game is suspended: what article 36 and article 34.4 ask for, one thing at a time.
import { number, time } from "../format.js";
import { t, word } from "../labels.js";
import { ask } from "../staff/ask.js";
import { h, keyed, show } from "../staff/dom.js";
import { leftOf, quarterHour } from "./quarter.js";
import { key, shell, way } from "./shell.js";
import { undrawnGrid } from "./undrawn.js";
import { voidGame } from "./void.js";

const flat = (text) => text.replace(/\s+/g, " ");

/** Stops the game, after the questions whose answers decide what the law asks for. Nothing is lost by it. */
export function stopGame(house, { cause = "" } = {}) {
  const { board } = house;
  // A ball that waits for a decision is out too; before the start none can be.
  const out = board.drawn.length + board.held.length;
  const none = !board.draw_started;
  return ask({
    title: t("desk.stop.ask", { game: board.game_no }), lead: t("desk.stop.ask_lead"), yes: t("desk.stop.do"), danger: true, wide: true,
    fields: [
      { name: "cause", label: t("desk.stop.cause"), type: "choice", value: cause, options: [
        ["failure", t("desk.stop.cause_failure"), t("desk.stop.cause_failure_hint")],
        ["balls", t("desk.stop.cause_balls"), t("desk.stop.cause_balls_hint")]] },
      { name: "ball_out", label: t("desk.stop.ball_out"), type: "choice", value: out ? "yes" : none ? "no" : "", options: [
        ["yes", t("desk.stop.yes"), out ? t("desk.stop.yes_locked", { n: out }) : none ? t("desk.stop.no_locked") : t("desk.stop.yes_hint"), none && !out],
        ["no", t("desk.stop.no"), out ? "" : t("desk.stop.no_hint"), Boolean(out)]] },
      { name: "text", label: t("desk.stop.text"), type: "textarea", maxlength: 500 },
    ],
    run: ({ cause: why, ball_out, text }) => house.strict("suspend_game", { game_no: board.game_no, cause: why, ball_out: ball_out === "yes", text: flat(text) }),
  });
}

/** Which paragraph applies: 36.1 before the first ball, 36.2 after it. */
const paragraphOf = (suspension) => (suspension.ball_out ? "36.2" : "36.1");

/** What the law waits for now: read | solve | over | by_hand | agent. */
function phaseOf(suspension, left) {
  if (suspension.cause === "balls") return "agent";
  if (suspension.read !== paragraphOf(suspension)) return "read";
  if (suspension.ball_out) return "by_hand";
  return left === 0 ? "over" : "solve";
}

const RAILS = {
  agent: ["stopped", "call_agent", "decide_agent"],
  "36.1": ["stopped", "read", "fifteen"],
  "36.2": ["stopped", "read", "choose"],
};

export function suspendedStep(house) {
  const step = shell("suspended");
  const rail = h("ol", { class: "rail", "aria-label": t("desk.stop.steps") });
  const what = h("p", { class: "stop-what" });
  const clock = quarterHour(house, () => update());
  const grid = undrawnGrid();
  const law = h("details", { class: "stop-law" });
  step.el.querySelector("header").after(rail, what);
  step.body.append(clock.el, grid.el, law);

  function update() {
    const { suspension } = house.board || {};
    if (!suspension) return;
    clock.update();
    const phase = phaseOf(suspension, leftOf(house));
    const lines = house.mine.announcement || [];
    const paragraph = paragraphOf(suspension);
    step.update(house, { head: t(`desk.stop.${phase}.title`, { paragraph }), text: leadOf(phase, house.board),
      lines: ["read", "agent"].includes(phase) ? lines : [] });
    show(what, phase !== "read"); // what is read aloud has all the room
    keyed(what, suspension, () => t("desk.stop.what", { time: time(suspension.since), cause: t(`desk.stop.cause_${suspension.cause}`), text: suspension.text }));
    keyed(rail, [phase, suspension.cause], () => railItems(phase, suspension));
    show(grid.el, phase === "by_hand");
    if (phase === "by_hand") grid.update(house.board);
    const text = lines.filter((line) => line.lang === lines[0].lang).at(-1)?.text || "";
    if (phase === "read") show(clock.el, false); // it runs, and has its place in the next step
    show(law, ["solve", "over", "by_hand"].includes(phase));
    keyed(law, [paragraph, text], () => [h("summary", {}, t("desk.stop.law", { paragraph })), h("p", { lang: lines[0]?.lang }, text)]);
    keyed(step.keys, [phase, house.board.seq], () => WAYS[phase](house, step));
  }
  return { el: step.el, update, focus: () => step.title.focus(), leave: () => clock.stop() };
}

/** What the step is about; a ball that came out and is not in the minutes is the first one keyed by hand. */
function leadOf(phase, board) {
  if (phase === "read") return "";
  if (phase === "agent") return `${t("desk.stop.agent.lead")} ${t("desk.stop.agent.set", { set: board.ball_set })}`;
  return t(phase === "by_hand" && !board.drawn.length ? "desk.stop.by_hand.lead_unread" : `desk.stop.${phase}.lead`);
}

function railItems(phase, suspension) {
  const names = RAILS[suspension.cause === "balls" ? "agent" : paragraphOf(suspension)];
  const at = phase === "read" || phase === "agent" ? 1 : 2;
  return names.map((name, index) => h("li", { class: index < at ? "is-done" : index === at ? "is-now" : null, "aria-current": index === at ? "step" : null },
    h("span", { "aria-hidden": "true" }, index < at ? "✓" : index + 1), t(`desk.stop.rail_${name}`, { paragraph: paragraphOf(suspension) })));
}

const WAYS = {
  read: (house, step) => {
    const paragraph = paragraphOf(house.board.suspension);
    const after = t(house.board.suspension.ball_out ? "desk.stop.read.after_2" : "desk.stop.read.after_1");
    return [way(`${t("desk.stop.read.lead")} ${after}`,
      key(t("desk.stop.read.do"), () => house.game("read_paragraph", { paragraph }, step.refusal), { primary: true, hint: "Enter" }))];
  },
  solve: (house) => {
    const wait = key(t("desk.stop.solve.void"), () => {}, { quiet: true });
    wait.disabled = true;
    return [way(t("desk.stop.solve.void_hint"), wait),
      way(t("desk.stop.solve.hint", { state: cameFrom(house.board) }), key(t("desk.stop.solve.do"), () => solved(house), { primary: true, hint: "Enter" }))];
  },
  over: (house) => [way(t("desk.stop.over.hint"),
    key(t("desk.stop.over.do"), () => voidGame(house, { order: { cause: "failure" }, lead: t("desk.stop.over.lead"), reason: house.board.suspension.text }), { primary: true, hint: "Enter" }))],
  by_hand: (house) => [
    way(t("desk.stop.by_hand.void_hint"), key(t("desk.stop.by_hand.void"),
      () => voidGame(house, { order: { cause: "not_random" }, lead: t("desk.stop.by_hand.void_lead"), reason: house.board.suspension.text }))),
    way(t("desk.stop.by_hand.hint"), key(t("desk.stop.by_hand.do"), () => byHand(house), { primary: true, hint: "Enter" }))],
  // Neither is the console's to suggest: the agent decides.
  agent: (house) => [
    way(t("desk.stop.agent.void_hint"), key(t("desk.stop.agent.void"), () => agentEnds(house))),
    way(t("desk.stop.agent.hint", { state: cameFrom(house.board) }), key(t("desk.stop.agent.do"), () => agentGoesOn(house)))],
};

const cameFrom = (board) => word("state", board.suspension.came_from);

function solved(house) {
  const { board } = house;
  return ask({
    title: t("desk.stop.solve.ask", { game: board.game_no }), lead: t("desk.stop.solve.hint", { state: cameFrom(board) }), yes: t("desk.stop.solve.do"),
    fields: [{ name: "text", label: t("desk.stop.solve.text"), type: "textarea", maxlength: 500, required: false }],
    run: ({ text }) => house.strict("lift_suspension", { game_no: board.game_no, decision: "solved", agent: "", text: flat(text) }),
  });
}

function byHand(house) {
  const { board } = house;
  return ask({
    title: t("desk.stop.by_hand.ask", { game: board.game_no }), lead: t("desk.stop.by_hand.ask_lead"), yes: t("desk.stop.by_hand.do"),
    rows: [[t("desk.stop.by_hand.left"), number(90 - board.drawn.length)]],
    fields: [{ name: "how", label: t("desk.stop.by_hand.how"), type: "textarea", maxlength: 500, hint: t("desk.stop.by_hand.how_hint") }],
    run: ({ how }) => house.strict("order_manual_draw", { game_no: board.game_no, how: flat(how) }),
  });
}

const agentField = () => ({ name: "agent", label: t("desk.stop.agent.who"), maxlength: 120, hint: t("desk.stop.agent.who_hint") });

function agentGoesOn(house) {
  const { board } = house;
  return ask({
    title: t("desk.stop.agent.ask", { game: board.game_no }), lead: t("desk.stop.agent.hint", { state: cameFrom(board) }), yes: t("desk.stop.agent.do"),
    fields: [agentField(), { name: "text", label: t("desk.stop.agent.record"), maxlength: 500 }],
    run: ({ agent, text }) => house.strict("lift_suspension", { game_no: board.game_no, decision: "agent", agent, text }),
  });
}

const agentEnds = (house) => voidGame(house, { order: { cause: "balls" }, lead: t("desk.stop.agent.void_lead"), fields: [agentField()] });

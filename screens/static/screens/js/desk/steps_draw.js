// The draw runs, or stands still for something that is not a claim.
import { number } from "../format.js";
import { t, word } from "../labels.js";
import { ask } from "../staff/ask.js";
import { h, keyed, show } from "../staff/dom.js";
import { called, device, prizeNow, uncalled } from "../staff/reading.js";
import { stateOf } from "../staff/machine.js";
import { heldBall } from "./fixes.js";
import { key, shell } from "./shell.js";
import { stopGame } from "./steps_stop.js";
import { undrawnGrid } from "./undrawn.js";
import { whyHeld, whyStopped } from "./why.js";

/** The ball on the air: the last called, those before it, and what is drawn and not called. */
export function ballView() {
  const ball = h("div", { class: "ball", "aria-live": "polite" });
  const before = h("ol", { class: "before", reversed: true });
  const next = h("div", { class: "next-ball" });
  const el = h("div", { class: "draw-view" }, ball, h("div", { class: "draw-side" }, before, next));
  return {
    el,
    side: el.lastElementChild,
    update(house) {
      const { board } = house;
      const out = called(board);
      const last = out[out.length - 1];
      keyed(ball, [last, out.length], () => last
        ? [h("span", { class: "ball-no" }, t("desk.draw.ordinal", { n: out.length })), h("strong", {}, last)]
        : [h("strong", { class: "ball-none" }, "–")]);
      keyed(before, out.slice(-7, -1), () => out.slice(-7, -1).reverse().map((n) => h("li", {}, n)));
      const waiting = uncalled(board)[0];
      keyed(next, [waiting, board.drawn.length, board.extractor, device(house)], () => waiting
        ? [h("span", {}, t("desk.draw.to_call")), h("strong", {}, waiting)]
        : [h("span", {}, waitingFor(house))]);
    },
  };
}

function waitingFor(house) {
  const { board } = house;
  if (board.drawn.length === 90) return t("desk.draw.all_out");
  if (board.extractor === "manual") return t("desk.draw.wait_manual");
  if (board.extractor === "rng") return t("desk.draw.wait_electronic");
  const machine = device(house);
  return machine && machine.link === "up" ? t("desk.draw.wait_machine", { n: board.drawn.length + 1, state: stateOf(machine) })
    : t("desk.draw.wait_link");
}

/** Balls fall: the one deed is to stop when somebody calls. */
export function drawStep(house, claim) {
  const step = shell("draw");
  const balls = ballView();
  const left = undrawnGrid();
  step.body.append(balls.el, left.el);
  const line = key(t("desk.draw.line"), () => claim("line"), { hint: "F2" });
  const bingo = key(t("desk.draw.bingo"), () => claim("bingo"), { hint: "F3" });
  const call = key("", () => house.game("call_ball", { ordinal: house.board.called + 1 }, step.refusal), { quiet: true });
  balls.side.append(call);
  step.keys.append(key(t("desk.draw.pause"), () => house.game("pause_draw", {}, step.refusal), { quiet: true, hint: "P" }), line, bingo);
  return {
    el: step.el,
    update() {
      const now = prizeNow(house.board);
      const byHand = Boolean(house.board.manual_draw);
      step.update(house, { head: t(`desk.draw.for_${now}`), text: t(byHand ? "desk.draw.lead_by_hand" : "desk.draw.lead") });
      step.el.classList.toggle("is-by-hand", byHand);
      show(left.el, byHand);
      if (byHand) left.update(house.board);
      line.classList.toggle("button-main", now === "line");
      bingo.classList.toggle("button-main", now === "bingo");
      show(line, now === "line" || house.board.terms?.late_line === "check");
      show(call, uncalled(house.board).length > 0);
      if (uncalled(house.board).length) call.label(t("desk.draw.call_number", { number: uncalled(house.board)[0] }));
      balls.update(house);
    },
  };
}

/** Why a machine stands still: it may be mended at once, or the game is suspended. */
const FAILURES = ["link", "fault", "reader", "stalled", "voided", "balls", "machine", "secret_lost"];

/** The draw stands still: after a restart, by a person's order, or by a fault. */
export function stillStep(name) {
  return (house, claim) => {
    const step = shell(name);
    const check = h("div", { class: "check-balls" });
    const balls = ballView();
    step.body.append(check, balls.el);
    const claimNow = key(t("desk.draw.claim"), () => claim(prizeNow(house.board)), { quiet: true, hint: "F2" });
    const stop = key(t("desk.stop.tool"), () => stopGame(house, { cause: "failure" }), { quiet: true });
    step.keys.append(claimNow, stop, key(t(`desk.${name}.do`), () => house.game("resume_draw", {}, step.refusal), { primary: true, hint: "Enter" }));
    return {
      el: step.el,
      update() {
        const { board } = house;
        show(stop, FAILURES.includes(board.pause) && ["ready", "drawing", "checking"].includes(board.state));
        const why = name === "still" ? t("desk.still.lead") : t("desk.paused.lead", { why: word("pause", board.pause) });
        step.update(house, { text: why, lines: [] });
        keyed(check, [board.drawn.length, board.called, board.pause, board.pause_detail, board.held.length],
          () => name === "still" ? restartCheck(board) : whyStopped(board));
        balls.update(house);
      },
    };
  };
}

function restartCheck(board) {
  return [h("p", {}, t("desk.still.out", { n: board.drawn.length, number: number(board.drawn.length) })),
    h("p", {}, board.drawn.length > board.called
      ? t("desk.still.uncalled", { number: board.drawn[board.called] }) : t("desk.still.all_called"))];
}

/** A ball waits for a person's decision. */
export function heldStep(house) {
  const step = shell("held");
  const what = h("div", { class: "held-ball" });
  step.body.append(what);
  step.keys.append(key(t("desk.held.do"), () => heldBall(house), { primary: true, hint: "Enter" }));
  return {
    el: step.el,
    update() {
      const [ball] = house.board.held;
      step.update(house, { text: t("desk.held.lead"), lines: [] });
      if (ball) keyed(what, [ball, house.board.drawn.length], () => [
        h("div", { class: "ball is-held" }, h("span", { class: "ball-no" }, t("desk.draw.ordinal", { n: ball.ordinal })), h("strong", {}, ball.number || "?")),
        h("div", { class: "held-why" }, h("p", {}, word("held", ball.reason)), whyHeld(house.board, ball))]);
    },
  };
}

/** All ninety balls are called: a last call, then the game ends without a bingo. */
export function lastCallStep(house, claim) {
  const step = shell("last_call");
  const balls = ballView();
  step.body.append(balls.el);
  const game_no = house.board.game_no;
  step.keys.append(key(t("desk.draw.bingo"), () => claim("bingo"), { hint: "F3" }),
    key(t("desk.last_call.do"), () => ask({
      title: t("desk.last_call.ask", { game: game_no }), lead: t("desk.last_call.ask_lead"), yes: t("desk.last_call.do"), danger: true,
      run: () => house.strict("close_unclaimed", { game_no }),
    }), { primary: true, hint: "Enter" }));
  return {
    el: step.el,
    update() {
      step.update(house, { text: t("desk.last_call.lead") });
      balls.update(house);
    },
  };
}

// What goes wrong and is put right: figures, a ball, a held ball, the pace. Every one leaves its trace.
import { t, word } from "../labels.js";
import { ask } from "../staff/ask.js";
import { lot, series } from "../staff/reading.js";
import { lastSold } from "../lots.js";
import { lastPrinted, printed, runText } from "./cards.js";
import { secondPerson } from "../staff/second.js";
import { whyHeldLine } from "./why.js";

/** A public correction of the last physical card sold; possible until the line is awarded. */
export function correctFigures(house) {
  const { board } = house;
  const last = lastPrinted(board);
  // With a complementary series the number says which of the two is meant: so both are shown with their numbers.
  const lots = printed(board);
  const range = (one) => runText({ first: one.first_card, last: one.last_card });
  const named = lots.length > 1 ? `${series(last)} (${range(last)})` : series(last);
  const others = lots.filter((one) => one !== last).map((one) => [series(one), range(one)]);
  return ask({
    title: t("fix.figures"), lead: t("fix.figures_lead"), yes: t("fix.correct"),
    rows: [[t("fix.figures_series"), named], [t("fix.figures_now"), lastSold(last)], ...others],
    fields: [{ name: "last", label: t("fix.figures_last"), type: "number" }, { name: "reason", label: t("staff.reason") }],
    run: (values) => house.strict("correct_figures", { game_no: board.game_no, ...values }),
  });
}

function lastBalls(board, most) {
  const count = Math.min(board.drawn.length, most);
  return Array.from({ length: count }, (_, back) => {
    const ordinal = board.drawn.length - back;
    return [ordinal, t("fix.ball_option", { ordinal, number: board.drawn[ordinal - 1] })];
  });
}

/** A reading already recorded was wrong. */
export function correctBall(house) {
  const { board } = house;
  return ask({
    title: t("fix.ball"), lead: t("fix.ball_lead"), yes: t("fix.correct"), danger: true,
    fields: [{ name: "ordinal", label: t("fix.which"), options: lastBalls(board, 90) },
      { name: "number", label: t("fix.true_number"), type: "number", maxlength: 2 }, ...secondPerson(house)],
    run: ({ ordinal, ...values }) => house.strict("correct_ball", { game_no: board.game_no, ordinal: Number(ordinal), ...values }),
  });
}

/** A held ball: accept it as a number, or put it out of the draw. */
export function heldBall(house) {
  const { board } = house;
  const [ball] = board.held;
  if (!ball) return null;
  const send = (values, accept) => house.strict("resolve_held", {
    game_no: board.game_no, accept, number: accept ? values.number : 0,
    second: values.second, second_password: values.second_password, second_remote: values.second_remote });
  return ask({
    title: t("fix.held", { ordinal: ball.ordinal }), lead: `${word("held", ball.reason)} ${whyHeldLine(board, ball)}`, yes: t("fix.held_accept"),
    fields: [{ name: "number", label: t("fix.held_number"), type: "number", maxlength: 2, value: ball.number || "" , required: false },
      ...secondPerson(house).map((one) => ({ ...one, required: false, hint: one.type === "password" ? t("fix.second_hint") : one.hint }))],
    run: (values) => send(values, true),
    other: { label: t("fix.held_discard"), run: (values) => send(values, false) },
  });
}

/** Who calls, and how long between balls. */
export function setPace(house) {
  const pace = house.session?.pace || { automatic: false, wait_ms: 4000 };
  return ask({
    title: t("fix.pace"), lead: t("fix.pace_lead"), yes: t("fix.set"),
    fields: [{ name: "automatic", label: t("fix.pace_automatic"), type: "check", value: pace.automatic },
      { name: "seconds", label: t("fix.pace_seconds"), options: [2, 3, 4, 5, 6, 8, 10, 12, 15].map((s) => [s, t("staff.seconds", { n: s })]), value: Math.round(pace.wait_ms / 1000) }],
    run: ({ automatic, seconds }) => house.strict("set_pace", { automatic, wait_ms: Number(seconds) * 1000 }),
  });
}

// What goes wrong and is put right: figures, a call, a ball, a held ball, an incident. Every one leaves its trace.
import { t, word } from "../labels.js";
import { ask } from "../staff/ask.js";
import { called, lot } from "../staff/reading.js";

/** A public correction of the last physical card sold; possible until the line is awarded. */
export function correctFigures(house) {
  const { board } = house;
  const physical = lot(board, "physical");
  const first = physical?.first_card ?? 1;
  return ask({
    title: t("fix.figures"), lead: t("fix.figures_lead"), yes: t("fix.correct"),
    rows: [[t("fix.figures_now"), first + board.figures.physical_sold - 1]],
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

/** The caller said another number than the ball's. */
export function correctCall(house) {
  const { board } = house;
  const options = lastBalls({ ...board, drawn: called(board) }, 90);
  return ask({
    title: t("fix.call"), lead: t("fix.call_lead"), yes: t("fix.correct"),
    fields: [{ name: "ordinal", label: t("fix.which"), options }, { name: "said", label: t("fix.said"), type: "number", maxlength: 2 }],
    run: ({ ordinal, said }) => house.strict("correct_call", { game_no: board.game_no, ordinal: Number(ordinal), said }),
  });
}

/** The second person signs in place, with the password, and stands for it too. */
function secondPerson(house) {
  const people = (house.mine.staff || []).filter((one) => one.username !== house.mine.me?.username)
    .map((one) => [one.username, one.name || one.username]);
  return [
    people.length ? { name: "second", label: t("fix.second"), options: [["", "–"], ...people] } : { name: "second", label: t("fix.second") },
    { name: "second_password", label: t("fix.second_password"), type: "password" },
  ];
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
    second: values.second, second_password: values.second_password });
  return ask({
    title: t("fix.held", { ordinal: ball.ordinal }), lead: word("held", ball.reason), yes: t("fix.held_accept"),
    fields: [{ name: "number", label: t("fix.held_number"), type: "number", maxlength: 2, value: ball.number || "" , required: false },
      ...secondPerson(house).map((one) => ({ ...one, required: false, hint: one.type === "password" ? t("fix.second_hint") : null }))],
    run: (values) => send(values, true),
    other: { label: t("fix.held_discard"), run: (values) => send(values, false) },
  });
}

/** An incident, in the words of who notes it; it goes into the acta. */
export function noteIncident(house) {
  return ask({
    title: t("fix.incident"), lead: t("fix.incident_lead"), yes: t("fix.note"),
    fields: [{ name: "text", label: t("fix.incident_text"), type: "textarea", maxlength: 500 }],
    run: ({ text }) => house.strict("note_incident", { text: text.replace(/\s+/g, " ") }),
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

/** Which corrections make sense now: [label, open] pairs. */
export function fixesFor(house) {
  const { board, session } = house;
  const list = [];
  const judged = ["ready", "drawing", "checking"].includes(board?.state);
  const balls = ["drawing", "checking"].includes(board?.state);
  if (judged && !board.line_closed && lot(board, "physical")) list.push([t("fix.figures"), () => correctFigures(house)]);
  if (balls && board.called) list.push([t("fix.call"), () => correctCall(house)]);
  if (balls && board.drawn.length) list.push([t("fix.ball"), () => correctBall(house)]);
  if (session?.state === "open") list.push([t("fix.pace"), () => setPace(house)], [t("fix.incident"), () => noteIncident(house)]);
  return list;
}

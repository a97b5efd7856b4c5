// Why the machine stands still, or a ball is held: what was said, and what to do now.
import { knows, t, word } from "../labels.js";
import { h } from "../staff/dom.js";

/** A detail of the journal, "c=JAM o=13", as an object. */
function parsed(detail) {
  return Object.fromEntries((detail || "").split(" ").filter(Boolean).map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), pair.slice(at + 1)];
  }));
}

const listed = (numbers) => numbers.split(",").join(", ");
const some = (numbers) => numbers && numbers !== "-";

const SAID = {
  fault: (said) => [t("said.fault", { fault: word("fault", said.c) })],
  reader: () => [],
  link: (said) => [t("said.link", { why: word("why", said.why) })],
  stalled: (said) => [t("said.stalled", { ordinal: said.o })],
  voided: (said) => [t("said.voided", { ordinal: said.o, number: said.n })],
  balls: (said) => [t("said.balls", { balls: said.in }), some(said.miss) && t("said.missing", { numbers: listed(said.miss) })],
  machine: (said) => said.code ? [t("said.refused", { order: `${said.verb} ${said.code}` })] : [
    said.machine !== said.house && t("said.machine", { machine: said.machine, house: said.house }),
    some(said.more) && t("said.more", { numbers: listed(said.more) }),
    some(said.less) && t("said.less", { numbers: listed(said.less) })],
};

const toDo = (reason) => knows(`do.${reason}`) ? t(`do.${reason}`) : "";

function deed(reason) {
  return toDo(reason) ? h("p", { class: "why-do" }, toDo(reason)) : null;
}

/** Where a number came twice, both readings; else nothing. */
function twice(board, { reason, number, ordinal }) {
  const earlier = board.drawn.indexOf(number) + 1;
  return reason === "repeat" && earlier ? t("said.twice", { number, earlier, ordinal }) : "";
}

/** Of a stop: what the machine said of it, and what to do; once its held ball is decided on, that is to go on. */
export function whyStopped(board) {
  const said = board.pause_detail ? SAID[board.pause]?.(parsed(board.pause_detail)) ?? [] : [];
  const decided = board.pause.startsWith("held_") && !board.held.length;
  return [...said.filter(Boolean).map((line) => h("p", {}, line)), deed(decided ? "decided" : board.pause)].filter(Boolean);
}

/** Of a held ball: both readings where a number came twice, and what to do. */
export function whyHeld(board, ball) {
  const both = twice(board, ball);
  return [both && h("p", {}, both), deed(`held_${ball.reason}`)].filter(Boolean);
}

/** The same in one line, for the dialog that stands before it. */
export const whyHeldLine = (board, ball) => [twice(board, ball), toDo(`held_${ball.reason}`)].filter(Boolean).join(" ");

// A game is declared null: what is paid back, why, and the two people who decide it.
import { euros, number } from "../format.js";
import { t } from "../labels.js";
import { soldIn } from "../lots.js";
import { ask } from "../staff/ask.js";
import { paidFor, partsOf } from "./pair.js";
import { secondPerson } from "../staff/second.js";

const sold = (board) => board.lots.reduce((sum, one) => sum + soldIn(one), 0);

/** What comes back to the players: the cards with all they cost, or of a pair's game one part. */
export function refundOf(board, whole) {
  return whole ? paidFor(board) : board.lots.reduce((sum, one) => sum + soldIn(one) * one.face_value_cents, 0);
}

/** While both games are on sale nothing is played yet: the whole card is paid back. */
const wholeOnly = (board) => board.pair === 1 && !board.figures;

/** Is the second game played all the same? Asked, never guessed. */
function pairField(board) {
  if (board.pair !== 1 || wholeOnly(board)) return [];
  const words = (name, whole) => t(`desk.void.second_${name}_hint`, { cents: euros(refundOf(board, whole)), game: board.other_game_no });
  return [{
    name: "pair", label: t("desk.void.second", { game: board.other_game_no }), type: "choice", value: "",
    options: [["play", t("desk.void.second_play"), words("play", false)], ["end", t("desk.void.second_end"), words("end", true)]],
  }];
}

/**
 * Asks for all that a void game needs. `order` is its cause and what goes with it; `fields` come before the reason;
 * `lead` says why the law asks for it.
 */
export function voidGame(house, { order, lead, fields = [], body = null, title = null, reason = "" }) {
  const { board } = house;
  const both = wholeOnly(board);
  const rows = [
    ...(body ? [] : [[t("desk.void.cards"), number(sold(board))]]),
    ...(board.pair === 1 && !both ? [] : [[t("desk.void.paid_back"), euros(refundOf(board, both || partsOf(board) === 1)), "is-warn"]]),
  ];
  return ask({
    title: title || t("desk.void.ask", { game: board.game_no }), lead, body, rows, yes: t("desk.void.do"), danger: true, wide: true,
    fields: [...fields, { name: "reason", label: t("desk.void.reason"), type: "textarea", maxlength: 500, value: reason }, ...pairField(board),
      ...secondPerson(house, { seniors: true })],
    run: ({ pair, reason: why, ...values }) => house.strict("void_game", {
      game_no: board.game_no, agent: "", ordinal: 0, said: 0, ...order, ...values, reason: why.replace(/\s+/g, " "), end_pair: pair === "end",
    }),
  });
}

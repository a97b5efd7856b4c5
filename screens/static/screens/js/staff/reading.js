// Reading a board: what follows from it without asking anybody. The arithmetic of cards is lots.js.
import { deskRuns, heldRuns, leftIn, lotsOf, soldIn, sumOver } from "../lots.js";

export const called = (board) => (board ? board.drawn.slice(0, board.called) : []);
export const uncalled = (board) => (board ? board.drawn.slice(board.called) : []);
/** The first series of a medium; `lotsOf` gives the complementary one too. */
export const lot = (board, medium) => lotsOf(board, medium)[0] || null;
export const soldOf = soldIn;
export const leftOf = leftIn;
/** Printed cards in one seller's hands, over all series on sale, lowest first. */
export const inHand = (board, holder) => lotsOf(board, "physical").flatMap((one) => heldRuns(one, holder));
/** Printed cards at the cash desk, over all series on sale, in the order they are sold. */
export const atDesk = (board) => lotsOf(board, "physical").flatMap(deskRuns);
export const series = (one) => `${one.letter} ${one.ident}`;
export const openClaims = (board) => (board ? board.claims.filter((c) => c.status === "open") : []);
export const playing = (board) => Boolean(board) && !["announced", "closed"].includes(board.state);
/** While a game is on, its set gives way only where the balls are in doubt, or between the two games of a pair. */
export function setChangeable(board) {
  if (!board) return false;
  if (board.state === "suspended") return board.suspension.cause === "balls";
  const played = ["won", "unclaimed", "paying", "void", "refunded"].includes(board.state);
  return board.state === "waiting" || (board.pair === 1 && played && !board.voided?.whole);
}
/** An electronic draw cannot start before somebody of the public has drawn its number. */
export const numberMissing = (board) => Boolean(board?.electronic) && !board.electronic.number;
export const device = (house) => house.devices.find((one) => one.code === house.board?.extractor) || null;

/** The claims of the round that is being judged now. */
export function roundClaims(board) {
  return board ? board.claims.filter((c) => c.window === board.window) : [];
}

/** The sale's figures: as recorded when it closed, or as they stand while it runs. */
export function figures(board) {
  if (!board) return null;
  if (board.figures) return { ...board.figures, final: true };
  const physical = sumOver(lotsOf(board, "physical"), soldIn);
  const virtual = sumOver(lotsOf(board, "virtual"), soldIn);
  const takings = (physical + virtual) * (board.lots[0]?.face_value_cents || 0);
  const share = (bp) => Math.floor((takings * (bp || 0)) / 10000);
  return {
    physical_sold: physical,
    virtual_sold: virtual,
    takings_cents: takings,
    line_cents: share(board.terms?.line_bp) + (board.terms?.carried_line_cents || 0),
    bingo_cents: share(board.terms?.bingo_bp) + (board.terms?.carried_bingo_cents || 0),
    final: false,
  };
}

/** Which prize is in play now. */
export const prizeNow = (board) => (board?.line_closed ? "bingo" : "line");

/** Digits of a card out of what was typed or scanned: "104", "A-000001/104", " A000001 104\r". */
export const cardText = (typed) => typed.trim().replace(/\s+/g, " ");

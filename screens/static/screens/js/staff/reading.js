// Reading a board: what follows from it without asking anybody.

export const called = (board) => (board ? board.drawn.slice(0, board.called) : []);
export const uncalled = (board) => (board ? board.drawn.slice(board.called) : []);
export const lot = (board, medium) => board?.lots.find((one) => one.medium === medium) || null;
export const soldOf = (one) => (one ? one.next_card - one.first_card : 0);
export const leftOf = (one) => (one ? one.last_card - one.next_card + 1 : 0);
export const series = (one) => `${one.letter} ${one.ident}`;
export const openClaims = (board) => (board ? board.claims.filter((c) => c.status === "open") : []);
export const playing = (board) => Boolean(board) && !["announced", "closed"].includes(board.state);
export const device = (house) => house.devices.find((one) => one.code === house.board?.extractor) || null;

/** The claims of the round that is being judged now. */
export function roundClaims(board) {
  return board ? board.claims.filter((c) => c.window === board.window) : [];
}

/** The sale's figures: as recorded when it closed, or as they stand while it runs. */
export function figures(board) {
  if (!board) return null;
  if (board.figures) return { ...board.figures, final: true };
  const physical = lot(board, "physical");
  const virtual = lot(board, "virtual");
  const face = board.lots[0]?.face_value_cents || 0;
  const takings = (soldOf(physical) + soldOf(virtual)) * face;
  const share = (bp) => Math.floor((takings * (bp || 0)) / 10000);
  return {
    physical_sold: soldOf(physical),
    virtual_sold: soldOf(virtual),
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

/** Last digits only, to compare a card in the hand with a card on the board. */
export const cardNumber = (typed) => Number((typed.match(/(\d+)\D*$/) || [0, 0])[1]);

// The cards a seller may sell now, and what a sale of them takes: the same order in which the house sells.
import { countOf, lotsOf } from "../lots.js";
import { atDesk, inHand } from "../staff/reading.js";

/** Where this seller sells from: {runs, block}; block = the cards are in the seller's own hands. */
export function source(board, me) {
  const mine = inHand(board, me);
  const block = Boolean(board?.blocks) || mine.length > 0;
  return { runs: block ? mine : atDesk(board), block };
}

/** The run that holds `first` from there on, then the others, lowest first. */
function inOrder(runs, first) {
  const chosen = runs.find((run) => run.first <= first && first <= run.last);
  if (!chosen) return [];
  return [{ first, last: chosen.last }, ...runs.filter((run) => run !== chosen)];
}

/** How many cards must be sold from `first` for the last one to be `last`; 0 when it cannot be. */
export function quantityTo(runs, first, last) {
  let before = 0;
  for (const run of inOrder(runs, first)) {
    if (run.first <= last && last <= run.last) return before + last - run.first + 1;
    before += countOf([run]);
  }
  return 0;
}

/** The runs that a sale of `quantity` from `first` takes. */
export function taken(runs, first, quantity) {
  const pieces = [];
  let left = quantity;
  for (const run of inOrder(runs, first)) {
    if (left < 1) break;
    const piece = { first: run.first, last: Math.min(run.last, run.first + left - 1) };
    pieces.push(piece);
    left -= countOf([piece]);
  }
  return pieces;
}

export const firstOf = (runs) => runs[0]?.first ?? 0;

/** Is the card of another series than the one that sells its number in this game? */
export function otherSeries(board, read) {
  const lot = lotsOf(board, "physical").find((one) => one.first_card <= read.card && read.card <= one.last_card);
  return Boolean(lot && read.letter) && (lot.letter !== read.letter || lot.ident !== read.ident);
}

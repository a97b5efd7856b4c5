// Who has which printed cards of a game, for the desks; the arithmetic of a lot is lots.js.
import { countOf, deskRuns, lastSold, lotsOf, soldIn } from "../lots.js";

/** The printed series of a game: the first, then its complementary one. */
export const printed = (board) => lotsOf(board, "physical");

/** "20 – 24", or "20" when it is one card. */
export const runText = (run) => (run.first === run.last ? String(run.first) : `${run.first} – ${run.last}`);

export const runsText = (runs) => runs.map(runText).join(", ");

const off = (one, why) => (one.off || []).filter((run) => run.why === why);

/** Unsold cards in sellers' hands, each run with its holder. */
export const heldIn = (one) => off(one, "held");
export const unplayableIn = (one) => off(one, "unplayable");

/** Cards that left the desk and came back. */
export const cameBack = (one) => off(one, "desk").filter((run) => run.first < one.next_card);

/** The series that holds the last printed card sold; the first one while none is sold. */
export function lastPrinted(board) {
  const lots = printed(board);
  return [...lots].reverse().find((one) => soldIn(one)) || lots[0] || null;
}

/** Unsold cards with a sold one after them, with who has them ("" = the desk): the sale cannot close over them. */
export function holesOf(board) {
  const last = lastPrinted(board);
  const holes = [];
  for (const one of printed(board)) {
    const unsold = [...deskRuns(one).map((run) => ({ ...run, holder: "" })), ...heldIn(one)].sort((a, b) => a.first - b.first);
    holes.push(...unsold.filter((run) => one !== last || run.first < lastSold(one)));
    if (one === last) break;
  }
  return holes;
}

/** Runs by who has them, "" = the desk: [[username, runs], …] in the order of the lowest card. */
export function byHolder(runs) {
  const found = new Map();
  for (const run of runs) found.set(run.holder || "", [...(found.get(run.holder || "") || []), run]);
  return [...found];
}

/** Unsold cards in sellers' hands, by seller. */
export const holders = (board) => byHolder(printed(board).flatMap(heldIn));

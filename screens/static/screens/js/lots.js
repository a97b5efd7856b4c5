// Arithmetic of a lot's cards: runs [{first, last}], both ends included. ES2017, for walls and staff alike.
//
// Cards below `next_card` have left the cash desk and are sold, but for those in `off`: held by a seller, back at the
// desk, spoiled, or unplayable. The same rules as the house's own, which judges; here they only say what is shown.

const GONE = ["spoiled", "unplayable"];

export function countOf(runs) {
  return runs.reduce((sum, run) => sum + run.last - run.first + 1, 0);
}

// Sorted, and joined where they touch.
export function joined(runs) {
  const made = [];
  runs.filter((run) => run.first <= run.last).sort((a, b) => a.first - b.first).forEach((run) => {
    const before = made[made.length - 1];
    if (before && run.first <= before.last + 1) {
      before.last = Math.max(before.last, run.last);
    } else {
      made.push({first: run.first, last: run.last});
    }
  });
  return made;
}

// What of `runs` is not in `cut`.
export function without(runs, cut) {
  return cut.reduce((left, hole) => joined(left.reduce((pieces, run) => pieces.concat([
    {first: run.first, last: Math.min(run.last, hole.first - 1)},
    {first: Math.max(run.first, hole.last + 1), last: run.last},
  ]), [])), joined(runs));
}

const off = (lot) => lot.off || [];

export function soldRuns(lot) {
  return without([{first: lot.first_card, last: lot.next_card - 1}], off(lot));
}

export function soldIn(lot) {
  return lot ? countOf(soldRuns(lot)) : 0;
}

// The last card sold; the one before the first while none is.
export function lastSold(lot) {
  const runs = soldRuns(lot);
  return runs.length ? runs[runs.length - 1].last : lot.first_card - 1;
}

// Unsold cards in sellers' hands, of one seller when named.
export function heldRuns(lot, holder) {
  const held = off(lot).filter((one) => one.why === "held" && (holder === undefined || one.holder === holder));
  return held.map((one) => ({first: one.first, last: one.last}));
}

// Cards at the desk that can be sold or given out, the lowest first.
export function deskRuns(lot) {
  const back = off(lot).filter((one) => one.why === "desk" && one.first < lot.next_card);
  const gone = off(lot).filter((one) => GONE.indexOf(one.why) >= 0);
  return joined(back.concat(without([{first: lot.next_card, last: lot.last_card}], gone)));
}

// Cards that can still be sold, at the desk or in sellers' hands.
export function leftIn(lot) {
  return lot ? countOf(deskRuns(lot)) + countOf(heldRuns(lot)) : 0;
}

// All lots of a medium: the series, then its complementary one.
export function lotsOf(board, medium) {
  return ((board && board.lots) || []).filter((lot) => lot.medium === medium);
}

export function sumOver(lots, count) {
  return lots.reduce((sum, lot) => sum + count(lot), 0);
}

export function lotWith(board, card) {
  return ((board && board.lots) || []).find((lot) => lot.first_card <= card && card <= lot.last_card) || null;
}

// "12–15, 40"
export function runsText(runs) {
  return runs.map((run) => (run.first === run.last ? String(run.first) : run.first + "–" + run.last)).join(", ");
}

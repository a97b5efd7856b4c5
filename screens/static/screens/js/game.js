// What the faces derive from a frame: which scene it is, which claims and awards to show. Pure functions.

export const LAST_BALL = 90;
const CORRECTION_STAYS_BALLS = 2;

// idle, sale, ready, draw, check, won, closed
const SCENE_OF_STATE = {
  announced: "idle", selling: "sale", ready: "ready", drawing: "draw", checking: "check",
  won: "won", unclaimed: "won", paying: "won", closed: "closed",
};

export function sceneOf(frame) {
  const session = frame.session;
  if (!session || session.state !== "open" || !frame.board) {
    return "idle";
  }
  if (frame.board.state === "ready" && frame.board.draw_started) {
    return "draw";
  }
  return SCENE_OF_STATE[frame.board.state] || "idle";
}

export function calledNumbers(board) {
  return board ? board.drawn.slice(0, board.called) : [];
}

export function lastBall(board) {
  return board && board.called > 0 ? board.drawn[board.called - 1] : 0;
}

export function lotOf(board, medium) {
  return (board.lots || []).find((lot) => lot.medium === medium) || null;
}

export function sold(lot) {
  return lot ? lot.next_card - lot.first_card : 0;
}

export function faceValue(board) {
  return board.lots && board.lots.length ? board.lots[0].face_value_cents : 0;
}

// The claims of the round being checked, and the one in hand: the first open one, or else the last.
export function claimsNow(board) {
  const claims = (board.claims || []).filter((claim) => claim.window === board.window);
  const open = claims.find((claim) => claim.status === "open");
  return {claims: claims, current: open || claims[claims.length - 1] || null};
}

export function awardsOf(board, prize) {
  return (board.awards || []).filter((award) => award.prize === prize);
}

// [{cents, cards: [..]}]: winners grouped by what each gets (shares may differ by one cent), most first.
export function shares(awards) {
  const groups = [];
  awards.forEach((award) => {
    let group = groups.find((one) => one.cents === award.cents);
    if (!group) {
      group = {cents: award.cents, cards: []};
      groups.push(group);
    }
    group.cards.push(award.card);
  });
  return groups.sort((a, b) => b.cards.length - a.cards.length);
}

// The last correction, for as long as it is news: until some balls have been called after it.
export function correctionNow(board) {
  const all = board.corrections || [];
  const last = all[all.length - 1];
  return last && board.called - last.ordinal <= CORRECTION_STAYS_BALLS ? last : null;
}

// A game taken off before anything was sold has no figures.
export function isWithdrawn(board) {
  return board.state === "closed" && !board.figures;
}

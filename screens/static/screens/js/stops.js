// What stops a game, read off its board: the fifteen minutes, what follows, what a card is paid back with. Pure functions.

const LIMIT_SECONDS = 15 * 60;
const FIRST = 1;

// A double card is paid for both its halves at once.
export function priceOf(lot) {
  return lot ? lot.face_value_cents * (lot.parts || 1) : 0;
}

// Seconds left of the fifteen minutes at the house's time `now`; null where none run: a ball was out, or an agent decides.
export function secondsLeft(board, now) {
  const stop = board && board.suspension;
  if (!stop || stop.cause !== "failure" || stop.ball_out) {
    return null;
  }
  return Math.min(LIMIT_SECONDS, Math.max(0, Math.ceil(LIMIT_SECONDS - (now - Date.parse(stop.since)) / 1000)));
}

// 843 -> "14:03"
export function clockText(seconds) {
  return Math.floor(seconds / 60) + ":" + ("0" + (seconds % 60)).slice(-2);
}

// What a suspension waits for: "wait" (the fifteen minutes run), "over", "manual" (balls by hand) or "agent".
export function followUp(board, now) {
  if (board.suspension.cause !== "failure") {
    return "agent";
  }
  return board.suspension.ball_out ? "manual" : secondsLeft(board, now) ? "wait" : "over";
}

// What one card of a void game is paid back with: of a double card one half, or both.
export function refundEach(board) {
  const lot = board.lots[0];
  return lot ? (board.voided.whole ? priceOf(lot) : lot.face_value_cents) : 0;
}

// The first game of a pair is void alone: the card stays with the player, whose other half is still to be played.
export function keepsCard(board) {
  return Boolean(board.voided) && board.pair === FIRST && !board.voided.whole;
}

// One half of a double card is paid back, whichever game it was.
export function paysHalf(board) {
  return Boolean(board.voided) && board.pair > 0 && !board.voided.whole;
}

// Where the game stands, in the words of this console: one stage, one obvious next deed.
import { called, lot, numberMissing, roundClaims } from "../staff/reading.js";

/** The game's path in the left column. */
export const PATH = ["open", "sale", "leftovers", "start", "line", "bingo", "prizes"];

/** The stage decides which step stands in the centre. */
export function stageOf(house) {
  const { session, board, still } = house;
  if (!house.known) return "loading";
  if (!session) return "no_session";
  if (session.state === "preparing") return "preparing";
  const live = board && !["announced", "closed"].includes(board.state);
  if (!live) return session.state === "closed" ? "over" : "open";
  if (board.state === "suspended") return "suspended";
  if (["void", "refunded"].includes(board.state)) return "void";
  if (board.state === "waiting") return numberMissing(board) ? "number" : "second";
  if (board.state === "selling") return "sale";
  if (board.state === "ready" && !board.draw_started) {
    if (lot(board, "physical") && !board.leftovers_returned) return "leftovers";
    return numberMissing(board) ? "number" : "start";
  }
  if (board.state === "checking" || board.pause === "claim") return "claim";
  if (["won", "unclaimed", "paying"].includes(board.state)) return "prizes";
  if (board.held.length) return "held";
  if (still) return "still";
  if (board.pause) return "paused";
  return called(board).length === 90 ? "last_call" : "draw";
}

/** Which item of the path is lit at a stage. */
export function pathOf(stage, board) {
  if (stage === "second" || stage === "number") return "start";
  if (stage === "suspended") return stoppedAt(board, board.suspension.came_from);
  if (stage === "void") return stoppedAt(board, board.voided.came_from);
  if (["draw", "claim", "held", "still", "paused", "last_call"].includes(stage)) {
    return board.line_closed ? "bingo" : "line";
  }
  return PATH.includes(stage) ? stage : "open";
}

/** Where on the path a game stood that was suspended, or is void. */
function stoppedAt(board, state) {
  if (state === "selling") return "sale";
  if (state === "waiting" || (state === "ready" && !board.draw_started)) return "start";
  if (["won", "unclaimed", "paying"].includes(state)) return "prizes";
  return board.line_closed ? "bingo" : "line";
}

/** What a claim round stands for: which prize was upheld in it, if any. */
export function roundPrize(board) {
  const upheld = roundClaims(board).filter((c) => c.status === "upheld");
  if (upheld.some((c) => c.prize === "bingo")) return "bingo";
  return upheld.length ? "line" : null;
}

// What the faces derive from a frame: which scene it is, which claims and awards to show. Pure functions.

import {lotsOf, soldIn, sumOver} from "./lots.js";

export const LAST_BALL = 90;

// idle, sale, ready, second (the second game of a pair, before its draw), draw, check, suspended, void, won, closed
const SCENE_OF_STATE = {
  announced: "idle", selling: "sale", ready: "ready", drawing: "draw", checking: "check",
  won: "won", unclaimed: "won", paying: "won", closed: "closed", waiting: "second", suspended: "suspended",
};

export function sceneOf(frame) {
  const session = frame.session;
  if (!session || session.state !== "open" || !frame.board) {
    return "idle";
  }
  if (frame.board.voided) {
    return "void";
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

// The first series of a medium; a second one of paper may be on sale too (lotsOf).
export function lotOf(board, medium) {
  return lotsOf(board, medium)[0] || null;
}

export function soldOf(board, medium) {
  return sumOver(lotsOf(board, medium), soldIn);
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

// A game taken off before anything was sold has no figures.
export function isWithdrawn(board) {
  return board.state === "closed" && !board.figures && !board.voided;
}

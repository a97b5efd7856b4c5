// The hall board's scenes of a game that stands, is void, or is the second of a pair: what has happened, what follows.

import {el} from "./dom.js";
import {euros, number} from "./format.js";
import {lastBall} from "./game.js";
import {sealed} from "./hall_sealed.js";
import {language, t, word} from "./labels.js";
import {countOf, lotsOf, soldIn, soldRuns, sumOver, without} from "./lots.js";
import {clockText, followUp, keepsCard, paysHalf, refundEach, secondsLeft} from "./stops.js";

export function suspended(board, now) {
  const left = secondsLeft(board, now);
  const follow = followUp(board, now);
  return [
    el("section", "halt", [
      el("h2", "halt-title fit", t("suspended.title", {number: board.game_no})),
      el("p", "halt-what", t("suspended." + follow)),
      el("p", "halt-keep", t(follow === "wait" || follow === "over" ? "suspended.keep_paper" : "suspended.keep")),
    ]),
    left === null ? lastCalled(board) : el("section", "halt-side", [
      el("p", "halt-name", t("suspended.left")), el("b", "halt-clock figures", clockText(left)),
    ]),
  ];
}

// Where the draw stands: what was called stays in sight.
function lastCalled(board) {
  const last = lastBall(board);
  return last ? el("section", "halt-side", [
    el("div", "ball halt-ball", [el("span", "ball-number", last)]), el("p", "halt-name", t("ball_of") + " " + board.called + " / 90"),
  ]) : null;
}

// The clock of a suspension already on the wall; tells whether the scene must be drawn anew.
export function tick(place, board, now) {
  const node = place.querySelector(".halt-clock");
  const left = node ? secondsLeft(board, now) : null;
  if (left === null) {
    return false;
  }
  node.textContent = clockText(left);
  return left === 0 && place.querySelector(".halt-what").textContent !== t("suspended.over");
}

// An announcing error is told with its numbers: everybody heard them.
function cause(board) {
  const why = board.voided;
  return why.ordinal ? t("void.announcing_error_of", why) : word("void", why.cause);
}

// Paper cards nobody has brought yet.
function stillOut(board) {
  return sumOver(lotsOf(board, "physical"), (lot) => countOf(without(soldRuns(lot), board.refunded || [])));
}

function progress(board) {
  const sold = sumOver(lotsOf(board, "physical"), soldIn);
  const out = stillOut(board);
  return sold ? el("p", "halt-count", [
    el("span", "", t("void.back")), el("b", "figures", number(sold - out, language()) + " / " + number(sold, language())),
  ]) : null;
}

// What each kind of card has to do for its money, in the order in which it is read.
function steps(board) {
  const paper = stillOut(board) > 0;
  const virtual = sumOver(lotsOf(board, "virtual"), soldIn) > 0;
  const late = board.state !== "void";
  const how = keepsCard(board) ? "void.show_paper" : late ? "void.late_paper" : "void.bring_paper";
  return [paper ? t(how) : "", paper && keepsCard(board) ? t("void.keep") : "", virtual ? t("void.virtual") : ""].filter(Boolean);
}

export function voided(board) {
  if (board.voided.cause === "pair") {
    return [el("header", "ending ending-alone", [
      el("h2", "ending-title fit", t("void.title", {number: board.game_no})), el("p", "ending-help fit", t("void.with_first")),
    ])];
  }
  return [
    el("div", "poster poster-void", [
      el("h2", "poster-title fit", t("void.title", {number: board.game_no})),
      el("p", "poster-name", t(paysHalf(board) ? "void.each_half" : "void.each")),
      el("p", "poster-price fit", euros(refundEach(board), language())),
      el("p", "poster-cause", cause(board)),
    ]),
    el("section", "halt", [
      el("h3", "halt-lead", t(paysHalf(board) ? "void.half" : "void.whole")),
      el("ul", "halt-steps", steps(board).map((text) => el("li", "", text))),
      progress(board),
    ]),
  ];
}

function prize(name, cents, look) {
  return el("div", "figure figure-prize " + look, [
    el("span", "figure-name", word("prize", name)), el("b", "figure-value fit", euros(cents, language())),
  ]);
}

export function second(board) {
  const figures = board.figures || {};
  return [
    el("div", board.electronic ? "poster poster-sealed" : "poster", [
      el("p", "poster-name", t("waiting.next")),
      el("h2", "poster-title poster-second", t("waiting.title")),
      el("p", "poster-cause", t("waiting.keep")),
      el("p", "poster-cause", t("pair.door")),
      sealed(board),
    ]),
    el("div", "purse", [
      prize("line", figures.line_cents || 0, ""), prize("bingo", figures.bingo_cents || 0, "figure-bingo"),
    ]),
  ];
}

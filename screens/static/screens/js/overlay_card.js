// What stands on the overlay's large plate: the card being checked, the winners, a correction, why a game stands.

import {el} from "./dom.js";
import {face, markFace} from "./face.js";
import {euros} from "./format.js";
import {awardsOf, calledNumbers, claimsNow, lastBall, shares} from "./game.js";
import {language, t, word} from "./labels.js";
import {clockText, followUp, paysHalf, refundEach, secondsLeft} from "./stops.js";

function verdict(claim) {
  if (claim.status === "open") {
    return el("p", "verdict verdict-open", t("check.open"));
  }
  if (claim.status === "upheld") {
    return el("p", "verdict verdict-good", t("check.upheld"));
  }
  const missing = (claim.missing || []).join(" · ");
  return el("p", "verdict verdict-bad",
    t("check.rejected") + ". " + (missing ? t("check.missing", {numbers: missing}) : word("reason", claim.reason)));
}

function checkNodes(board) {
  const claim = claimsNow(board).current;
  if (!claim) {
    return [];
  }
  const missing = claim.status === "rejected" ? claim.missing : [];
  return [
    el("div", "card-head", [
      el("p", "card-prize", word("prize", claim.prize)), el("p", "card-name", t("check.card", {card: claim.card})),
    ]),
    markFace(face(claim.rows), calledNumbers(board), {last: lastBall(board), missing: missing}),
    verdict(claim),
  ];
}

function winNode(board, name) {
  const awards = awardsOf(board, name);
  const first = shares(awards)[0];
  return first ? el("div", "win", [
    el("p", "win-name", word("prize", name) + " · " + t("won.winners", {n: awards.length})),
    el("p", "win-cents", [
      el("b", "", euros(first.cents, language())), awards.length > 1 ? el("span", "", t("won.each")) : null,
    ]),
  ]) : null;
}

// A few words on a plate: a title, and what follows.
function toldNodes(title, text) {
  return [el("p", "card-prize card-calm", title), text ? el("p", "card-told", text) : null];
}

function suspendedNodes(board, now) {
  const left = secondsLeft(board, now);
  const nodes = toldNodes(t("suspended.short"), t("suspended." + followUp(board, now)));
  return left ? nodes.concat([el("p", "card-clock figures", clockText(left))]) : nodes;
}

function voidNodes(board) {
  if (board.voided.cause === "pair") {
    return toldNodes(t("void.title", {number: board.game_no}), t("void.with_first"));
  }
  return toldNodes(t("void.title", {number: board.game_no}), t(paysHalf(board) ? "void.half" : "void.short"))
    .concat([el("p", "win-cents", [el("b", "", euros(refundEach(board), language())), el("span", "", t("void.each_card"))])]);
}

function correctionNodes(correction) {
  return [
    el("p", "card-prize card-calm", t("correction") + " · " + t("correction.of_ball", {ordinal: correction.ordinal})),
    el("p", "card-correction figures", [el("s", "", correction.was), el("span", "", "→"), el("b", "", correction.number)]),
  ];
}

// The plate's nodes in a scene; none where it has nothing to say. `now` is the house's time in milliseconds.
export function cardNodes(board, scene, correction, now) {
  if (scene === "check") {
    return checkNodes(board);
  }
  if (scene === "draw" && correction) {
    return correctionNodes(correction);
  }
  if (scene === "draw" && board.pause) {
    return [el("p", "card-prize", t(board.pause === "claim" ? "stop.claim" : "stop.title"))];
  }
  if (scene === "suspended") {
    return suspendedNodes(board, now);
  }
  if (scene === "void") {
    return voidNodes(board);
  }
  if (scene === "second") {
    return toldNodes(t("waiting.title"), t("pair.mark", {n: board.pair}));
  }
  return scene === "won" ? [winNode(board, "bingo"), winNode(board, "line")].filter(Boolean) : [];
}

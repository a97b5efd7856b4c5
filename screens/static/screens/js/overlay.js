// The television overlay: what it shows is a function of the last frame and of its address, never of animations.
// A heartbeat comes every five seconds; when one is missing the ball goes: a stale number must not stand beside a live camera.

import {el, fillWords, put, refill, replay} from "./dom.js";
import {face, markFace} from "./face.js";
import {Feed} from "./feed.js";
import {euros} from "./format.js";
import {awardsOf, calledNumbers, claimsNow, lastBall, LAST_BALL, sceneOf, shares} from "./game.js";
import {language, setLanguage, t, word} from "./labels.js";
import {runClock, takeTurns} from "./wall.js";

const STALE_MS = 5000;
const LASTS = 5;
const LONG_MONEY = 12;

const $ = (id) => document.getElementById(id);
const settings = document.body.dataset;
const shows = (part) => settings.show.split(" ").indexOf(part) >= 0;
const animated = settings.anim !== "0";
const delay = Number(settings.delay) || 0;
let frame = null;
let feed = null;
let stale = true;
let playing = true;

document.documentElement.style.setProperty("--safe", settings.safe);
document.documentElement.style.setProperty("--scale", settings.scale);

const minis = [];
if (shows("board")) {
  for (let n = 1; n <= LAST_BALL; n += 1) {
    minis[n] = el("span", "mini", n);
    $("minis").appendChild(minis[n]);
  }
}

function drawBall(board, live) {
  const called = live ? calledNumbers(board) : [];
  const last = live ? lastBall(board) : 0;
  $("ball").hidden = !(shows("ball") && last);
  put($("ball-number"), last || "");
  const lasts = shows("last") ? called.slice(0, -1).slice(-LASTS).reverse() : [];
  refill($("lasts"), lasts.map((n) => el("li", "past-ball", n)));
  put($("counter"), live ? board.called : "");
  $("plate").hidden = !(live && (shows("ball") || shows("last")));
}

function prize(board, name, cents) {
  const past = name === "line" && board.line_closed;
  return el("div", past ? "money-past" : "", [el("dt", "", word("prize", name)), el("dd", "", euros(cents, language()))]);
}

function drawMoney(board, on) {
  const figures = on && shows("prize") ? board.figures : null;
  const rows = figures ? [prize(board, "line", figures.line_cents), prize(board, "bingo", figures.bingo_cents)] : [];
  const longest = rows.reduce((most, row) => Math.max(most, row.lastChild.textContent.length), 0);
  $("money").classList.toggle("money-wide", longest > LONG_MONEY);
  refill($("money"), rows);
}

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

function drawCard(board, scene) {
  let nodes = [];
  if (shows("card") && scene === "check") {
    nodes = checkNodes(board);
  } else if (shows("card") && scene === "draw" && board.pause) {
    nodes = [el("p", "card-prize", t(board.pause === "claim" ? "stop.claim" : "stop.title"))];
  } else if (shows("card") && scene === "won") {
    nodes = [winNode(board, "bingo"), winNode(board, "line")].filter(Boolean);
  }
  refill($("card"), nodes);
  $("card").hidden = nodes.length === 0;
}

function drawMinis(board, on) {
  $("minis").hidden = !(on && shows("board"));
  const called = new Set(calledNumbers(board));
  const last = lastBall(board);
  minis.forEach((mini, n) => {
    mini.classList.toggle("mini-on", called.has(n));
    mini.classList.toggle("mini-last", n === last);
  });
}

function draw() {
  fillWords(document);
  const scene = frame ? sceneOf(frame) : "idle";
  const board = frame ? frame.board : null;
  const on = playing && Boolean(board) && (scene === "draw" || scene === "check" || scene === "won");
  $("stage").dataset.scene = scene;
  drawBall(board, on && !stale);
  drawMoney(board, playing && Boolean(board) && (on || scene === "ready"));
  drawCard(board, on && !stale ? scene : "idle");
  drawMinis(board, on && !stale);
  $("clock").hidden = !(playing && shows("clock"));
}

function show(next, how) {
  frame = next;
  draw();
  if (how.sound && animated && next.event.kind === "BallCalled") {
    replay($("ball"), "ball-in");
  }
}

function watch() {
  const old = !feed || !frame || feed.silence > STALE_MS;
  if (old !== stale) {
    stale = old;
    draw();
  }
}

// CasparCG and its relatives drive a page by these four globals; the page itself is never removed.
window.play = () => { playing = true; draw(); };
window.stop = () => { playing = false; draw(); };
window.next = () => draw();
window.update = () => draw();

setLanguage(language());
takeTurns(draw);
runClock([$("clock")]);
draw();
feed = new Feed({audience: "public", token: settings.token}, {
  // The camera's picture comes late by its encoder; the graphics wait as long.
  onFrame: (next, how) => (delay && !how.fresh ? setTimeout(() => show(next, how), delay) : show(next, how)),
  onLink: () => setTimeout(watch, 0),
});
setInterval(watch, 500);

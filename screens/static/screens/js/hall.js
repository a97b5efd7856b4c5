// The hall board: the whole wall is a function of the last frame.

import {Corrections} from "./correction.js";
import {el, fillWords, fitAll, put, refill, replay} from "./dom.js";
import {Feed} from "./feed.js";
import {euros, number, seriesName} from "./format.js";
import {awardsOf, calledNumbers, isWithdrawn, lastBall, LAST_BALL, sceneOf} from "./game.js";
import {drawScene, jackpotRow} from "./hall_scenes.js";
import {jackpotsOf} from "./jackpots.js";
import {tick} from "./hall_stops.js";
import {knows, language, setLanguage, t, word} from "./labels.js";
import {lastSold} from "./lots.js";
import {priceOf} from "./stops.js";
import {voiceOfPage} from "./voice.js";
import {runClock, takeTurns} from "./wall.js";

const STRIP_LENGTH = 12;
const NEWS_MS = 20000;
const RESUMED_MS = 8000;
const TICK_MS = 500;
const LAMPS_AT_FOOT = ["sale", "ready", "second", "won", "closed", "suspended", "void"];

const $ = (id) => document.getElementById(id);
const stage = $("stage");
const animated = document.body.dataset.anim !== "0";
const voice = voiceOfPage(document.body);
let frame = null;
let news = null;
let feed = null;
const corrections = new Corrections(draw);
const now = () => (feed ? feed.now : Date.now());

const cells = [];
for (let n = 1; n <= LAST_BALL; n += 1) {
  const cell = el("span", "lamp", [el("b", "lamp-number", n), el("i", "lamp-ordinal", "")]);
  cells[n] = cell;
  $("grid").appendChild(cell);
}

function drawGrid(board) {
  const called = calledNumbers(board);
  const ordinal = {};
  called.forEach((n, index) => { ordinal[n] = index + 1; });
  const last = lastBall(board);
  for (let n = 1; n <= LAST_BALL; n += 1) {
    const cell = cells[n];
    cell.classList.toggle("lamp-on", n in ordinal);
    cell.classList.toggle("lamp-last", n === last);
    put(cell.lastChild, ordinal[n] || "");
  }
}

function drawStrip(board) {
  const called = calledNumbers(board);
  const before = called.slice(0, -1).slice(-STRIP_LENGTH);
  const first = called.length - 1 - before.length;
  const items = before.map((n, index) => el("li", "past", [
    el("b", "past-ball", n), el("span", "past-ordinal figures", first + index + 1),
  ]));
  refill($("strip"), items.reverse());
}

function prizeRow(board, prize, cents) {
  const done = prize === "line" ? board.line_closed : awardsOf(board, prize).length > 0;
  const name = el("dt", "prize-name", word("prize", prize));
  if (done) {
    name.appendChild(el("span", "prize-done", t("draw.line_won")));
  }
  return el("div", "prize" + (done ? " prize-past" : ""), [name, el("dd", "prize-cents fit", euros(cents, language()))]);
}

function drawSide(board) {
  const last = lastBall(board);
  put($("ball-number"), last || "");
  $("ball").classList.toggle("ball-none", !last);
  put($("counter"), board.called);
  const figures = board.figures;
  refill($("prizes"), figures
    ? [prizeRow(board, "line", figures.line_cents), prizeRow(board, "bingo", figures.bingo_cents)] : []);
  const jackpots = jackpotsOf(board);
  stage.dataset.jackpots = String(jackpots.length);
  stage.classList.toggle("has-jackpots", jackpots.length > 0);
  refill($("jackpots"), jackpots.map(jackpotRow));
  if (figures) {
    const all = number(figures.physical_sold + figures.virtual_sold, language());
    const parts = t("draw.paper_virtual", {
      paper: number(figures.physical_sold, language()), virtual: number(figures.virtual_sold, language()),
    });
    refill($("sold"), [el("span", "sold-all", t("draw.cards") + " " + all), el("span", "sold-parts fit", parts)]);
  }
}

function seriesNodes(board) {
  const price = euros(priceOf(board.lots[0]), language());
  return board.lots.map((lot, index) => {
    const last = board.figures ? lastSold(lot) : lot.last_card;
    const range = last >= lot.first_card ? " · " + lot.first_card + "–" + last : "";
    return el("span", "", (index ? "" : t("series") + " ") + seriesName(lot) + range);
  }).concat([el("span", "", price)]);
}

function drawHead(board) {
  const lots = board ? board.lots || [] : [];
  put($("game"), board ? t("game", {number: board.game_no}) : "");
  refill($("series"), lots.length ? seriesNodes(board) : []);
  $("pair").hidden = !(board && board.pair);
  put($("pair"), board && board.pair ? t("pair.mark", {n: board.pair}) : "");
  const byHand = Boolean(board) && (board.by_hand || []).indexOf(board.called) >= 0;
  $("manual").hidden = !(board && (board.extractor === "manual" || byHand));
  put($("manual"), t(byHand ? "manual.ball" : "manual"));
  $("electronic").hidden = !(board && board.extractor === "rng");
  const last = (frame.session && frame.session.last_game) || 0;
  $("last").hidden = !(board && last && board.game_no >= last) || isWithdrawn(board) || Boolean(board.voided);
}

function band(kind, title, text) {
  return {kind: kind, title: title, text: text};
}

// The number that was wrong, struck, and the right one: read at a glance from the far wall.
function correctedNodes(correction) {
  return [
    el("span", "band-ordinal", t("correction.of_ball", {ordinal: correction.ordinal})),
    el("s", "band-wrong figures", correction.was), el("span", "band-arrow", "→"),
    el("b", "band-right figures", correction.number),
  ];
}

// What must be told over the strip of past balls, most urgent first.
function bandOf(board, scene) {
  if (!board || (scene !== "draw" && scene !== "ready" && scene !== "check")) {
    return null;
  }
  const correction = corrections.now(board);
  if (correction) {
    return band("warn", t("correction"), correctedNodes(correction));
  }
  if (news && news.kind === "SaleFiguresCorrected" && board.figures) {
    const figures = board.figures;
    return band("warn", t("correction"), t("correction.figures", {
      cards: number(figures.physical_sold + figures.virtual_sold, language()),
      line: euros(figures.line_cents, language()), bingo: euros(figures.bingo_cents, language()),
    }));
  }
  if (scene === "draw" && board.pause === "claim") {
    return band("hot", t("stop.claim"), t("stop.claim_help"));
  }
  if (scene === "draw" && board.pause) {
    const code = board.pause.indexOf("held") === 0 ? "held" : board.pause;
    return band("warn", t("stop.title"), word("pause", knows("pause." + code) ? code : "fault"));
  }
  if (scene === "draw" && news && news.kind === "PlayResumed" && board.line_closed) {
    return band("good", t("resumed"), "");
  }
  return scene === "draw" && board.called === 0 ? band("plain", t("draw.first"), "") : null;
}

function drawBand(board, scene) {
  const told = bandOf(board, scene);
  const node = $("band");
  node.hidden = !told;
  if (told) {
    node.className = "band band-" + told.kind;
    refill(node, [el("strong", "band-title", told.title), told.text ? el("span", "band-text fit", told.text) : null]);
  }
}

function idleWords() {
  const session = frame.session;
  if (!session || session.state === "closed") {
    return t("idle.closed");
  }
  return t(session.state === "preparing" ? "idle.preparing" : "idle.next");
}

function draw() {
  fillWords(document);
  if (!frame) {
    return;
  }
  const board = frame.board;
  const scene = sceneOf(frame);
  stage.dataset.scene = scene;
  stage.dataset.layout = LAMPS_AT_FOOT.indexOf(scene) >= 0 ? "foot" : "";
  put($("idle-words"), idleWords());
  drawHead(scene === "idle" ? null : board);
  if (board && scene !== "idle") {
    drawGrid(board);
    drawStrip(board);
    drawSide(board);
  }
  drawScene($("scene"), scene, board, frame.session, now());
  drawBand(board, scene);
  fitAll(stage);
}

function keepNews(event) {
  if (!event || (event.kind !== "SaleFiguresCorrected" && event.kind !== "PlayResumed")) {
    return;
  }
  const mine = event;
  news = mine;
  setTimeout(() => {
    news = news === mine ? null : news;
    draw();
  }, event.kind === "PlayResumed" ? RESUMED_MS : NEWS_MS);
}

function sound(event) {
  if (event.kind !== "BallCalled") {
    return;
  }
  put($("spoken"), event.number);
  if (animated) {
    replay($("ball"), "ball-in");
    replay(cells[event.number], "lamp-in");
  }
}

function onFrame(next, how) {
  frame = next;
  corrections.watch(next.board);
  if (how.sound) {
    keepNews(next.event);
  }
  draw();
  if (how.sound) {
    sound(next.event);
  }
  if (voice && how.sound) {
    voice.hear(next.event, next.board);
  } else if (voice && how.fresh) {
    voice.forget();
  }
}

setLanguage(language());
takeTurns(draw);
runClock(Array.from(document.querySelectorAll("[data-clock]")));
draw();
if (document.fonts && document.fonts.ready) {
  document.fonts.ready.then(draw);
}
addEventListener("resize", draw);
feed = new Feed({audience: "public", token: document.body.dataset.token}, {onFrame: onFrame});
setInterval(() => {
  if (frame && sceneOf(frame) === "suspended" && tick($("scene"), frame.board, now())) {
    draw();
  }
}, TICK_MS);

// The player's terminal. The game comes from the feed; the balance and the own cards from /state/mine/.

import {Corrections} from "./correction.js";
import {el, fillWords, put, refill, replay} from "./dom.js";
import {Feed} from "./feed.js";
import {dayAndTime, euros, number, time} from "./format.js";
import {awardsOf, calledNumbers, claimsNow, isWithdrawn, lastBall, sceneOf} from "./game.js";
import {jackpotsInPlay, jackpotWords} from "./jackpots.js";
import {t, word} from "./labels.js";
import {clockText, followUp, priceOf, secondsLeft} from "./stops.js";
import {leaveNothing} from "./terminal_leaving.js";
import {Buying} from "./terminal_buy.js";
import {OwnCards, winningsOf} from "./terminal_cards.js";
import {Offers} from "./terminal_offers.js";
import {Standing} from "./terminal_standing.js";

const PAST = 6;
const REREAD_MS = 20000;
const BLINK_MS = 1200;
const SPREAD_MS = 600;
// Events of the game that cannot change a player's balance or cards.
const NOT_MINE = ["BallCalled", "BallDrawn", "BallHeld", "CardsSold", "DrawPaused", "DrawResumed", "DrawStarted",
  "HeldBallResolved", "LeftoversReturned", "CallCorrected", "SeriesAdded", "GameSuspended", "ParagraphRead",
  "SuspensionLifted", "ManualDrawOrdered", "BallsReplaced", "RefundsCompleted"];
const TICK_MS = 500;

const $ = (id) => document.getElementById(id);
const own = new OwnCards($("cards"));
let frame = null;
let mine = null;
let reading = null;
let warning = null;
let away = true;
let feed = null;
const corrections = new Corrections(draw);
const buying = new Buying(() => readMine(0));
const standing = new Standing(() => readMine(0));
const offers = new Offers(() => readMine(0));

function readMine(spread) {
  clearTimeout(reading);
  reading = setTimeout(async () => {
    try {
      const response = await fetch("/state/mine/", {credentials: "same-origin", headers: {"Accept": "application/json"}});
      if (response.status === 401 || response.status === 403 || response.redirected) {
        location.reload();
        return;
      }
      mine = await response.json();
      own.setCards(mine.cards || []);
      draw();
    } catch (error) {
      reading = setTimeout(() => readMine(SPREAD_MS), 3000);
    }
  }, Math.random() * (spread || 0));
}

function drawPurse() {
  const player = mine && mine.player;
  if (!player) {
    return;
  }
  put($("balance"), euros(player.balance_cents));
  put($("player-name"), player.name);
  put($("player-number"), player.number);
  $("paused").hidden = !player.paused_until;
  put($("paused"), player.paused_until ? t("paused", {until: dayAndTime(player.paused_until)}) : "");
  offers.update(mine.offers, away);
  const pending = player.pending_cents || 0;
  $("pending").hidden = pending <= 0;
  refill($("pending"), [el("span", "", t("pending")), el("b", "figures", "+ " + euros(pending))]);
}

function drawPrizes(board) {
  const figures = board.figures;
  const rows = !figures ? [] : [["line", figures.line_cents], ["bingo", figures.bingo_cents]].map((pair) => {
    const past = pair[0] === "line" ? board.line_closed : awardsOf(board, "bingo").length > 0;
    const now = !past && (pair[0] === "line" || board.line_closed);
    return el("div", "live-prize" + (past ? " live-prize-past" : now ? " live-prize-now" : ""), [
      el("dt", "", word("prize", pair[0]) + (past ? " · " + t("prizes.past") : "")),
      el("dd", "figures", euros(pair[1])),
    ]);
  });
  const more = !figures ? [] : jackpotsInPlay(board).map((one) => el("div", "live-prize live-jackpot" + (one.state === "lost" ? " live-prize-past" : ""), [
    el("dt", "", one.name + " · " + jackpotWords(one, t, euros, time)), el("dd", "figures", euros(one.cents)),
  ]));
  refill($("prizes"), rows.concat(more));
}

function drawLive(board, scene) {
  const shown = ["ready", "second", "draw", "check", "won"].indexOf(scene) >= 0 || (scene === "suspended" && board.called > 0);
  $("live").hidden = !shown;
  if (!shown) {
    return;
  }
  const called = calledNumbers(board);
  const last = lastBall(board);
  put($("ball"), last || "–");
  put($("counter"), board.called);
  $("ball").classList.toggle("live-none", !last);
  refill($("past"), called.slice(0, -1).slice(-PAST).reverse().map((n) => el("li", "", n)));
  drawPrizes(board);
}

function checkWords(board) {
  const claim = claimsNow(board).current;
  if (!claim) {
    return {kind: "hot", text: t("stop.claim")};
  }
  const kind = {open: "hot", upheld: "good", rejected: "bad"}[claim.status];
  let text = word("prize", claim.prize) + ". " + t("check." + claim.status, {card: claim.card});
  if (claim.missing && claim.missing.length) {
    text += ". " + t("check.missing", {numbers: claim.missing.join(", ")});
  }
  return {kind: kind, text: text + (claim.medium === "virtual" && own.has(claim.card) ? ". " + t("check.yours") : "")};
}

function suspendedWords(board) {
  const now = feed ? feed.now : Date.now();
  const left = secondsLeft(board, now);
  return t("suspended.short") + ". " + t("suspended." + followUp(board, now)) + (left ? " " + clockText(left) : "");
}

function wordsNow(board, scene) {
  const correction = scene === "draw" ? corrections.now(board) : null;
  if (correction) {
    return {kind: "warn", text: t("correction.words", correction)};
  }
  if (scene === "suspended") {
    return {kind: "warn", text: suspendedWords(board)};
  }
  if (scene === "second") {
    return {kind: "info", text: t("waiting.title") + ". " + t("waiting.yours")};
  }
  if (scene === "ready") {
    return {kind: "info", text: t("ready.title") + ". " + t("ready.help")};
  }
  if (scene === "check") {
    return checkWords(board);
  }
  if (scene === "draw" && board.pause) {
    return board.pause === "claim" ? {kind: "hot", text: t("stop.claim")} : {kind: "warn", text: t("stop.title")};
  }
  return scene === "draw" && board.called === 0 ? {kind: "info", text: t("draw.first")} : null;
}

function drawWords(board, scene) {
  const said = board ? wordsNow(board, scene) : null;
  $("say").hidden = !said;
  if (said) {
    $("say").className = "say say-" + said.kind;
    put($("say"), said.text);
  }
}

// A void game: what came back, as the house's own statement tells it.
function voidNodes(board) {
  // Where both games of a pair end, each has its half of what came back.
  const both = board.voided.cause === "pair" || (board.voided.whole && board.pair === 1);
  const games = [board.game_no, both ? board.other_game_no : 0];
  const mineNow = ((mine && mine.history) || []).filter((game) => games.indexOf(game.game_no) >= 0 && game.session_no === board.session_no);
  const back = mineNow.reduce((sum, game) => sum + game.refunded_cents, 0);
  const why = board.voided.ordinal ? t("void.announcing_error_of", board.voided) : word("void", board.voided.cause);
  const keep = board.pair === 1 && !board.voided.whole ? t("void.virtual_half") : "";
  return [
    el("strong", "", t("void.title", {number: board.game_no})), el("p", "", why),
    mineNow.length ? el("p", "result-back", [el("span", "", t("void.returned")), el("b", "figures", euros(back))])
      : el("p", "", t("result.not_played")),
    mineNow.length && keep ? el("p", "", keep) : null,
  ];
}

function resultNodes(board, scene) {
  if (scene === "void") {
    return voidNodes(board);
  }
  if (scene === "idle") {
    const open = frame.session && frame.session.state === "open";
    const key = open ? "idle.next" : "idle.closed";
    return [el("strong", "", t(key + ".title")), el("p", "", t(key))];
  }
  if (isWithdrawn(board)) {
    return [el("strong", "", t("withdrawn")), el("p", "", t("result.next"))];
  }
  const won = winningsOf(own, board);
  const title = won > 0 ? t("result.won", {amount: euros(won)}) : own.size ? t("result.none") : t("result.not_played");
  const over = awardsOf(board, "bingo").length ? t("won.bingo") : t("won.no_bingo");
  return [el("strong", won > 0 ? "result-won figures" : "", title), el("p", "", scene === "won" ? over : t("result.next"))];
}

function drawResult(board, scene) {
  const shown = ["idle", "won", "closed", "void"].indexOf(scene) >= 0;
  $("result").hidden = !shown;
  if (shown) {
    refill($("result"), resultNodes(board, scene));
  }
}

function drawCards(board, scene) {
  const selling = scene === "sale";
  const many = board ? own.draw(board) : false;
  $("whole").hidden = !many;
  put($("whole"), t(own.whole ? "cards.short" : "cards.whole"));
  put($("mine-count"), own.size ? t("cards.count", {n: own.size}) + (own.size > 1 && board && board.called > 0
    ? ", " + t("cards.nearest") : "") : "");
  const empty = own.size === 0 && mine !== null && scene !== "idle";
  $("cards-empty").hidden = !empty;
  document.querySelector(".mine").hidden = scene === "idle" || (own.size === 0 && !empty);
  if (empty) {
    const key = selling ? "cards.empty.sale" : "cards.empty.play";
    refill($("cards-empty"), [el("strong", "", t(key)), el("p", "", t(key + "_help"))]);
  }
}

// The games before the one in play, which is told beside; the second of two with double cards is still to come.
function pastGames() {
  const board = frame && frame.board && frame.board.state !== "closed" ? frame.board : null;
  return ((mine && mine.history) || []).filter((game) => !board || game.game_no < board.game_no || game.session_no !== board.session_no);
}

function drawHistory() {
  if (!mine) {
    return;
  }
  const games = pastGames();
  if (!games.length) {
    refill($("history"), [el("p", "dim", t("history.empty"))]);
    return;
  }
  const heads = ["game", "cards", "paid", "won"].map((name, index) => el("th", index ? "right" : "", t("history." + name)));
  const rows = games.map((game) => el("tr", "", [
    el("td", "", game.game_no), el("td", "right", number(game.cards)),
    el("td", "right", euros(game.amount_cents)),
    el("td", "right" + (game.won_cents ? " good" : " dim"), game.void
      ? [el("small", "", t("history.void")), el("span", "", euros(game.refunded_cents))] : euros(game.won_cents)),
  ]));
  refill($("history"), [el("table", "table figures", [el("thead", "", [el("tr", "", heads)]), el("tbody", "", rows)])]);
}

function draw() {
  fillWords(document);
  drawPurse();
  drawHistory();
  if (!frame) {
    return;
  }
  const board = frame.board;
  const scene = sceneOf(frame);
  $("play").dataset.scene = scene;
  put($("game"), board && scene !== "idle" ? t("game", {number: board.game_no}) : "");
  put($("pair"), board && board.pair && scene !== "idle" ? t("pair.short", {n: board.pair}) : "");
  drawLive(board, scene);
  drawWords(board, scene);
  drawResult(board, scene);
  drawCards(scene === "idle" ? null : board, scene);
  const past = pastGames();
  const usual = past.length ? past[0].cards : 0;
  buying.update(scene === "sale" ? board : null, {
    balance: mine && mine.player ? mine.player.balance_cents : null, own: own.size, usual: usual, away: away,
    stopped: scene === "suspended" ? t("suspended.short") : "", paused: mine && mine.player ? mine.player.paused_until : "",
  });
  if (mine) {
    standing.update(mine.standing, usual, board ? priceOf((board.lots || [])[0]) : 0);
  }
}

function onFrame(next, how) {
  const other = !frame || !frame.board || !next.board || frame.board.game_no !== next.board.game_no;
  frame = next;
  corrections.watch(next.board);
  const kind = next.event ? next.event.kind : "";
  // Of somebody's virtual cards just sold the standing purchase of this player may be one.
  const maybeMine = kind === "CardsSold" && next.event.medium === "virtual" && standing.on && own.size === 0;
  // A paper sale taken back, or a paper card paid back, changes no terminal; forty of them must not ask for it.
  const paper = (kind === "SaleUndone" || kind === "CardsRefunded") && next.event.medium === "physical";
  if (how.fresh || other || maybeMine || (kind && !paper && NOT_MINE.indexOf(kind) < 0)) {
    readMine(SPREAD_MS);
  }
  draw();
  if (how.sound && kind === "BallCalled") {
    replay($("ball"), "live-in");
  }
}

// A blink of the network is not worth words.
function onLink(link) {
  clearTimeout(warning);
  away = link !== "live";
  if (link === "live") {
    document.documentElement.classList.remove("is-old");
  } else {
    // After a silence there is nothing left to wait for: it was long enough already.
    const wait = feed && feed.silence > BLINK_MS ? 0 : BLINK_MS;
    warning = setTimeout(() => document.documentElement.classList.add("is-old"), wait);
  }
  draw();
}

$("whole").addEventListener("click", () => { own.whole = !own.whole; draw(); });
document.addEventListener("click", (event) => {
  const menu = document.querySelector(".me");
  if (menu.open && !menu.contains(event.target)) {
    menu.open = false;
  }
});
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && readMine(0));
addEventListener("resize", draw);
setInterval(() => document.visibilityState === "visible" && readMine(SPREAD_MS), REREAD_MS);
draw();
readMine(0);
feed = new Feed({audience: "public"}, {onFrame: onFrame, onLink: onLink});
leaveNothing(feed);
setInterval(() => frame && sceneOf(frame) === "suspended" && drawWords(frame.board, "suspended"), TICK_MS);

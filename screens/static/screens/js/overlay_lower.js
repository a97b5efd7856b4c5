// The overlay's lower third: the ball, its count and the balls before it, the prizes; and all 90 in a corner.

import {el, put, refill} from "./dom.js";
import {euros, time} from "./format.js";
import {calledNumbers, lastBall, LAST_BALL} from "./game.js";
import {jackpotsOf, jackpotWords} from "./jackpots.js";
import {language, t, word} from "./labels.js";

const LASTS = 5;
const LONG_MONEY = 12;

const $ = (id) => document.getElementById(id);
const money = (cents) => euros(cents, language());

// live: the game is one whose balls may be shown; shows(part): the page was asked for that part.
export function drawBall(board, live, shows) {
  const called = live ? calledNumbers(board) : [];
  const last = live ? lastBall(board) : 0;
  $("ball").hidden = !(shows("ball") && last);
  put($("ball-number"), last || "");
  const lasts = shows("last") ? called.slice(0, -1).slice(-LASTS).reverse() : [];
  refill($("lasts"), lasts.map((n) => el("li", "past-ball", n)));
  put($("counter"), live ? board.called : "");
  $("plate").hidden = !(live && (shows("ball") || shows("last")));
  const marks = !live ? [] : [board.pair ? t("pair.mark", {n: board.pair}) : "", board.extractor === "manual" ? t("manual") : ""];
  refill($("marks"), marks.filter(Boolean).map((mark) => el("span", "mark", mark)));
  $("stage").classList.toggle("has-marks", Boolean($("marks").firstChild));
}

function prize(board, name, cents) {
  const past = name === "line" && board.line_closed;
  return el("div", past ? "money-past" : "", [el("dt", "", word("prize", name)), el("dd", "", money(cents))]);
}

export function drawMoney(board, on) {
  const figures = on ? board.figures : null;
  const rows = figures ? [prize(board, "line", figures.line_cents), prize(board, "bingo", figures.bingo_cents)] : [];
  const longest = rows.reduce((most, row) => Math.max(most, row.lastChild.textContent.length), 0);
  $("money").classList.toggle("money-wide", longest > LONG_MONEY);
  refill($("money"), rows);
  drawJackpot(figures ? board : null);
}

// The one that can be won soonest; where none can any more, nothing.
function drawJackpot(board) {
  const until = (one) => (one.left === null ? LAST_BALL : one.left);
  const live = jackpotsOf(board).filter((one) => one.state === "open").sort((a, b) => until(a) - until(b));
  refill($("jackpot"), live.slice(0, 1).map((one) => el("div", "", [
    el("dt", "", one.name),
    el("dd", "", [el("b", "", money(one.cents)), el("span", "", jackpotWords(one, t, money, (iso) => time(iso, language())))]),
  ])));
}

const minis = [];

export function drawMinis(board, on) {
  if (on && !minis.length) {
    for (let n = 1; n <= LAST_BALL; n += 1) {
      minis[n] = el("span", "mini", n);
      $("minis").appendChild(minis[n]);
    }
  }
  $("minis").hidden = !on;
  const called = new Set(calledNumbers(board));
  const last = lastBall(board);
  minis.forEach((mini, n) => {
    mini.classList.toggle("mini-on", called.has(n));
    mini.classList.toggle("mini-last", n === last);
  });
}

// Makes the bar smaller where long sums would carry it out of the safe margin. Its parts overflow to either side.
export function fitLower(scale) {
  const bar = $("lower");
  const root = document.documentElement.style;
  root.setProperty("--s", scale);
  const room = bar.getBoundingClientRect().width;
  const shown = Array.from(bar.children).map((part) => part.getBoundingClientRect()).filter((box) => box.width > 0);
  const left = Math.min.apply(null, shown.map((box) => box.left));
  const needed = shown.length ? Math.max.apply(null, shown.map((box) => box.right)) - left : 0;
  if (needed > room) {
    root.setProperty("--s", String(scale * room / needed));
  }
}

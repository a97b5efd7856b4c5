// The hall board's scenes besides the draw itself: sale, closed sale, check of a card, winners, end of a game.

import {el, refill} from "./dom.js";
import {face, markFace} from "./face.js";
import {euros, number, seriesName, time} from "./format.js";
import {awardsOf, calledNumbers, claimsNow, faceValue, isWithdrawn, lastBall, shares} from "./game.js";
import {sealed} from "./hall_sealed.js";
import {second, suspended, voided} from "./hall_stops.js";
import {jackpotsOf, jackpotWords} from "./jackpots.js";
import {language, t, word} from "./labels.js";
import {deskRuns, lastSold, leftIn, lotsOf, soldIn} from "./lots.js";
import {priceOf} from "./stops.js";

const MOST_CARDS = 12;
const JACKPOT_NEAR_BALLS = 5;

function money(cents) {
  return euros(cents, language());
}

function figure(name, value, className) {
  return el("div", "figure " + (className || ""), [el("span", "figure-name", name), el("b", "figure-value fit", value)]);
}

const hour = (iso) => time(iso, language());

// One additional prize: its name and whether it can still be won, its amount in big digits.
export function jackpotRow(one) {
  const near = one.state === "open" && one.left !== null && one.left <= JACKPOT_NEAR_BALLS;
  return el("div", "jackpot jackpot-" + one.state + (near ? " jackpot-near" : ""), [
    el("dt", "jackpot-name fit", one.name),
    el("dd", "jackpot-say fit", jackpotWords(one, t, money, hour)),
    el("dd", "jackpot-cents fit", money(one.cents)),
  ]);
}

// Before the draw: what is played for and until which ball.
function jackpotFigure(one) {
  const until = one.state === "open" && one.ball ? t(one.exact ? "jackpot.at" : "jackpot.until", {ball: one.ball}) : jackpotWords(one, t, money, hour);
  return el("div", "jackpot jackpot-" + one.state, [
    el("dt", "jackpot-name fit", one.name), el("dd", "jackpot-say fit", until), el("dd", "jackpot-cents fit", money(one.cents)),
  ]);
}

function jackpotList(board) {
  const all = jackpotsOf(board);
  return all.length ? el("dl", "jackpots jackpots-" + all.length, all.map(jackpotFigure)) : null;
}

// What is next: the card at the desk; with cards in sellers' hands there is no one next card, so how many are left.
function nextFigure(board, lot) {
  const left = leftIn(lot);
  if (left <= 0) {
    return figure(t("sale.next"), t("sale.sold_out"), "figure-next figure-out");
  }
  const desk = deskRuns(lot);
  if (!desk.length || (board.blocks && lot.medium === "physical")) {
    return figure(t("sale.left"), number(left, language()), "figure-next");
  }
  return figure(t("sale.next"), desk[0].first, "figure-next");
}

function lotRow(board, lot) {
  const name = lot.complementary ? "sale.complementary" : lot.medium === "virtual" ? "sale.virtual" : "sale.paper";
  return el("div", "lot lot-" + lot.medium, [
    el("div", "lot-name", [
      el("h3", "lot-medium", t(name)),
      el("p", "lot-series fit", t("series") + " " + seriesName(lot)),
      el("p", "lot-range fit", t("sale.range", {first: lot.first_card, last: lot.last_card})),
    ]),
    nextFigure(board, lot),
    figure(t("sale.sold"), number(soldIn(lot), language())),
  ]);
}

function sale(board) {
  const carried = board.terms ? (board.terms.carried_line_cents || 0) + (board.terms.carried_bingo_cents || 0) : 0;
  return [
    el("div", board.electronic ? "poster poster-sealed" : "poster", [
      el("h2", "poster-title fit", t("sale.title")),
      el("p", "poster-name", t(board.pair ? "sale.price_double" : "sale.price")),
      el("p", "poster-price fit", money(priceOf(board.lots[0]))),
      board.pair ? el("p", "poster-part", [el("b", "", money(faceValue(board))), el("span", "", t("sale.price_part"))]) : null,
      board.pair ? el("p", "poster-cause", t("sale.two_games")) : null,
      carried ? el("p", "poster-carried fit", t("sale.carried") + ": " + money(carried)) : null,
      jackpotList(board),
      sealed(board),
    ]),
    el("div", "lots lots-" + board.lots.length, board.lots.map((lot) => lotRow(board, lot))),
  ];
}

// One line a series: how many of it, and from which card to which.
function soldParts(board, medium, name) {
  const lots = lotsOf(board, medium);
  return lots.map((lot) => {
    const count = soldIn(lot);
    const range = count ? t("ready.last", {first: lot.first_card, last: lastSold(lot)}) : "";
    const told = lots.length > 1 ? seriesName(lot) : name;
    return el("p", "poster-part", [el("b", "", number(count, language())), el("span", "", told), el("i", "fit", range)]);
  });
}

function ready(board) {
  const figures = board.figures || {};
  const all = (figures.physical_sold || 0) + (figures.virtual_sold || 0);
  return [
    el("div", "poster", [
      el("h2", "poster-title fit", t("ready.title")),
      el("p", "poster-name", t("ready.sold")),
      el("p", "poster-price fit", number(all, language())),
    ].concat(soldParts(board, "physical", t("ready.paper")), soldParts(board, "virtual", t("ready.virtual")), sealed(board))),
    el("div", "purse", [
      figure(word("prize", "line"), money(figures.line_cents || 0), "figure-prize"),
      figure(word("prize", "bingo"), money(figures.bingo_cents || 0), "figure-prize figure-bingo"),
      jackpotList(board),
      el("p", "purse-help", t(board.pair ? "pair.ready" : "ready.help")),
    ]),
  ];
}

function verdict(claim) {
  if (claim.status === "open") {
    return el("p", "verdict verdict-open", t("check.open"));
  }
  if (claim.status === "upheld") {
    return el("p", "verdict verdict-good", [
      el("b", "verdict-word", t("check.upheld")), el("span", "verdict-why fit", t("check.more")),
    ]);
  }
  const why = claim.missing && claim.missing.length
    ? t("check.missing", {numbers: claim.missing.join(" · ")}) : word("reason", claim.reason);
  return el("p", "verdict verdict-bad", [
    el("b", "verdict-word", t("check.rejected")), el("span", "verdict-why fit", why),
  ]);
}

const MARKS = {open: "…", upheld: "✓", rejected: "✗"};

function check(board) {
  const round = claimsNow(board);
  const claim = round.current;
  if (!claim) {
    return [el("div", "trial", [
      el("h2", "trial-title", t("stop.claim")), el("p", "verdict verdict-open", t("stop.claim_help")),
    ])];
  }
  const card = face(claim.rows);
  markFace(card, calledNumbers(board), {last: lastBall(board), missing: claim.status === "rejected" ? claim.missing : []});
  const others = round.claims.length < 2 ? null : el("p", "others", round.claims.slice(-7).map((one) => el("span",
    "other other-" + one.status + (one === claim ? " other-now" : ""), one.card + " " + MARKS[one.status])));
  return [el("div", "trial", [
    el("div", "trial-head", [
      el("h2", "trial-title", t("check." + claim.prize)),
      el("p", "trial-card fit", t("check.card", {card: claim.card})),
      others,
    ]),
    card,
    verdict(claim),
  ])];
}

function cardsText(cards) {
  const shown = cards.slice(0, MOST_CARDS).join(" · ");
  const text = t("won.card", {cards: shown, n: cards.length});
  return cards.length > MOST_CARDS ? text + " " + t("won.more", {n: cards.length - MOST_CARDS}) : text;
}

function winners(board, prize) {
  const awards = awardsOf(board, prize);
  const groups = shares(awards);
  const head = el("div", "winners-head", [
    el("h3", "winners-prize", word("prize", prize)),
    el("p", "winners-count", awards.length ? t("won.winners", {n: awards.length}) : t("won.nobody")),
  ]);
  const rows = groups.slice(0, 2).map((group) => el("div", "winners-row", [
    el("p", "winners-cents fit", [
      el("b", "", money(group.cents)), awards.length > 1 ? el("span", "", t("won.each")) : null,
    ]),
    el("p", "winners-cards", cardsText(group.cards)),
  ]));
  const look = (awards.length ? "" : " winners-none") + (awards.length > 3 || groups.length > 1 ? " winners-tight" : "");
  return el("article", "winners winners-" + prize + look, [head].concat(rows));
}

// The additional prizes won, each apart: it is another prize with a receipt of its own.
function moreWon(board) {
  const won = jackpotsOf(board).filter((one) => one.state === "won");
  return won.length ? el("div", "winners-more", won.map((one) => {
    const groups = shares((board.awards || []).filter((award) => award.jackpot === one.code));
    return el("p", "more fit", [
      el("b", "more-name", one.name), el("span", "more-cents", money(groups[0].cents)),
      el("span", "more-cards", (groups[0].cards.length > 1 ? t("won.each") + " · " : "") + cardsText(groups.reduce((all, group) => all.concat(group.cards), []))),
    ]);
  })) : null;
}

function ending(board, title, help) {
  const more = moreWon(board);
  return [
    el("header", "ending", [
      el("h2", "ending-title fit", title),
      el("p", "ending-help fit", help),
    ]),
    el("div", "winners-all" + (more ? " winners-squeezed" : ""), [winners(board, "bingo"), winners(board, "line")]),
    more,
  ];
}

function won(board) {
  const balls = t("won.in_balls", {n: board.called});
  if (awardsOf(board, "bingo").length === 0) {
    const carried = board.terms && board.terms.unclaimed_to === "next_game";
    return ending(board, t("won.no_bingo"), carried ? t("won.next_game") : t("won.no_bingo_help"));
  }
  return ending(board, t("won.title"), board.pair === 1 ? t("pair.keep") : balls);
}

// What follows the game that is over: the sale of the next, or nothing when it was the one announced as the last. Of a
// last game that was not played nothing is said: the hall has yet to decide whether there is another.
function nextWords(board, session) {
  const last = (session && session.last_game) || 0;
  if (last && board.game_no >= last) {
    return isWithdrawn(board) || board.voided ? "" : t("closed.was_last");
  }
  return t(last === board.game_no + 1 ? "closed.next_is_last" : "closed.help");
}

function closed(board, session) {
  if (isWithdrawn(board)) {
    return [el("header", "ending ending-alone", [
      el("h2", "ending-title fit", t("withdrawn.title", {number: board.game_no})),
      el("p", "ending-help fit", nextWords(board, session)),
    ])];
  }
  const help = t("won.in_balls", {n: board.called}) + " · " + nextWords(board, session);
  return ending(board, t("closed.title", {number: board.game_no}), help);
}

const SCENES = {
  sale: sale, ready: ready, check: check, won: won, closed: closed, second: second, void: voided,
  suspended: (board, session, now) => suspended(board, now),
};

export function drawScene(place, scene, board, session, now) {
  const build = SCENES[scene];
  refill(place, build && board ? build(board, session, now).filter(Boolean) : []);
}

// The hall board's scenes besides the draw itself: sale, closed sale, check of a card, winners, end of a game.

import {el, refill} from "./dom.js";
import {face, markFace} from "./face.js";
import {euros, number, seriesName} from "./format.js";
import {awardsOf, calledNumbers, claimsNow, faceValue, isWithdrawn, lastBall, lotOf, shares, sold} from "./game.js";
import {language, t, word} from "./labels.js";

const MOST_CARDS = 12;

function money(cents) {
  return euros(cents, language());
}

function figure(name, value, className) {
  return el("div", "figure " + (className || ""), [el("span", "figure-name", name), el("b", "figure-value fit", value)]);
}

function lotRow(lot) {
  const left = lot.last_card - lot.next_card + 1;
  return el("div", "lot lot-" + lot.medium, [
    el("div", "lot-name", [
      el("h3", "lot-medium", t(lot.medium === "virtual" ? "sale.virtual" : "sale.paper")),
      el("p", "lot-series fit", t("series") + " " + seriesName(lot)),
      el("p", "lot-range fit", t("sale.range", {first: lot.first_card, last: lot.last_card})),
    ]),
    left > 0 ? figure(t("sale.next"), lot.next_card, "figure-next")
      : figure(t("sale.next"), t("sale.sold_out"), "figure-next figure-out"),
    figure(t("sale.sold"), number(sold(lot), language())),
  ]);
}

function sale(board) {
  const carried = board.terms ? (board.terms.carried_line_cents || 0) + (board.terms.carried_bingo_cents || 0) : 0;
  return [
    el("div", "poster", [
      el("h2", "poster-title fit", t("sale.title")),
      el("p", "poster-name", t("sale.price")),
      el("p", "poster-price fit", money(faceValue(board))),
      carried ? el("p", "poster-carried fit", t("sale.carried") + ": " + money(carried)) : null,
    ]),
    el("div", "lots", board.lots.map(lotRow)),
  ];
}

function soldOf(lot, count, name) {
  if (!lot) {
    return null;
  }
  const range = count > 0 ? t("ready.last", {first: lot.first_card, last: lot.next_card - 1}) : "";
  return el("p", "poster-part", [el("b", "", number(count, language())), el("span", "", name), el("i", "fit", range)]);
}

function ready(board) {
  const figures = board.figures || {};
  const all = (figures.physical_sold || 0) + (figures.virtual_sold || 0);
  return [
    el("div", "poster", [
      el("h2", "poster-title fit", t("ready.title")),
      el("p", "poster-name", t("ready.sold")),
      el("p", "poster-price fit", number(all, language())),
      soldOf(lotOf(board, "physical"), figures.physical_sold || 0, t("ready.paper")),
      soldOf(lotOf(board, "virtual"), figures.virtual_sold || 0, t("ready.virtual")),
    ]),
    el("div", "purse", [
      figure(word("prize", "line"), money(figures.line_cents || 0), "figure-prize"),
      figure(word("prize", "bingo"), money(figures.bingo_cents || 0), "figure-prize figure-bingo"),
      el("p", "purse-help", t("ready.help")),
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

function ending(board, title, help) {
  return [
    el("header", "ending", [
      el("h2", "ending-title fit", title),
      el("p", "ending-help fit", help),
    ]),
    el("div", "winners-all", [winners(board, "bingo"), winners(board, "line")]),
  ];
}

function won(board) {
  const balls = t("won.in_balls", {n: board.called});
  if (awardsOf(board, "bingo").length === 0) {
    const carried = board.terms && board.terms.unclaimed_to === "next_game";
    return ending(board, t("won.no_bingo"), carried ? t("won.next_game") : t("won.no_bingo_help"));
  }
  return ending(board, t("won.title"), balls);
}

function closed(board) {
  if (isWithdrawn(board)) {
    return [el("header", "ending ending-alone", [
      el("h2", "ending-title fit", t("withdrawn.title", {number: board.game_no})),
      el("p", "ending-help fit", t("closed.help")),
    ])];
  }
  const help = t("won.in_balls", {n: board.called}) + " · " + t("closed.help");
  return ending(board, t("closed.title", {number: board.game_no}), help);
}

const SCENES = {sale: sale, ready: ready, check: check, won: won, closed: closed};

export function drawScene(place, scene, board) {
  const build = SCENES[scene];
  refill(place, build && board ? build(board) : []);
}

// The player's cards: marked by themselves, the nearest to the prize first, the far ones shortened when there are many.

import {el, put} from "./dom.js";
import {face, markFace, missingFor} from "./face.js";
import {euros} from "./format.js";
import {calledNumbers, lastBall} from "./game.js";
import {t, word} from "./labels.js";

const MANY = 8;
const WHOLE_ON_PHONE = 4;
const WHOLE_ON_TABLET = 9;
const NEAR = 3;

function isPhone() {
  return innerWidth < 760;
}

export class OwnCards {
  constructor(place) {
    this.place = place;
    this.cards = new Map();
    this.whole = false;
    this.key = "";
  }

  // own: [{card, rows}]
  setCards(own) {
    const key = own.map((one) => one.card).join(",");
    if (key === this.key) {
      return;
    }
    this.key = key;
    const before = this.cards;
    this.cards = new Map(own.map((one) => [one.card, before.get(one.card) || this.make(one)]));
    before.forEach((one, card) => {
      if (!this.cards.has(card)) {
        one.node.remove();
      }
    });
  }

  has(card) {
    return this.cards.has(card);
  }

  get size() {
    return this.cards.size;
  }

  make(own) {
    const parts = {
      card: own.card, rows: own.rows, face: face(own.rows),
      name: el("h3", "own-name"), badge: el("p", "own-badge"), missing: el("p", "own-missing figures"), prize: el("p", "own-prize"),
    };
    parts.node = el("article", "own", [
      el("div", "own-head", [parts.name, parts.badge]), parts.face, parts.missing, parts.prize,
    ]);
    return parts;
  }

  draw(board) {
    const called = new Set(calledNumbers(board));
    const prize = board.line_closed ? "bingo" : "line";
    const ranked = Array.from(this.cards.values());
    ranked.forEach((one) => {
      one.left = missingFor(one.rows, called, prize);
      one.state = stateOf(one.card, board);
      one.rank = one.state.won ? -1 : one.left.length;
    });
    ranked.sort((a, b) => a.rank - b.rank || a.card - b.card);
    const limit = this.whole || ranked.length <= MANY ? ranked.length : isPhone() ? WHOLE_ON_PHONE : WHOLE_ON_TABLET;
    ranked.forEach((one, index) => this.drawOne(one, board, called, prize, index >= limit && !one.state.won));
    this.place.classList.toggle("cards-alone", ranked.length < 3);
    this.sort(ranked);
    return ranked.length > MANY;
  }

  // Moves only what is out of place.
  sort(ranked) {
    ranked.forEach((one, index) => {
      if (this.place.children[index] !== one.node) {
        this.place.insertBefore(one.node, this.place.children[index] || null);
      }
    });
  }

  drawOne(one, board, called, prize, short) {
    const playing = board.called > 0 && (board.state === "drawing" || board.state === "checking");
    const left = one.left.length;
    const oneToGo = playing && left === 1 && !one.state.text;
    markFace(one.face, called, {last: lastBall(board), wanted: oneToGo ? one.left : []});
    put(one.name, t("card", {card: one.card}));
    one.node.classList.toggle("own-short", short);
    one.node.classList.toggle("own-one", oneToGo);
    one.node.classList.toggle("own-won", Boolean(one.state.won));
    one.node.classList.toggle("own-bad", Boolean(one.state.bad));
    const aim = left === 1 ? "" : " " + t(prize === "line" ? "card.for_line" : "card.for_bingo");
    const wants = t("card.missing", {n: left}) + aim;
    put(one.badge, !playing ? "" : left === 0 ? t("card.complete") : wants);
    one.badge.classList.toggle("own-near", playing && left > 1 && left <= NEAR);
    put(one.missing, playing && left > 0 && left <= NEAR ? one.left.slice().sort((a, b) => a - b).join(" · ") : "");
    put(one.prize, one.state.text);
    one.prize.hidden = !one.state.text;
  }
}

// What the house says of a card: its prizes, or its claim in hand.
function stateOf(card, board) {
  const awards = (board.awards || []).filter((award) => award.medium === "virtual" && award.card === card);
  if (awards.length) {
    const told = awards.map((award) => t("card.prize", {prize: word("prize", award.prize), amount: euros(award.cents)})
      + " · " + word("award", award.status));
    return {won: true, text: told.join("  +  ")};
  }
  const claims = (board.claims || []).filter((claim) => claim.medium === "virtual" && claim.card === card
    && claim.window === board.window);
  const claim = claims[claims.length - 1];
  if (!claim) {
    return {text: ""};
  }
  if (claim.status === "open") {
    return {won: true, text: word("prize", claim.prize) + " · " + t("card.claim_open")};
  }
  if (claim.status === "upheld") {
    return {won: true, text: word("prize", claim.prize) + " · " + word("claim", "upheld")};
  }
  return {bad: true, text: word("prize", claim.prize) + " · " + t("card.not_good")};
}

export function winningsOf(own, board) {
  return (board.awards || []).filter((award) => award.medium === "virtual" && own.has(award.card))
    .reduce((sum, award) => sum + award.cents, 0);
}

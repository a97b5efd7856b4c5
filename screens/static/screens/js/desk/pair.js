// The two games of double cards, in words: which of them is played, what a card costs.
import { euros, number } from "../format.js";
import { t } from "../labels.js";
import { soldIn } from "../lots.js";
import { h } from "../staff/dom.js";
import { priceOf } from "../stops.js";

/** "Game 7, the first of two", or "" for a single game. */
export const pairText = (board) => (board?.pair ? t(`desk.pair.game_${board.pair}`, { game: board.game_no, other: board.other_game_no }) : "");

/** How many parts a card of the game has. */
export const partsOf = (board) => board?.lots?.[0]?.parts || 1;

/** What a card costs: "2,00 €", or "2,00 € (2 × 1,00 €)". */
export function priceText(one) {
  const parts = one.parts || 1;
  if (parts === 1) return euros(one.face_value_cents);
  return t("desk.pair.price", { price: euros(priceOf(one)), parts, half: euros(one.face_value_cents) });
}

/** What has been paid for the cards sold, both parts together. */
export const paidFor = (board) => board.lots.reduce((sum, one) => sum + soldIn(one) * priceOf(one), 0);

/** The minutes' rows of both games, as they stand before the first ball; `rows` are the house's own. */
export function minutesOfPair(rows) {
  const head = ["desk.pair.row_game", "desk.pair.row_cards", "fact.takings", "prize.line", "prize.bingo"];
  const sold = (figures) => number(figures.physical_sold + figures.virtual_sold);
  return h("section", { class: "pair-minutes", "aria-label": t("desk.pair.minutes") },
    h("h3", {}, t("desk.pair.minutes")),
    h("table", { class: "table" },
      h("thead", {}, h("tr", {}, head.map((name, at) => h("th", { scope: "col", class: at ? "right" : null }, t(name))))),
      h("tbody", {}, rows.map(({ game_no, figures }, at) => h("tr", {},
        h("th", { scope: "row" }, t(`desk.pair.ordinal_${at + 1}`, { game: game_no })),
        h("td", { class: "right" }, at ? t("desk.pair.idem") : sold(figures)),
        h("td", { class: "right" }, at ? t("desk.pair.idem") : euros(figures.takings_cents)),
        h("td", { class: "right" }, euros(figures.line_cents)),
        h("td", { class: "right" }, euros(figures.bingo_cents)))))));
}

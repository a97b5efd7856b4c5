// The sale runs, closes, and the leftover cards go back.
import { euros, number } from "../format.js";
import { t } from "../labels.js";
import { countOf, leftIn, soldIn } from "../lots.js";
import { ask } from "../staff/ask.js";
import { h, keyed, show } from "../staff/dom.js";
import { figures, series } from "../staff/reading.js";
import { holders, runText } from "./cards.js";
import { correctFigures } from "./fixes.js";
import { floorPanel, inTheWay, refusedText, secondSeries, strictly } from "./floor.js";
import { paidFor, partsOf } from "./pair.js";
import { key, shell } from "./shell.js";

/** The sale runs: the figures grow, the desk closes it. */
export function saleStep(house) {
  const step = shell("sale");
  const sold = h("div", { class: "tally" });
  const close = key(t("desk.sale.do"), () => closeSale(house), { primary: true, hint: "Enter" });
  const withdraw = key(t("desk.sale.withdraw"), () => withdrawGame(house), { quiet: true, hint: "F9" });
  const floor = floorPanel(house);
  const second = secondSeries(house, step.refusal);
  step.body.append(second.el, floor.el, sold);
  step.el.querySelector("footer").prepend(floor.alarm);
  step.keys.append(withdraw, close);
  return {
    el: step.el,
    update() {
      const now = figures(house.board);
      const total = now.physical_sold + now.virtual_sold;
      step.update(house, { text: total ? t("desk.sale.lead") : t("desk.sale.lead_none") });
      keyed(sold, [house.board.lots, now], () => tally(house.board, now));
      sold.classList.toggle("is-many", house.board.lots.length > 2);
      second.update();
      floor.update();
      close.disabled = !total;
      show(withdraw, !total);
    },
  };
}

function tally(board, now) {
  const one = (name, value, note) => h("div", { class: "tally-one" }, h("span", {}, name), h("strong", {}, value), h("small", {}, note));
  const media = board.lots.map((each) => one(t(`medium.${each.medium}.sold`), number(soldIn(each)), note(each)));
  const value = board.lots[0].face_value_cents;
  if (partsOf(board) === 1) return [...media, one(t("fact.takings"), euros(now.takings_cents), t("desk.sale.price", { price: euros(value) }))];
  return [...media, one(t("desk.pair.card"), euros(value * partsOf(board)), t("desk.pair.card_note", { half: euros(value) })),
    one(t("desk.pair.paid"), euros(paidFor(board)), t("desk.pair.paid_each", { half: euros(now.takings_cents) }))];
}

/** The next card of a series, and how many of it can still be sold, in sellers' hands or not. */
function note(one) {
  const words = { series: series(one), next: one.next_card, left: number(leftIn(one)) };
  return t(one.next_card > one.last_card ? "desk.sale.out" : "desk.sale.next", words);
}

function closeSale(house) {
  const now = figures(house.board);
  const game_no = house.board.game_no;
  const holes = inTheWay(house.board);
  const double = partsOf(house.board) > 1;
  return ask({
    title: t("desk.sale.ask", { game: game_no }), lead: holes.length ? refusedText(house, holes) : t("desk.sale.ask_lead"), yes: t("desk.sale.do"),
    rows: [[t("medium.physical.sold"), number(now.physical_sold)], [t("medium.virtual.sold"), number(now.virtual_sold)],
      ...(double ? [[t("desk.pair.paid"), euros(paidFor(house.board))]] : []),
      [t(double ? "desk.pair.takings" : "fact.takings"), euros(now.takings_cents)]],
    run: () => strictly(house, "close_sale", { game_no }),
  });
}

function withdrawGame(house) {
  const game_no = house.board.game_no;
  return ask({
    title: t("desk.sale.withdraw_ask", { game: game_no }), lead: t("desk.sale.withdraw_lead"), danger: true,
    yes: t("desk.sale.withdraw"), fields: [{ name: "reason", label: t("staff.reason") }],
    run: ({ reason }) => strictly(house, "withdraw_game", { game_no, reason }),
  });
}

/** The cashier has to confirm the leftovers; the desk watches and may correct the figures. */
export function leftoversStep(house) {
  const step = shell("leftovers");
  const range = h("div", { class: "waiting" });
  const still = h("section", { class: "floor", "aria-label": t("desk.leftovers.with_sellers"), hidden: true });
  step.body.append(range, still);
  step.keys.append(key(t("fix.figures"), () => correctFigures(house), { quiet: true, hint: "F6" }));
  return {
    el: step.el,
    update() {
      const { board } = house;
      const none = board.leftover_first > board.leftover_last;
      step.update(house, { text: t("desk.leftovers.lead"), lines: [] });
      keyed(range, [board.leftover_first, board.leftover_last], () => [
        h("span", { class: "spinner", "aria-hidden": "true" }),
        h("div", {}, h("p", { class: "waiting-what" }, none ? t("desk.leftovers.none")
          : t("desk.leftovers.range", { first: board.leftover_first, last: board.leftover_last })),
        h("p", {}, none ? t("desk.leftovers.who_none")
          : t("desk.leftovers.who", { count: number(board.leftover_last - board.leftover_first + 1) })))]);
      const out = holders(board);
      show(still, out.length > 0);
      keyed(still, [out, house.mine.staff], () => [h("h3", {}, t("desk.leftovers.with_sellers")), h("ul", { class: "floor-list" },
        out.map(([who, runs]) => h("li", {}, h("b", {}, house.person(who)),
          h("span", { class: "floor-runs" }, runs.map((run) => h("span", { class: "chip" }, runText(run)))),
          h("span", { class: "floor-count" }, t("cards", { n: number(countOf(runs)), count: countOf(runs) })))))]);
    },
  };
}

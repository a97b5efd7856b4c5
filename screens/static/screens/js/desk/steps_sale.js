// From the opening of the sale to the start of the draw.
import { euros, number } from "../format.js";
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { h, keyed, show } from "../staff/dom.js";
import { figures, leftOf, lot, series, soldOf } from "../staff/reading.js";
import { correctFigures } from "./fixes.js";
import { key, shell } from "./shell.js";

/** Choose the series, the machine and the ball set: the hall's habit is already chosen. */
export function openStep(house) {
  const step = shell("open");
  const form = h("div", { class: "choices" });
  const open = key(t("desk.open.do"), () => house.act("open_sale", chosen(form), step.refusal), { primary: true, hint: "Enter" });
  step.body.append(form);
  step.keys.append(open);
  return {
    el: step.el,
    update() {
      const { mine, board } = house;
      step.update(house, { text: board ? t("desk.open.after", { game: board.game_no }) : t("desk.open.lead") });
      const made = [mine.series, mine.extractors, mine.ball_sets, mine.suggested];
      if (mine.suggested) keyed(form, made, () => choices(mine));
      open.disabled = !mine.suggested;
    },
  };
}

function choices(mine) {
  const bySeries = (medium) => [["", t("desk.open.none")], ...mine.series.filter((s) => s.medium === medium)
    .map((s) => [s.id, t("desk.open.series", { series: series(s), next: s.next_card, price: euros(s.face_value_cents) })])];
  const machines = [...mine.extractors.map((one) => [one.code, one.code === "manual" ? t("desk.open.manual") : one.name || one.code])];
  if (!machines.some(([code]) => code === "manual")) machines.push(["manual", t("desk.open.manual")]);
  const sets = mine.ball_sets.map((one) => [one.code, t("staff.ball_set", { code: one.code, games: one.games })]);
  const worn = mine.ball_sets.find((one) => one.code === mine.suggested.ball_set && one.warning);
  return [
    choice("physical_series", t("desk.open.physical"), bySeries("physical"), mine.suggested.physical_series),
    choice("virtual_series", t("desk.open.virtual"), bySeries("virtual"), mine.suggested.virtual_series),
    choice("extractor", t("desk.open.extractor"), machines, mine.suggested.extractor),
    choice("ball_set", t("desk.open.balls"), sets, mine.suggested.ball_set, worn ? worn.warning === true ? t("desk.open.worn") : worn.warning : ""),
  ];
}

function choice(name, label, options, value, warning = "") {
  return h("div", { class: "field" }, h("label", { for: `open-${name}` }, label),
    h("select", { id: `open-${name}`, name },
      options.map(([code, text]) => h("option", { value: code ?? "", selected: String(code) === String(value ?? "") }, text))),
    warning && h("p", { class: "help warn" }, warning));
}

function chosen(form) {
  const read = (name) => form.querySelector(`[name=${name}]`).value;
  const id = (text) => (text === "" ? null : Number(text));
  return {
    physical_series: id(read("physical_series")), virtual_series: id(read("virtual_series")),
    extractor: read("extractor"), ball_set: read("ball_set"),
  };
}

/** The sale runs: the figures grow, the desk closes it. */
export function saleStep(house) {
  const step = shell("sale");
  const sold = h("div", { class: "tally" });
  const close = key(t("desk.sale.do"), () => closeSale(house, step.refusal), { primary: true, hint: "Enter" });
  const withdraw = key(t("desk.sale.withdraw"), () => withdrawGame(house), { quiet: true });
  step.body.append(sold);
  step.keys.append(withdraw, close);
  return {
    el: step.el,
    update() {
      const now = figures(house.board);
      const total = now.physical_sold + now.virtual_sold;
      step.update(house, { text: total ? t("desk.sale.lead") : t("desk.sale.lead_none") });
      keyed(sold, [house.board.lots, now], () => tally(house.board, now));
      close.disabled = !total;
      show(withdraw, !total);
    },
  };
}

function tally(board, now) {
  const one = (name, value, note) => h("div", { class: "tally-one" }, h("span", {}, name), h("strong", {}, value), h("small", {}, note));
  const media = board.lots.map((each) => one(t(`medium.${each.medium}.sold`), number(soldOf(each)),
    t("desk.sale.next", { series: series(each), next: each.next_card, left: number(leftOf(each)) })));
  return [...media, one(t("fact.takings"), euros(now.takings_cents), t("desk.sale.price", { price: euros(board.lots[0].face_value_cents) }))];
}

function closeSale(house, refusal) {
  const now = figures(house.board);
  const game_no = house.board.game_no;
  return ask({
    title: t("desk.sale.ask", { game: game_no }), lead: t("desk.sale.ask_lead"), yes: t("desk.sale.do"),
    rows: [[t("medium.physical.sold"), number(now.physical_sold)], [t("medium.virtual.sold"), number(now.virtual_sold)],
      [t("fact.takings"), euros(now.takings_cents)]],
    run: () => house.strict("close_sale", { game_no }),
  });
}

function withdrawGame(house) {
  const game_no = house.board.game_no;
  return ask({
    title: t("desk.sale.withdraw_ask", { game: game_no }), lead: t("desk.sale.withdraw_lead"), danger: true,
    yes: t("desk.sale.withdraw"), fields: [{ name: "reason", label: t("staff.reason") }],
    run: ({ reason }) => house.strict("withdraw_game", { game_no, reason }),
  });
}

/** The cashier has to confirm the leftovers; the desk watches and may correct the figures. */
export function leftoversStep(house) {
  const step = shell("leftovers");
  const range = h("div", { class: "waiting" });
  step.body.append(range);
  step.keys.append(key(t("fix.figures"), () => correctFigures(house), { quiet: true }));
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
    },
  };
}

/** The formula is read, then a person gives the start. */
export function startStep(house) {
  const step = shell("start");
  const start = key(t("desk.start.do"), () => house.game("start_draw", {}, step.refusal), { primary: true, hint: "Enter" });
  step.keys.append(key(t("fix.figures"), () => correctFigures(house), { quiet: true }), start);
  return {
    el: step.el,
    update() {
      step.update(house, { text: t("desk.start.lead") });
    },
  };
}

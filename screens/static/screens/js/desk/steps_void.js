// A void game: the cards come back to the table, the money to the players; then it closes.
import { euros, number } from "../format.js";
import { t } from "../labels.js";
import { countOf, lotsOf, soldRuns, sumOver, without } from "../lots.js";
import { ask } from "../staff/ask.js";
import { h, keyed, show } from "../staff/dom.js";
import { series } from "../staff/reading.js";
import { keepsCard, refundEach } from "../stops.js";
import { holders, runText } from "./cards.js";
import { key, shell } from "./shell.js";

/** Printed cards sold that nobody has brought yet, by series. */
const outstanding = (board) => lotsOf(board, "physical").map((one) => ({ one, runs: without(soldRuns(one), board.refunded) }));

export function voidStep(house) {
  const step = shell("void");
  const why = h("p", { class: "stop-what" });
  const sums = h("div", { class: "tally" });
  const bar = h("span", { class: "countdown-bar" });
  const missing = h("section", { class: "floor", "aria-label": t("desk.void.outstanding") });
  const held = h("section", { class: "floor", "aria-label": t("desk.leftovers.with_sellers"), hidden: true });
  step.el.querySelector("header").after(why);
  step.body.append(sums, h("div", { class: "countdown", "aria-hidden": "true" }, bar), held, missing);
  const complete = key(t("desk.void.complete"), () => completeRefunds(house), { primary: true, hint: "Enter" });
  const close = key(t("desk.prizes.do"), () => closeVoid(house), { primary: true, hint: "Enter" });
  return {
    el: step.el,
    focus: () => step.title.focus(),
    update() {
      const { board } = house;
      const ended = board.state === "refunded";
      const left = outstanding(board);
      const out = holders(board);
      step.update(house, { head: t(ended ? "desk.void.title_ended" : "desk.void.title", { game: board.game_no }),
        text: t(out.length ? "desk.void.lead_held" : leadOf(board, ended, left)), lines: ended ? [] : undefined });
      keyed(why, [board.voided, house.mine.staff], () => whyVoid(house));
      keyed(sums, [board.refunded, board.refunded_cents, board.lots, board.voided], () => tally(board, left));
      bar.style.setProperty("--part", board.voided.refund_cents ? board.refunded_cents / board.voided.refund_cents : 1);
      keyed(missing, [left, ended], () => outstandingList(board, left));
      show(held, out.length > 0);
      keyed(held, [out, house.mine.staff], () => heldList(house, out));
      keyed(step.keys, ended, () => (ended ? close : complete));
      complete.disabled = out.length > 0;
    },
  };
}

/** Why, and who signed it. */
function whyVoid(house) {
  const { cause, agent, reason, second } = house.board.voided;
  return [t(`desk.void.cause_${cause}`), agent, reason, second && t("desk.void.signed", { second: house.person(second) })].filter(Boolean).join(" · ");
}

function leadOf(board, ended, left) {
  if (ended) return keepsCard(board) ? "desk.void.lead_ended_second" : "desk.void.lead_ended";
  if (!left.some(({ runs }) => runs.length)) return "desk.void.lead_all";
  return keepsCard(board) ? "desk.void.lead_half" : "desk.void.lead";
}

function tally(board, left) {
  const one = (name, value, note) => h("div", { class: "tally-one" }, h("span", {}, name), h("strong", {}, value), h("small", {}, note));
  const printed = sumOver(lotsOf(board, "physical"), (each) => countOf(soldRuns(each)));
  const back = printed - sumOver(left, ({ runs }) => countOf(runs));
  const virtual = sumOver(lotsOf(board, "virtual"), (each) => countOf(soldRuns(each)));
  return [
    one(t("desk.void.cards_back"), t("desk.void.of", { n: number(back), all: number(printed) }), t("desk.void.each", { price: euros(refundEach(board)) })),
    virtual ? one(t("medium.virtual"), number(virtual), t("desk.void.virtual_note")) : null,
    one(t("desk.void.paid"), euros(board.refunded_cents), t("desk.void.of_all", { all: euros(board.voided.refund_cents) })),
  ];
}

function outstandingList(board, left) {
  const waiting = left.filter(({ runs }) => runs.length);
  return [h("h3", {}, t("desk.void.outstanding")), waiting.length
    ? h("ul", { class: "floor-list" }, waiting.map(({ one, runs }) => h("li", {}, h("b", {}, series(one)),
      h("span", { class: "floor-runs" }, runs.map((run) => h("span", { class: "chip" }, runText(run)))),
      h("span", { class: "floor-count" }, `${t("cards", { n: number(countOf(runs)), count: countOf(runs) })} · ${euros(countOf(runs) * refundEach(board))}`))))
    : h("p", { class: "none" }, t("desk.void.none_out"))];
}

/** Unsold cards that sellers still hold: they go back to the cash desk before the refunds can be closed. */
function heldList(house, out) {
  return [h("h3", {}, t("desk.void.with_sellers")), h("ul", { class: "floor-list" }, out.map(([who, runs]) => h("li", {},
    h("b", {}, house.person(who)), h("span", { class: "floor-runs" }, runs.map((run) => h("span", { class: "chip" }, runText(run)))),
    h("span", { class: "floor-count" }, t("cards", { n: number(countOf(runs)), count: countOf(runs) })))))];
}

function completeRefunds(house) {
  const { board } = house;
  const left = outstanding(board);
  const cards = sumOver(left, ({ runs }) => countOf(runs));
  const cents = cards * refundEach(board);
  return ask({
    title: t("desk.void.complete_ask", { game: board.game_no }),
    lead: cards ? t("desk.void.complete_left", { n: number(cards), count: cards }) : t("desk.void.complete_all"),
    rows: [[t("desk.void.paid"), euros(board.refunded_cents)], ...(cards ? [[t("desk.void.stays"), euros(cents), "is-warn"]] : [])],
    yes: t("desk.void.complete"), danger: cards > 0,
    run: () => house.strict("complete_refunds", { game_no: board.game_no }),
  });
}

function closeVoid(house) {
  const { board } = house;
  return ask({
    title: t("desk.prizes.ask", { game: board.game_no }), yes: t("desk.prizes.do"),
    lead: keepsCard(board) ? t("desk.void.close_second", { game: board.other_game_no }) : t("desk.void.close"),
    run: () => house.strict("close_game", { game_no: board.game_no }),
  });
}

// The game is over: read the prizes, let the cashier pay, close.
import { euros } from "../format.js";
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { h, keyed } from "../staff/dom.js";
import { key, shell } from "./shell.js";

export function prizesStep(house) {
  const step = shell("prizes");
  const table = h("div", { class: "awards" });
  const close = key(t("desk.prizes.do"), () => closeGame(house), { primary: true, hint: "Enter" });
  step.body.append(table);
  step.keys.append(close);
  return {
    el: step.el,
    update() {
      const { board } = house;
      const waiting = unpaid(board).length;
      step.update(house, {
        head: t(board.state === "unclaimed" ? "desk.prizes.title_none" : "desk.prizes.title"),
        text: waiting ? t("desk.prizes.waiting", { n: waiting }) : t(board.awards.length ? "desk.prizes.all_paid" : "desk.prizes.none"),
      });
      keyed(table, board.awards, () => board.awards.length ? awards(board.awards) : []);
    },
  };
}

const TONES = { paid: "good", credited: "good", pending: "warn", payable: "warn" };
const unpaid = (board) => board.awards.filter((one) => one.medium === "physical" && one.status === "pending");

function awards(list) {
  const head = ["desk.prizes.prize", "desk.prizes.card", "desk.prizes.amount", "desk.prizes.status"];
  return h("table", { class: "table" },
    h("thead", {}, h("tr", {}, head.map((name, at) => h("th", { scope: "col", class: at === 2 ? "right" : null }, t(name))))),
    h("tbody", {}, list.map((one) => h("tr", { class: `award-${one.status}` },
      h("td", {}, t(`prize.${one.prize}`)),
      h("td", {}, h("b", {}, one.card), " ", h("small", {}, t(`medium.${one.medium}`))),
      h("td", { class: "right" }, euros(one.cents)),
      h("td", {}, h("span", { class: `badge badge-${TONES[one.status] || "warn"}` }, status(one)))))));
}

function status(one) {
  if (one.status !== "pending") return t(`award.${one.status}`);
  return t(one.medium === "physical" ? "desk.prizes.at_cash" : "desk.prizes.at_close");
}

function closeGame(house) {
  const { board } = house;
  const waiting = unpaid(board);
  const cents = waiting.reduce((sum, one) => sum + one.cents, 0);
  return ask({
    title: t("desk.prizes.ask", { game: board.game_no }),
    lead: waiting.length ? t("desk.prizes.ask_unpaid", { n: waiting.length }) : t("desk.prizes.ask_lead"),
    rows: waiting.length ? [[t("desk.prizes.left_to_pay"), euros(cents), "is-warn"]] : null,
    yes: t("desk.prizes.do"), danger: waiting.length > 0,
    run: () => house.strict("close_game", { game_no: board.game_no }),
  });
}

// The game is over: read the prizes, let the cashier pay or give tokens, close.
import { euros } from "../format.js";
import { jackpotName } from "../jackpots.js";
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { h, keyed } from "../staff/dom.js";
import { key, shell } from "./shell.js";
import { tokenForm, tokenOf, withoutToken } from "./tokens.js";

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
      step.update(house, { head: t(board.state === "unclaimed" ? "desk.prizes.title_none" : "desk.prizes.title"), text: leadOf(board) });
      keyed(table, [board.awards, board.tokens], () => board.awards.length ? awards(house, step.refusal) : []);
      close.disabled = withoutToken(board, unpaid(board)).length > 0;
    },
  };
}

const TONES = { paid: "good", credited: "good", pending: "warn", payable: "warn" };
const unpaid = (board) => board.awards.filter((one) => one.medium === "physical" && one.status === "pending");

function leadOf(board) {
  const waiting = unpaid(board);
  const bare = withoutToken(board, waiting).length;
  if (bare) return t("desk.token.lead", { n: bare });
  if (waiting.length) return t(board.pair === 1 ? "desk.token.all_given" : "desk.prizes.waiting", { n: waiting.length });
  return t(board.awards.length ? "desk.prizes.all_paid" : "desk.prizes.none");
}

function awards(house, refusal) {
  const { board } = house;
  const head = ["desk.prizes.prize", "desk.prizes.card", "desk.prizes.amount", "desk.prizes.status"];
  const bare = withoutToken(board, unpaid(board));
  return h("table", { class: "table" },
    h("thead", {}, h("tr", {}, head.map((name, at) => h("th", { scope: "col", class: at === 2 ? "right" : null }, t(name))))),
    h("tbody", {}, board.awards.map((one) => h("tr", { class: `award-${one.status}` },
      h("td", {}, jackpotName(board, one) || t(`prize.${one.prize}`)),
      h("td", {}, h("b", {}, one.card), " ", h("small", {}, t(`medium.${one.medium}`))),
      h("td", { class: "right" }, euros(one.cents)),
      h("td", {}, bare.includes(one) ? tokenForm(house, one, refusal)
        : h("span", { class: `badge badge-${TONES[one.status] || "warn"}` }, status(board, one)))))));
}

function status(board, one) {
  if (one.status !== "pending") return t(`award.${one.status}`);
  const token = tokenOf(board, one);
  if (token) return t("desk.token.given", { token });
  return t(one.medium === "physical" ? "desk.prizes.at_cash" : "desk.prizes.at_close");
}

function closeGame(house) {
  const { board } = house;
  const waiting = unpaid(board);
  const cents = waiting.reduce((sum, one) => sum + one.cents, 0);
  return ask({
    title: t("desk.prizes.ask", { game: board.game_no }), lead: closing(board, waiting.length),
    rows: waiting.length ? [[t("desk.prizes.left_to_pay"), euros(cents), "is-warn"]] : null,
    yes: t("desk.prizes.do"), danger: waiting.length > 0 && board.pair !== 1,
    run: () => house.strict("close_game", { game_no: board.game_no }),
  });
}

function closing(board, waiting) {
  if (board.pair === 1) return t(waiting ? "desk.token.close_ask" : "desk.pair.close_ask", { game: board.other_game_no });
  return waiting ? t("desk.prizes.ask_unpaid", { n: waiting }) : t("desk.prizes.ask_lead");
}

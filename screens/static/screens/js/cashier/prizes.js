// Prizes to pay, each against its card.
import { euros } from "../format.js";
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { h, keyed, say, show } from "../staff/dom.js";
import { cardText } from "../staff/reading.js";
import { secondPerson } from "../staff/second.js";

const place = (id) => document.querySelector(`#${id}`);

export function drawPrizes(house) {
  const list = house.mine.payable || [];
  say(place("prizes-count"), list.length || "");
  show(place("prizes-none"), !list.length);
  keyed(place("prizes"), list, () => list.map((one) => prize(house, one)));
  const receipts = house.mine.receipts || [];
  show(place("receipts"), receipts.length > 0);
  keyed(place("receipts"), receipts, () => receipts.map((one) => h("li", {}, h("span", {}, t("cashier.receipt", { name: one.name, amount: euros(one.cents), card: one.card })), receipt(one))));
}

/** An additional prize is paid apart from the bingo's, with a receipt of its own. */
function receipt(one) {
  return h("a", { class: "button button-small", href: `/caja/recibo/${one.session_no}/${one.game_no}/${one.award_no}/`, target: "_blank", rel: "noopener" }, t("cashier.receipt.open"));
}

/** The token for which a prize of the first of two games is paid, or the key that gives one. */
function tokenOf(house, one) {
  if (one.token) {
    return h("span", { class: "pay-token" }, t("cashier.pay.against_token"), " ", h("b", {}, one.token), " ",
      h("button", { type: "button", class: "button button-small", onclick: () => lostToken(house, one) }, t("cashier.token.lost.key")));
  }
  if (!one.may_have_token) return null;
  return h("button", { type: "button", class: "button button-small", onclick: () => giveToken(house, one) }, t("cashier.token.give"));
}

function giveToken(house, one) {
  return ask({
    title: t("cashier.token.title"), lead: t("cashier.token.lead"), yes: t("cashier.token.do"),
    rows: [[t(`prize.${one.prize}`), euros(one.cents)], [t("cashier.pay.of_card"), one.card]],
    fields: [{ name: "token", label: t("cashier.token.which"), maxlength: 20 }],
    run: ({ token }) => house.strict("give_token", { game_no: one.game_no, award_no: one.award_no, token }),
  });
}

/** A token that is lost: the card is paid all the same, and another person answers for the winner. */
function lostToken(house, one) {
  return ask({
    title: t("cashier.token.lost"), lead: t("cashier.token.lost.lead"), yes: t("cashier.pay.do", { amount: euros(one.cents) }),
    rows: [[t(`prize.${one.prize}`), euros(one.cents)], [t("cashier.pay.against_token"), one.token]],
    fields: [{ name: "card", label: t("cashier.pay.card"), inputmode: "numeric" }, ...secondPerson(house, { seniors: true })],
    run: ({ card, ...second }) => house.strict("pay_prize", {
      session_no: one.session_no, game_no: one.game_no, award_no: one.award_no, card: cardText(card), token: "", ...second,
    }),
  });
}

/** A cheque instead of cash: to who agrees to it, or above the amount that the authority has fixed (O79 35.3). */
function byCheque(house, one) {
  return ask({
    title: t("cashier.cheque.title"), lead: t("cashier.cheque.lead"), yes: t("cashier.pay.do", { amount: euros(one.cents) }),
    rows: [[one.name || t(`prize.${one.prize}`), euros(one.cents)]],
    fields: [{ name: "card", label: t("cashier.pay.card"), maxlength: 40 },
      ...(one.token ? [{ name: "token", label: t("cashier.pay.token"), maxlength: 20 }] : []),
      { name: "cheque", label: t("cashier.cheque.number"), maxlength: 30 },
      { name: "consents", label: t("cashier.cheque.consents"), type: "check" }],
    run: ({ card, token = "", cheque, consents }) => house.strict("pay_prize", {
      session_no: one.session_no, game_no: one.game_no, award_no: one.award_no, card: cardText(card), token, method: "cheque", cheque, consents,
    }),
  });
}

/** One prize: the number of the card handed over is typed, never copied from the screen. */
function prize(house, one) {
  const id = `card-${one.session_no}-${one.game_no}-${one.award_no}`;
  const refusal = h("p", { class: "refusal", role: "alert", hidden: true });
  const input = h("input", { id, class: "input input-big", inputmode: "numeric", autocomplete: "off", required: true, "data-scan": "", placeholder: t("cashier.pay.card") });
  const token = one.token ? h("input", { id: `token-${id}`, class: "input", autocomplete: "off", required: true, maxlength: 20, placeholder: t("cashier.pay.token") }) : null;
  const pay = h("button", { class: "button button-main button-big", type: "submit", disabled: one.ready === false }, t("cashier.pay.do", { amount: euros(one.cents) }));
  const form = h("form", { class: "pay" },
    h("p", { class: "pay-what" }, h("strong", {}, one.name || t(`prize.${one.prize}`)), " ", h("span", { class: "dim" }, t("cashier.pay.game", { game: one.game_no })),
      one.ready === false ? h("span", { class: "badge" }, t("cashier.pay.wait")) : null,
      one.status === "payable" ? h("span", { class: "badge badge-warn" }, t("cashier.pay.late")) : null),
    h("p", { class: "pay-card" }, t("cashier.pay.of_card"), " ", h("b", {}, one.card), tokenOf(house, one),
      one.ready !== false && h("button", { type: "button", class: "button button-small", onclick: () => byCheque(house, one) }, t("cashier.cheque.key"))),
    h("label", { class: "visually-hidden", for: id }, t("cashier.pay.card")), token && h("label", { class: "visually-hidden", for: `token-${id}` }, t("cashier.pay.token")),
    h("div", { class: "pay-inputs" }, input, token), pay, refusal);
  form.addEventListener("submit", async (press) => {
    press.preventDefault();
    if (pay.disabled) return;
    pay.disabled = true;
    const answer = await house.act("pay_prize", { session_no: one.session_no, game_no: one.game_no, award_no: one.award_no, card: cardText(input.value), token: token ? token.value.trim() : "" }, refusal);
    pay.disabled = false;
    if (!answer) input.select();
  });
  return form;
}

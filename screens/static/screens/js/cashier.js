// The cash desk: leftovers to confirm, prizes to pay against their cards, takings and deposits.
import { centsOf, euros, number } from "./format.js";
import { t } from "./labels.js";
import { ask } from "./staff/ask.js";
import { facts, h, keyed, say, show } from "./staff/dom.js";
import { House, refuse } from "./staff/house.js";
import { cardNumber, figures, lot } from "./staff/reading.js";

const place = (id) => document.querySelector(`#${id}`);
const house = new House(update);

function update() {
  leftovers();
  prizes();
  money();
  players();
}

// Leftovers -------------------------------------------------------------------------------------------------

function leftovers() {
  const { board } = house;
  const wanted = board?.state === "ready" && !board.leftovers_returned && Boolean(lot(board, "physical"));
  const panel = place("leftovers");
  panel.classList.toggle("is-wanted", wanted);
  show(place("leftovers-form"), wanted);
  say(place("leftovers-lead"), t(wanted ? "cashier.leftovers.wanted" : leftoversWhy(board), {
    game: board?.game_no ?? "", first: board?.leftover_first ?? 0, last: board?.leftover_last ?? 0 }));
}

function leftoversWhy(board) {
  if (!board || ["announced", "closed"].includes(board.state)) return "cashier.leftovers.no_game";
  if (board.state === "selling") return "cashier.leftovers.selling";
  if (!lot(board, "physical")) return "cashier.leftovers.virtual";
  return board.leftover_first > board.leftover_last ? "cashier.leftovers.done_none" : "cashier.leftovers.done";
}

async function returned(first) {
  const answer = await house.game("return_leftovers", { first }, place("leftovers-refusal"));
  if (answer) place("first").value = "";
}

place("leftovers-form").addEventListener("submit", (press) => {
  press.preventDefault();
  const first = Number(place("first").value);
  if (Number.isInteger(first) && first > 0) returned(first);
  else refuse(place("leftovers-refusal"), t("cashier.leftovers.type"));
});
place("none-left").addEventListener("click", async () => {
  if (await ask({ title: t("cashier.leftovers.none_ask"), lead: t("cashier.leftovers.none_lead"), yes: t("cashier.leftovers.none_yes") })) returned(null);
});

// Prizes ----------------------------------------------------------------------------------------------------

function prizes() {
  const list = house.mine.payable || [];
  say(place("prizes-count"), list.length || "");
  show(place("prizes-none"), !list.length);
  keyed(place("prizes"), list, () => list.map(prize));
}

/** One prize: the number of the card handed over is typed, never copied from the screen. */
function prize(one) {
  const id = `card-${one.session_no}-${one.game_no}-${one.award_no}`;
  const refusal = h("p", { class: "refusal", role: "alert", hidden: true });
  const input = h("input", { id, class: "input input-big", inputmode: "numeric", autocomplete: "off", required: true, placeholder: t("cashier.pay.card") });
  const pay = h("button", { class: "button button-main button-big", type: "submit", disabled: one.ready === false }, t("cashier.pay.do", { amount: euros(one.cents) }));
  const form = h("form", { class: "pay" },
    h("p", { class: "pay-what" }, h("strong", {}, t(`prize.${one.prize}`)), " ", h("span", { class: "dim" }, t("cashier.pay.game", { game: one.game_no })),
      one.ready === false ? h("span", { class: "badge" }, t("cashier.pay.wait")) : null,
      one.status === "payable" ? h("span", { class: "badge badge-warn" }, t("cashier.pay.late")) : null),
    h("p", { class: "pay-card" }, t("cashier.pay.of_card"), " ", h("b", {}, one.card)),
    h("label", { class: "visually-hidden", for: id }, t("cashier.pay.card")), input, pay, refusal);
  form.addEventListener("submit", async (press) => {
    press.preventDefault();
    if (pay.disabled) return;
    pay.disabled = true;
    const answer = await house.act("pay_prize", { session_no: one.session_no, game_no: one.game_no, award_no: one.award_no, card: cardNumber(input.value) }, refusal);
    pay.disabled = false;
    if (!answer) input.select();
  });
  return form;
}

// Money -----------------------------------------------------------------------------------------------------

function money() {
  const { mine, board } = house;
  say(place("cash"), euros(mine.cash_cents || 0));
  const now = figures(board);
  keyed(place("figures"), [now, board?.game_no], () => now ? facts([
    [t("medium.physical.sold"), number(now.physical_sold)], [t("medium.virtual.sold"), number(now.virtual_sold)],
    [t("fact.takings"), euros(now.takings_cents)],
    [t(now.final ? "prize.line" : "fact.line_so_far"), euros(now.line_cents), "is-money"],
    [t(now.final ? "prize.bingo" : "fact.bingo_so_far"), euros(now.bingo_cents), "is-money"],
  ]) : h("p", { class: "none" }, t("cashier.no_game")));
  const sellers = mine.by_seller || [];
  const total = sellers.reduce((sum, one) => [sum[0] + one.cards, sum[1] + one.amount_cents], [0, 0]);
  keyed(place("sellers"), sellers, () => sellers.length ? h("table", { class: "table" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("cashier.seller")), h("th", { scope: "col", class: "right" }, t("cashier.cards")), h("th", { scope: "col", class: "right" }, t("cashier.hands_in")))),
    h("tbody", {}, sellers.map((one) => h("tr", {}, h("td", {}, house.person(one.name || one.seller)), h("td", { class: "right" }, number(one.cards)), h("td", { class: "right" }, euros(one.amount_cents))))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("cashier.total")), h("td", { class: "right" }, number(total[0])), h("td", { class: "right" }, h("b", {}, euros(total[1]))))))
    : h("p", { class: "none" }, t("cashier.no_sales")));
}

// Deposits --------------------------------------------------------------------------------------------------

function players() {
  const list = house.mine.players || [];
  keyed(place("players"), list, () => list.map((one) => h("option", { value: one.number }, one.name)));
  player();
}

function player() {
  const found = (house.mine.players || []).find((one) => String(one.number) === place("player").value.trim());
  say(place("player-found"), found ? t("cashier.player", { name: found.name, balance: euros(found.balance_cents) }) : place("player").value ? t("cashier.player_unknown") : "");
  return found;
}

place("player").addEventListener("input", player);
place("deposit-form").addEventListener("submit", (press) => {
  press.preventDefault();
  const refusal = place("deposit-refusal");
  const cents = centsOf(place("amount").value);
  const found = player();
  if (!found || !cents) {
    refuse(refusal, t(found ? "cashier.amount_wrong" : "cashier.player_unknown"));
    return;
  }
  refuse(refusal, "");
  ask({
    title: t("cashier.deposit_ask", { amount: euros(cents) }), lead: found.name, yes: t("cashier.deposit_do"),
    rows: [[t("cashier.balance_after"), euros(found.balance_cents + cents)]],
    run: () => house.strict("deposit", { player: Number(found.number), amount_cents: cents }),
  }).then((done) => {
    if (!done) return;
    for (const id of ["player", "amount"]) place(id).value = "";
    player();
  });
});
for (const key of document.querySelectorAll("[data-amount]")) {
  key.addEventListener("click", () => { place("amount").value = key.dataset.amount; });
}
house.start();

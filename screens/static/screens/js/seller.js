// The seller's tablet: one press sells, says the run and the money; the change comes after, without hurry.
import { centsOf, euros, number, seriesName } from "./format.js";
import { t } from "./labels.js";
import { ask } from "./staff/ask.js";
import { h, keyed, say, show } from "./staff/dom.js";
import { House } from "./staff/house.js";
import { leftOf, lot } from "./staff/reading.js";

const NOTES = [500, 1000, 2000, 5000];
const QUANTITIES = Array.from({ length: 12 }, (_, at) => at + 1);
const BOUNCE_MS = 300;

const place = (id) => document.querySelector(`#${id}`);
const house = new House(update);
const refusal = place("refusal");
let last = null;
let cash = 0;
let pressedAt = 0;
let selling = false;

/** Sells the next `quantity` cards; a bounce of the same finger is not a second sale. */
async function sell(quantity) {
  const now = performance.now();
  if (selling || now - pressedAt < BOUNCE_MS || !open()) return;
  pressedAt = now;
  selling = true;
  document.body.classList.add("is-selling");
  const price = lot(house.board, "physical").face_value_cents;
  const answer = await house.game("sell_cards", { quantity }, refusal);
  selling = false;
  document.body.classList.remove("is-selling");
  if (!answer) return;
  const sold = answer.event || answer;
  last = { game_no: house.board.game_no, quantity, first: sold.first, last: sold.last,
    cents: sold.amount_cents ?? quantity * price };
  cash = 0;
  drawSale();
}

const open = () => house.session?.state === "open" && house.board?.state === "selling" && Boolean(lot(house.board, "physical"));

function update() {
  const paper = lot(house.board, "physical");
  const ready = open();
  document.body.dataset.open = ready ? "yes" : "no";
  show(place("closed"), !ready);
  show(place("sale"), ready);
  if (!ready) closedWords();
  if (last && last.game_no !== house.board?.game_no) last = null;
  if (ready) {
    say(place("next-card"), paper.next_card);
    say(place("next-series"), t("seller.series", { series: seriesName(paper), left: number(leftOf(paper)), price: euros(paper.face_value_cents) }));
    keyed(place("quantities"), [paper.face_value_cents, leftOf(paper) < 12 ? leftOf(paper) : 12], () => QUANTITIES.map((n) =>
      h("button", { type: "button", class: "quantity", disabled: n > leftOf(paper), onclick: () => sell(n) },
        h("strong", {}, n), h("span", {}, euros(n * paper.face_value_cents)))));
  }
  mine();
  drawSale();
}

function closedWords() {
  const { session, board } = house;
  const state = !house.known ? "loading" : !session || session.state !== "open" ? "no_session"
    : board?.state === "selling" ? "no_paper" : board && board.state === "ready" && !board.leftovers_returned ? "leftovers" : "wait";
  say(place("closed-title"), t(`seller.${state}.title`));
  const first = board?.leftover_first ?? 0;
  const rest = board && first > board.leftover_last ? "seller.leftovers.none" : `seller.${state}.lead`;
  say(place("closed-lead"), t(state === "leftovers" ? rest : `seller.${state}.lead`, { first, last: board?.leftover_last ?? 0 }));
}

/** The sale just made: its run, what to collect, and the change. */
function drawSale() {
  show(place("collect"), Boolean(last));
  show(place("collect-none"), !last);
  for (const key of place("cash").querySelectorAll("button")) key.disabled = !last;
  drawChange();
  if (!last) return;
  const run = last.first === undefined ? "" : last.first === last.last ? String(last.first) : `${last.first} – ${last.last}`;
  say(place("collect-run"), run);
  say(place("collect-count"), t("cards", { n: last.quantity }));
  say(place("collect-sum"), euros(last.cents));
}

function drawChange() {
  const change = last ? cash - last.cents : 0;
  const box = place("change");
  box.dataset.tone = !cash || !last ? "" : change < 0 ? "short" : "good";
  say(place("change-word"), t(cash && change < 0 ? "seller.missing" : "seller.change"));
  say(place("change-sum"), cash && last ? euros(Math.abs(change)) : "–");
  say(place("cash-given"), cash ? t("seller.given", { amount: euros(cash) }) : t("seller.given_none"));
}

function mine() {
  const sales = house.mine.my_sales || [];
  say(place("my-total"), euros(house.mine.my_total_cents || 0));
  keyed(place("my-sales"), [sales, house.board?.state], () => sales.length ? sales.slice(0, 12).map((one) => h("li", {},
    h("span", { class: "run" }, one.first === one.last ? one.first : `${one.first} – ${one.last}`),
    h("span", { class: "dim" }, t("cards", { n: one.quantity })),
    h("b", {}, euros(one.amount_cents)),
    one.undoable && open() ? h("button", { type: "button", class: "button button-small", onclick: () => undo(one) }, t("seller.undo")) : null))
    : h("li", { class: "none" }, t("seller.no_sales")));
}

function undo(one) {
  const { game_no } = house.board;
  return ask({
    title: t("seller.undo_ask", { first: one.first, last: one.last }), lead: t("seller.undo_lead"), yes: t("seller.undo_do"), danger: true,
    rows: [[t("seller.give_back"), euros(one.amount_cents)]],
    run: async () => {
      const answer = await house.strict("undo_sale", { game_no, first: one.first, last: one.last });
      last = null;
      return answer;
    },
  }).then(() => drawSale());
}

function other() {
  return ask({
    title: t("seller.other_title"), yes: t("seller.sell"),
    fields: [{ name: "quantity", label: t("seller.how_many"), type: "number", maxlength: 4, autofocus: true }],
  }).then((values) => values?.quantity && sell(values.quantity));
}

function otherCash() {
  return ask({
    title: t("seller.other_cash_title"), yes: t("seller.set_cash"),
    fields: [{ name: "amount", label: t("seller.amount"), inputmode: "decimal" }],
  }).then((values) => {
    const cents = values && centsOf(values.amount);
    if (cents) cash = cents;
    drawSale();
  });
}

place("other").addEventListener("click", other);
place("other-cash").addEventListener("click", otherCash);
place("exact").addEventListener("click", () => { cash = last ? last.cents : 0; drawSale(); });
place("no-cash").addEventListener("click", () => { cash = 0; drawSale(); });
place("notes").prepend(...NOTES.map((cents) => h("button", { type: "button", class: "note", onclick: () => { cash += cents; drawSale(); } },
  t("seller.note", { euros: cents / 100 }))));
document.addEventListener("keydown", (press) => {
  if (!document.querySelector("dialog[open]") && !press.repeat && !press.ctrlKey && /^[1-9]$/.test(press.key)) sell(Number(press.key));
});
house.start();

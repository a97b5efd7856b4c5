// The seller's tablet: one press sells, says the runs and the money, and can be taken back beside it.
import { euros, number, seriesName } from "./format.js";
import { t } from "./labels.js";
import { countOf, lotWith } from "./lots.js";
import { priceOf } from "./stops.js";
import { readCard } from "./seller/code.js";
import { askRange, drawChips, drawClosed, handOver, spoil } from "./seller/hand.js";
import { Pick } from "./seller/pick.js";
import { Receipt, runText } from "./seller/receipt.js";
import { firstOf, otherSeries, quantityTo, source } from "./seller/runs.js";
import { choose, drawScanner, listenAll } from "./seller/scanner.js";
import { Selling } from "./seller/selling.js";
import { drawTold, tell } from "./seller/told.js";
import { fillDialog } from "./seller/wedge.js";
import { ask } from "./staff/ask.js";
import { h, keyed, say, show } from "./staff/dom.js";
import { House, refuse } from "./staff/house.js";
import { lot } from "./staff/reading.js";
import { choosePrinter, drawPrinterKey, printerOf, printerState, withPrinter } from "./staff/till.js";

const QUANTITIES = Array.from({ length: 12 }, (_, at) => at + 1);
const BOUNCE_MS = 300;

const place = (id) => document.querySelector(`#${id}`);
const house = new House(update, { printsUnasked: false });
const selling = new Selling({ onChange: update, onSettled: settled });
const receipt = new Receipt(undo);
const pick = new Pick({ onSell: (quantity, first) => sell(quantity, first), onChange: update });
let pressedAt = 0;

const me = () => house.mine.me?.username ?? "";
const who = () => ({ username: me(), session_no: house.session?.session_no ?? 0 });
const onSale = () => house.session?.state === "open" && house.board?.state === "selling" && Boolean(me());
const cards = () => source(house.board, me());
const price = () => priceOf(lot(house.board, "physical"));

/** May this seller sell now? A block that is sold out is no end of the sale, but there is nothing to press. */
function open() {
  if (!onSale() || !lot(house.board, "physical")) return false;
  const { runs, block } = cards();
  return runs.length > 0 || !block;
}

/** Sells `quantity` cards, from a named one or the lowest; a bounce of the same finger is not a second sale. */
function sell(quantity, first = 0) {
  const now = performance.now();
  if (selling.busy || now - pressedAt < BOUNCE_MS || !open() || house.link !== "live") return;
  pressedAt = now;
  refuse(place("refusal"), "");
  tell("");
  selling.sell(who(), withPrinter(house, "sell_cards", { game_no: house.board.game_no, quantity, ...(first ? { first } : {}) }));
}

/** The house has answered. What came late is said aloud, whichever way it went. */
function settled({ late, sale, event, refusal }) {
  if (event) {
    receipt.set(sale.body.game_no, event);
    pick.drop();
    if (late) tell("good", t("seller.late.sold", { runs: event.runs.map(runText).join(" + "), amount: euros(event.amount_cents) }));
  } else {
    if (late) tell("bad", t("seller.late.not_sold", { what: t("cards", { n: sale.body.quantity }) }));
    refuse(place("refusal"), refusal.message);
  }
  house.refresh();
}

function update() {
  const ready = open();
  const { runs } = cards();
  if (me() && house.known) selling.resume(who());
  document.body.dataset.open = ready ? "yes" : "no";
  document.body.classList.toggle("is-selling", selling.busy);
  place("acts").disabled = selling.busy;
  show(place("closed"), !ready);
  show(place("sale"), ready);
  drawTold(selling);
  if (receipt.sale && receipt.sale.game_no !== house.board?.game_no) receipt.set(0, null);
  if (ready) drawSale(runs);
  else drawClosed(house, me());
  pick.draw(ready ? runs : [], price());
  mine();
  drawPrinter();
}

/** A printer that is well is no news. */
function drawPrinter() {
  drawPrinterKey(house, place("printer"));
  const { tone, text } = printerState(house);
  place("printer-state").dataset.tone = tone;
  say(place("printer-state"), printerOf(house) && tone !== "good" ? text : "");
}

function drawSale(runs) {
  const { block } = cards();
  const left = countOf(runs);
  const first = pick.first || firstOf(runs);
  const from = lotWith(house.board, first) || lot(house.board, "physical");
  say(place("next-card"), first || "–");
  show(place("double"), house.board.pair > 0);
  say(place("next-series"), t(block ? "seller.series_block" : "seller.series", { series: seriesName(from), left: number(left), price: euros(price()) }));
  drawChips(block ? runs : [], pick.first, (card) => pick.chip(card));
  for (const id of ["hand-over", "spoil"]) show(place(id), block);
  keyed(place("quantities"), [price(), Math.min(left, 12)], () => QUANTITIES.map((n) =>
    h("button", { type: "button", class: "quantity", disabled: n > left, onclick: () => sell(n, pick.first) },
      h("strong", {}, n), h("span", {}, euros(n * price())))));
}

function mine() {
  const sales = house.mine.my_sales || [];
  const undoable = onSale() ? sales.filter((one) => one.undoable) : [];
  say(place("my-total"), euros(house.mine.my_total_cents || 0));
  say(place("my-cash"), euros(house.mine.my_cash_cents || 0));
  keyed(place("my-sales"), [sales, undoable], () => sales.length ? sales.slice(0, 12).map((one) => h("li", {},
    h("span", { class: "run" }, runText(one)),
    h("span", { class: "dim" }, t("cards", { n: one.quantity })),
    h("b", {}, euros(one.amount_cents)),
    undoable.includes(one) ? h("button", { type: "button", class: "button button-small", onclick: () => undo([one], one.amount_cents) }, t("seller.undo")) : null))
    : h("li", { class: "none" }, t("seller.no_sales")));
  receipt.draw(undoable);
}

/** Takes a sale back, its last run first: that is the only one the house lets go. */
function undo(runs, cents) {
  const { game_no } = house.board;
  const [{ first }, { last }] = [runs[0], runs[runs.length - 1]];
  const title = runs.length > 1 ? t("seller.undo_ask_runs", { runs: runs.map(runText).join(" + ") }) : t("seller.undo_ask", { first, last });
  return ask({
    title, lead: t("seller.undo_lead"), yes: t("seller.undo_do"), danger: true, rows: [[t("seller.give_back"), euros(cents)]],
    run: async () => {
      for (const run of [...runs].reverse()) await house.strict("undo_sale", { game_no, first: run.first, last: run.last });
      receipt.set(0, null);
    },
  });
}

async function other() {
  const values = await ask({
    title: t("seller.other_title"), yes: t("seller.sell"),
    fields: [{ name: "quantity", label: t("seller.how_many"), type: "number", maxlength: 4 }],
  });
  if (values?.quantity) sell(values.quantity, pick.first);
}

async function byRange() {
  const { runs } = cards();
  const values = await askRange(pick.first || firstOf(runs));
  if (!values?.first || !values.last) return;
  const quantity = quantityTo(runs, values.first, values.last);
  if (quantity) sell(quantity, values.first);
  else refuse(place("refusal"), t("seller.pick.not_mine", { card: values.last }));
}

function scanned(text) {
  const read = readCard(text);
  const near = document.querySelector("dialog[open] .refusal") || place("refusal");
  refuse(near, "");
  if (!read) return refuse(near, t("seller.scan.unread", { text: text.slice(0, 40) }));
  if (otherSeries(house.board, read)) return refuse(near, t("seller.scan.other_series", { series: seriesName(read), card: read.card }));
  if (fillDialog(read.card)) return undefined;
  if (house.link !== "live" || selling.busy) return refuse(near, t("seller.scan.away"));
  if (!open()) return refuse(near, t("seller.scan.closed"));
  return refuse(near, pick.take(read.card, cards().runs));
}

place("other").addEventListener("click", other);
place("range").addEventListener("click", byRange);
place("hand-over").addEventListener("click", () => handOver(house, me()));
place("spoil").addEventListener("click", () => spoil(house, me()));
place("scanner").addEventListener("click", () => choose(house, place("scanner")));
drawScanner(place("scanner"));
place("printer").addEventListener("click", () => choosePrinter(house, drawPrinter));
listenAll(scanned);
house.start();

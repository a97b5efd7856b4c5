// The table of sellers: cards given out, brought back and sold, and the money that goes with them.
import { cameBack, printed, runText } from "../desk/cards.js";
import { euros, number } from "../format.js";
import { t } from "../labels.js";
import { countOf, deskRuns } from "../lots.js";
import { h, keyed, say, show } from "../staff/dom.js";
import { refuse } from "../staff/house.js";
import { series } from "../staff/reading.js";
import { askCount } from "./count.js";
import { comingBack, counted, difference, givingOut, sellers, sum } from "./people.js";
import { askRun, runTitle } from "./run.js";

const place = (id) => document.querySelector(`#${id}`);
let busy = false;

/** How many cards a press gives: the chosen key, or what is typed, which wins. */
function quantity() {
  const typed = place("quantity").value.trim();
  if (typed) return /^\d+$/.test(typed) ? Number(typed) : 0;
  return Number(document.querySelector("[name=give]:checked").value);
}

/** One deed at a time: a second press while the first is on its way is no second block. */
async function alone(work) {
  if (busy) return;
  busy = true;
  place("floor").setAttribute("aria-busy", "true");
  try {
    await work();
  } finally {
    busy = false;
    place("floor").removeAttribute("aria-busy");
  }
}

const give = (house, seller, cards) => house.game("issue_block", { seller, quantity: cards }, place("floor-refusal"));

/** Gives the same number to everybody posted, in the order of the posts; stops at the first refusal and says who has theirs. */
async function giveAll(house) {
  const cards = quantity();
  const given = [];
  for (const one of sellers(house).filter((row) => row.posted)) {
    if (!await give(house, one.seller, cards)) {
      const why = place("floor-refusal").textContent;
      if (given.length) refuse(place("floor-refusal"), `${why} ${t("cashier.floor.given_to", { names: given.join(", ") })}`);
      return;
    }
    given.push(one.name);
  }
}

export function joinFloor(house) {
  place("give-all").addEventListener("click", () => alone(() => giveAll(house)));
  const words = () => {
    const cards = quantity();
    say(place("give-all"), t("cashier.floor.give_all", { n: number(cards), count: cards }));
    for (const key of document.querySelectorAll("[data-give]")) say(key, t("cashier.floor.give", { n: number(cards), count: cards }));
  };
  for (const choice of document.querySelectorAll("[name=give]")) {
    choice.addEventListener("change", () => { place("quantity").value = ""; words(); });
  }
  place("quantity").addEventListener("input", words);
  return () => {
    const { board, mine } = house;
    const rows = sellers(house);
    const paper = printed(board).length > 0;
    const giving = paper && givingOut(board);
    const back = paper && comingBack(board);
    show(place("give"), giving);
    show(place("floor-desk"), giving);
    say(place("floor-lead"), t(`cashier.floor.${giving ? "giving" : back ? "coming_back" : "resting"}`));
    keyed(place("floor-desk"), [board?.lots], () => printed(board).map((one) => desk(house, one)));
    drawTable(house, rows, giving, back);
    words();
  };
}

/** What the desk has of a series: what came back, which can be spoiled by a press, and the first that never left. */
function desk(house, one) {
  return h("p", { class: "desk-line" }, h("b", {}, t("cashier.floor.desk")), h("span", {}, series(one)),
    cameBack(one).map((run) => h("button", { type: "button", class: "run-key", onclick: () => askRun(house, "", run) }, runText(run))),
    h("span", {}, one.next_card <= one.last_card ? t("cashier.floor.next", { next: one.next_card }) : t("cashier.floor.out")),
    one.next_card <= one.last_card ? h("button", { type: "button", class: "button button-quiet button-small", onclick: () => spoilNext(house, one) }, t("cashier.floor.spoil")) : null,
    h("span", { class: "dim" }, t("cards", { n: number(countOf(deskRuns(one))), count: countOf(deskRuns(one)) })));
}

/** Spoiling from the pile at the desk begins with its first card alone. */
function spoilNext(house, one) {
  const pile = deskRuns(one).find((run) => run.last === one.last_card);
  askRun(house, "", pile, { first: pile.first, last: pile.first });
}

/** The table is built once for the same people; its cells change one by one, so that no key moves under a finger. */
function drawTable(house, rows, giving, back) {
  keyed(place("sellers"), rows.map((one) => one.seller), () => rows.length ? table(rows) : h("p", { class: "none" }, t("cashier.no_sellers")));
  for (const one of rows) drawRow(house, one, giving, back);
  const foot = place("sellers").querySelector("tfoot tr");
  const count = countOf(rows.flatMap((one) => one.held));
  if (foot) keyed(foot, rows, () => [h("th", { scope: "row" }, t("cashier.total")), h("th", {}, t("cards", { n: number(count), count })),
    h("td", { class: "right" }, number(sum(rows, "cards"))),
    h("td", { class: "right" }, h("b", {}, euros(sum(rows, "cash_cents"))), handed(rows)), h("th", {})]);
}

function table(rows) {
  const head = ["seller", "in_hand", "cards", "hands_in"].map((name, at) => h("th", { scope: "col", class: at > 1 ? "right" : null }, t(`cashier.${name}`)));
  return h("table", { class: "table floor-table" },
    h("thead", {}, h("tr", {}, head, h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, t("cashier.keys"))))),
    h("tbody", {}, rows.map((one) => h("tr", { "data-seller": one.seller }, h("th", { scope: "row", id: `name-${one.seller}` }),
      h("td", { class: "runs" }), h("td", { class: "right" }), h("td", { class: "right" }), h("td", { class: "row-keys" })))),
    h("tfoot", {}, h("tr", {})));
}

function drawRow(house, one, giving, back) {
  const [name, runs, cards, money, keys] = document.querySelector(`[data-seller="${CSS.escape(one.seller)}"]`).children;
  const whose = { type: "button", "aria-describedby": `name-${one.seller}` };
  const count = countOf(one.held);
  say(name, one.name);
  say(cards, number(one.cards));
  keyed(money, [one.cash_cents, one.handed_in], () => [euros(one.cash_cents), handed([one])]);
  keyed(runs, [one.held, giving, back], () => [one.held.map((run) => back
    ? h("button", { ...whose, class: "button button-main run-back", onclick: (press) => received(house, one, run, press.currentTarget) }, t("cashier.floor.received", { run: runText(run) }))
    : h("button", { ...whose, class: "run-key", disabled: !giving, "aria-label": runTitle(run), onclick: () => askRun(house, one.seller, run) }, runText(run))),
  count ? h("span", { class: "dim" }, back ? "" : t("cards", { n: number(count), count })) : h("span", { class: "dim" }, "–")]);
  const owes = Boolean(one.cash_cents);
  keyed(keys, [giving && one.posted, giving, owes], () => [
    giving && one.posted ? h("button", { ...whose, class: "button", "data-give": one.seller, onclick: () => alone(() => give(house, one.seller, quantity())) }) : null,
    h("button", { ...whose, class: `button${!giving && owes ? " button-main" : ""}`, disabled: !owes,
      onclick: () => askCount(house, sellers(house).find((now) => now.seller === one.seller)) }, t("cashier.count.open"))]);
}

/** What was counted so far, and by how much it differed; nothing while nothing was counted. */
function handed(rows) {
  if (!rows.some((one) => one.handed_in.length)) return null;
  const total = (what) => rows.reduce((cents, one) => cents + what(one), 0);
  const gap = total(difference);
  return h("small", {}, t("cashier.handed", { amount: euros(total(counted)) }),
    gap ? h("span", { class: gap < 0 ? "bad" : "warn" }, ` ${gap > 0 ? "+" : ""}${euros(gap)}`) : null);
}

async function received(house, one, run, button) {
  button.disabled = true;
  const answer = await house.game("return_block", { seller: one.seller, first: run.first, last: run.last }, place("floor-refusal"));
  if (!answer) button.disabled = false;
}

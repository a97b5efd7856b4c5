// The refund desk of a void game: cards scanned or typed, the money to hand out, and which cards are still out.
import { runsText, runText } from "../desk/cards.js";
import { euros, number } from "../format.js";
import { t } from "../labels.js";
import { countOf } from "../lots.js";
import { ask } from "../staff/ask.js";
import { facts, h, keyed, say, show } from "../staff/dom.js";
import { refuse } from "../staff/house.js";
import { Handed } from "./handed.js";

const place = (id) => document.querySelector(`#${id}`);

export function joinRefunds(house) {
  const handed = new Handed(house, drawGiven);
  const desk = () => house.mine.refunds;

  place("refund-form").addEventListener("submit", (press) => {
    press.preventDefault();
    const last = place("refund-last").value.trim();
    if (last && !/^\d{1,7}$/.test(last)) refuse(place("refund-refusal"), t("cashier.refund.last_wrong"));
    else take(desk(), place("refund-card"), last ? Number(last) : null);
  });
  place("refund-next").addEventListener("click", () => {
    handed.begin();
    place("refund-card").focus();
  });
  place("refund-complete").addEventListener("click", () => complete(house, desk()));

  async function take(game, input, last) {
    if (!game || !input.value.trim()) return;
    const done = await handed.take({ game_no: game.game_no, session_no: game.session_no, card: input.value, last }, place("refund-refusal"));
    if (!done) return input.select();
    input.value = "";
    place("refund-last").value = "";
    return input.focus();
  }

  /** What was taken from the player who stands at the desk now. */
  function drawGiven() {
    const { runs, cents, twice } = handed;
    say(place("refund-sum"), euros(cents));
    say(place("refund-given"), runs.length ? t("cashier.refund.given", { runs: runsText(runs), n: countOf(runs) }) : t("cashier.refund.none_given"));
    say(place("refund-keep"), runs.length && desk()?.keeps ? t("cashier.refund.give_back") : "");
    place("refund-give").classList.toggle("is-due", cents > 0);
    place("refund-next").disabled = !runs.length;
    place("refund-fields").disabled = Boolean(twice);
    show(place("refund-twice"), Boolean(twice));
    keyed(place("refund-twice"), twice, () => twice && [h("strong", {}, t("cashier.refund.stop")), h("p", {}, twice), h("p", {}, t("cashier.refund.stop_what")),
      h("button", { type: "button", class: "button button-big", onclick: () => { handed.understood(); place("refund-card").focus(); } }, t("cashier.refund.understood"))]);
  }

  return () => {
    const now = desk();
    show(place("refunds"), Boolean(now));
    if (!now) return;
    handed.of(`${now.session_no}:${now.game_no}`);
    show(place("refund-work"), now.open && now.sold > 0);
    show(place("refund-complete"), now.open);
    say(place("refunds-title"), t("cashier.refund.title", { game: now.game_no }));
    say(place("refunds-lead"), t(lead(now)));
    say(place("refund-each"), t(now.keeps ? "cashier.refund.each_half" : "cashier.refund.each", { amount: euros(now.each_cents) }));
    keyed(place("refund-progress"), [now.back, now.sold, now.out], () => progress(now));
    keyed(place("refund-sellers"), [now.by_seller, house.mine.staff], () => sellers(house, now));
    keyed(place("refund-accounts"), now.accounts, () => accounts(now));
    drawGiven();
  };
}

function lead(now) {
  if (!now.open) return "cashier.refund.closed";
  return now.keeps ? "cashier.refund.lead_half" : "cashier.refund.lead";
}

function progress(now) {
  if (!now.sold) return h("p", { class: "none" }, t("cashier.refund.no_paper"));
  const text = t("cashier.refund.progress", { back: number(now.back), sold: number(now.sold) });
  return [h("p", { class: "refund-count" }, h("b", {}, text), h("span", { class: "dim" }, t("cashier.refund.paid", { back: euros(now.back_cents), out: euros(now.out_cents) }))),
    h("progress", { class: "refund-bar", max: now.sold, value: now.back, "aria-label": text }),
    h("p", {}, now.out.length ? [h("span", { class: "dim" }, t("cashier.refund.out")), " ", h("b", { class: "refund-runs" }, runsText(now.out))] : t("cashier.refund.all_back"))];
}

/** Who sold which cards, so that whoever does not come can be looked for (and no card is paid that nobody sold). */
function sellers(house, now) {
  if (!now.by_seller.length) return null;
  const head = ["seller", "cards", "refund.back", "refund.out"].map((name, at) => h("th", { scope: "col", class: at === 2 ? "right" : null }, t(`cashier.${name}`)));
  return h("table", { class: "table refund-table" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, now.by_seller.map((one) => h("tr", {},
    h("th", { scope: "row" }, house.person(one.seller)), h("td", {}, one.sold.map(runText).join(", ")),
    h("td", { class: "right" }, `${number(one.back)} / ${number(one.cards)}`), h("td", {}, one.out.length ? runsText(one.out) : "–")))));
}

function accounts(now) {
  if (!now.accounts.length) return null;
  return [h("h3", {}, t("cashier.refund.accounts")), facts(now.accounts.map((one) => [t("cashier.refund.account", { number: one.number, name: one.name, n: one.cards }), euros(one.cents)]))];
}

function complete(house, now) {
  const out = countOf(now.out);
  return ask({
    title: t("cashier.refund.complete_ask", { game: now.game_no }), lead: t(out ? "cashier.refund.complete_out" : "cashier.refund.complete_all"),
    rows: [[t("cashier.refund.complete_back"), t("cards", { n: number(now.back), count: now.back })], [t("cashier.refund.complete_left"), t("cards", { n: number(out), count: out })],
      [t("cashier.refund.complete_payable"), euros(now.out_cents)]],
    yes: t("cashier.refund.complete_do"), run: () => house.strict("complete_refunds", { game_no: now.game_no }),
  });
}

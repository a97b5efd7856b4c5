// The right column: the live facts of the game, the machines and the posts.
import { euros, number } from "../format.js";
import { jackpotsInPlay } from "../jackpots.js";
import { t, word } from "../labels.js";
import { facts, h, keyed, show } from "../staff/dom.js";
import { complaintItem } from "../staff/people.js";
import { machineRow } from "../staff/machine.js";
import { called, figures, series, uncalled } from "../staff/reading.js";
import { troubles } from "../staff/troubles.js";
import { lastSold, soldIn, soldRuns } from "../lots.js";
import { printed, runsText, unplayableIn } from "./cards.js";
import { paidFor, partsOf, priceText } from "./pair.js";

const WATCHED = 14;

/** Joins the column's places (see the template) to the house. */
export function factsColumn(house, root) {
  const place = (name) => root.querySelector(`[data-fact=${name}]`);
  const [order, orderHead, money, unclaimed, machines, posts, corrections, damaged, complained, terminals] =
    ["order", "order-head", "money", "unclaimed", "machines", "posts", "corrections", "damaged", "complaints", "terminals"].map(place);
  const clear = (machine, fault) => house.act("clear_fault", { device: machine.code, code: fault });
  return {
    update() {
      const { board, session, mine, devices } = house;
      const out = called(board);
      keyed(orderHead, [out.length], () => t("balls", { n: out.length }));
      keyed(order, [out, uncalled(board)], () => [
        ...uncalled(board).slice(0, 1).map((n) => h("li", { class: "is-uncalled", title: t("desk.draw.to_call") }, n)),
        ...out.slice().reverse().map((n, at) => h("li", { class: at ? null : "is-last" }, n))]);
      keyed(money, [board?.figures, board?.lots, board?.game_no, Boolean(board?.voided), session?.last_game], () => sums(board, session));
      const watch = mine.unclaimed || [];
      show(unclaimed.closest("section"), watch.length > 0);
      keyed(unclaimed, watch, () => ["bingo", "line"].map((prize) => watched(prize, watch.filter((one) => one.prize === prize))));
      keyed(machines, devices, () => devices.length ? devices.map((one) => machineRow(one, clear)) : h("li", { class: "dim" }, t("staff.no_machines")));
      keyed(posts, [session?.posts, mine.staff], () => people(house));
      keyed(terminals, mine.terminals || null, () => troubles(house));
      show(terminals.closest("section"), terminals.childElementCount > 0);
      const bad = printed(board).filter((one) => board.state !== "closed" && unplayableIn(one).length);
      show(damaged.closest("section"), bad.length > 0);
      keyed(damaged, bad, () => bad.map((one) => h("li", {}, h("span", {}, series(one), " "), h("b", {}, runsText(unplayableIn(one))))));
      const fixes = board?.corrections || [];
      show(corrections.closest("section"), fixes.length > 0);
      const complaints = (mine.complaints || []).filter((one) => one.session_no === session?.session_no);
      show(complained.closest("section"), complaints.length > 0);
      keyed(complained, complaints, () => complaints.map((one) => complaintItem(one)));
      keyed(corrections, fixes, () => fixes.map((one) => h("li", {}, t(`desk.correction.${one.what}`, { ordinal: one.ordinal, was: one.was, number: one.number }))));
    },
  };
}

/** The complete cards of one prize that nobody has called: the first of them, and how many more. */
function watched(prize, list) {
  if (!list.length) return null;
  const more = list.length - WATCHED;
  return h("li", {}, h("span", {}, t(`prize.${prize}`), " "), h("b", {}, list.slice(0, WATCHED).map((one) => one.card).join(" · ")),
    more > 0 ? ` ${t("desk.facts.more", { n: more })}` : null);
}

function sums(board, session) {
  const now = figures(board);
  if (!now) return h("p", { class: "empty" }, t("desk.facts.no_game"));
  const lots = printed(board);
  const double = partsOf(board) > 1;
  return facts([
    session?.last_game && [t("last.which"), t("last.is", { game: session.last_game })],
    double && [t("desk.pair.card"), priceText(board.lots[0])],
    [t("medium.physical.sold"), number(now.physical_sold)],
    ...lots.filter((one) => soldIn(one)).map((one) => [lots.length > 1 ? series(one) : t("desk.start.from_to"),
      `${soldRuns(one)[0].first} – ${lastSold(one)}`]),
    double ? [t("desk.pair.paid"), euros(paidFor(board))] : [t("medium.virtual.sold"), number(now.virtual_sold)],
    [t(double ? "desk.pair.takings" : "fact.takings"), euros(now.takings_cents)],
    ...(board.voided ? [] : prizes(board, now)),
  ].filter(Boolean));
}

/** What is played for; a void game has no prizes. */
function prizes(board, now) {
  return [
    [t(now.final ? "prize.line" : "fact.line_so_far"), euros(now.line_cents), "is-money"],
    [t(now.final ? "prize.bingo" : "fact.bingo_so_far"), euros(now.bingo_cents), "is-money"],
    ...jackpotsInPlay(board).map((one) => [one.name, euros(one.cents), "is-money"]),
  ];
}

function people(house) {
  const posts = house.session?.posts || [];
  if (!posts.length) return h("p", { class: "empty" }, t("desk.facts.no_posts"));
  return facts(posts.map((one) => [word("post", one.post), one.usernames.map((name) => house.person(name)).join(", ")]), "facts facts-people");
}

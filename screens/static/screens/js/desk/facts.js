// The right column: the live facts of the game, the machines and the posts.
import { euros, number } from "../format.js";
import { t, word } from "../labels.js";
import { facts, h, keyed, show } from "../staff/dom.js";
import { machineRow } from "../staff/machine.js";
import { called, figures, lot, uncalled } from "../staff/reading.js";

const WATCHED = 14;

/** Joins the column's places (see the template) to the house. */
export function factsColumn(house, root) {
  const place = (name) => root.querySelector(`[data-fact=${name}]`);
  const [order, orderHead, money, unclaimed, machines, posts, corrections] =
    ["order", "order-head", "money", "unclaimed", "machines", "posts", "corrections"].map(place);
  const clear = (machine, fault) => house.act("clear_fault", { device: machine.code, code: fault });
  return {
    update() {
      const { board, session, mine, devices } = house;
      const out = called(board);
      keyed(orderHead, [out.length], () => t("balls", { n: out.length }));
      keyed(order, [out, uncalled(board)], () => [
        ...uncalled(board).slice(0, 1).map((n) => h("li", { class: "is-uncalled", title: t("desk.draw.to_call") }, n)),
        ...out.slice().reverse().map((n, at) => h("li", { class: at ? null : "is-last" }, n))]);
      keyed(money, [board?.figures, board?.lots, board?.game_no], () => sums(board));
      const watch = mine.unclaimed || [];
      show(unclaimed.closest("section"), watch.length > 0);
      keyed(unclaimed, watch, () => ["bingo", "line"].map((prize) => watched(prize, watch.filter((one) => one.prize === prize))));
      keyed(machines, devices, () => devices.length ? devices.map((one) => machineRow(one, clear)) : h("li", { class: "dim" }, t("staff.no_machines")));
      keyed(posts, [session?.posts, mine.staff], () => people(house));
      const fixes = board?.corrections || [];
      show(corrections.closest("section"), fixes.length > 0);
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

function sums(board) {
  const now = figures(board);
  if (!now) return h("p", { class: "empty" }, t("desk.facts.no_game"));
  const paper = lot(board, "physical");
  return facts([
    [t("medium.physical.sold"), number(now.physical_sold)],
    paper && now.physical_sold ? [t("desk.start.from_to"), `${paper.first_card} – ${paper.first_card + now.physical_sold - 1}`] : null,
    [t("medium.virtual.sold"), number(now.virtual_sold)],
    [t("fact.takings"), euros(now.takings_cents)],
    [t(now.final ? "prize.line" : "fact.line_so_far"), euros(now.line_cents), "is-money"],
    [t(now.final ? "prize.bingo" : "fact.bingo_so_far"), euros(now.bingo_cents), "is-money"],
  ].filter(Boolean));
}

function people(house) {
  const posts = house.session?.posts || [];
  if (!posts.length) return h("p", { class: "empty" }, t("desk.facts.no_posts"));
  return facts(posts.map((one) => [word("post", one.post), one.usernames.map((name) => house.person(name)).join(", ")]), "facts facts-people");
}

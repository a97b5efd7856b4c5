// The floor while the sale is open: who has which cards, which unsold ones stand in the way of the close, the second series.
import { Refusal } from "../deeds.js";
import { number } from "../format.js";
import { t } from "../labels.js";
import { countOf, deskRuns, lastSold } from "../lots.js";
import { h, keyed, show } from "../staff/dom.js";
import { series } from "../staff/reading.js";
import { byHolder, cameBack, heldIn, holders, holesOf, lastPrinted, printed, runText, runsText } from "./cards.js";
import { key } from "./shell.js";

const holderName = (house, username) => (username ? house.person(username) : t("desk.floor.desk"));

/** Holes in one sentence, with names: "Ana: 20 – 24; the cash desk: 31". */
export function holesText(house, holes) {
  return byHolder(holes).map(([who, runs]) => `${holderName(house, who)}: ${runsText(runs)}`).join("; ");
}

/** Would the close be refused now? The unsold cards below the last one sold, or none. */
export const inTheWay = (board) => (board.terms?.holes === "acta" ? [] : holesOf(board));

/** Does a deed that unsold cards may forbid; the refusal names the people, not their log-in names. */
export async function strictly(house, name, body) {
  try {
    return await house.strict(name, body);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal({ code: error.code, params: error.params, message: named(house, error) }, error.status);
  }
}

function named(house, { code, params, message }) {
  if (code === "sale_has_holes") return refusedText(house, params.holes.map(([first, last, holder]) => ({ first, last, holder })));
  if (code === "blocks_outstanding") return t("desk.floor.outstanding", { who: holesText(house, [params]) });
  return message;
}

/** Why the sale does not close, and over whose cards. */
export const refusedText = (house, holes) =>
  t("desk.floor.refused", { n: number(countOf(holes)), count: countOf(holes), who: holesText(house, holes) });

/** The live list of who has what, which hides in a game without blocks; the alarm stands beside the key that closes. */
export function floorPanel(house) {
  const list = h("ul", { class: "floor-list" });
  const alarm = h("div", { class: "floor-alarm", role: "status", hidden: true });
  const panel = h("section", { class: "floor", hidden: true, "aria-label": t("desk.floor.title") }, h("h3", {}, t("desk.floor.title")), list);
  return {
    alarm,
    el: panel,
    update() {
      const { board, mine } = house;
      const holes = inTheWay(board);
      show(alarm, holes.length > 0);
      keyed(alarm, [holes, mine.staff], () => holes.length ? warning(house, holes) : null);
      const held = holders(board);
      show(panel, Boolean(board.blocks) || held.length > 0);
      keyed(list, [board.lots, mine.staff], () => [...held.map(([who, runs]) => row(house, who, runs, holes)), ...desk(house, holes)]);
    },
  };
}

function warning(house, holes) {
  const one = lastPrinted(house.board);
  const below = printed(house.board).length > 1 ? `${series(one)} · ${lastSold(one)}` : lastSold(one);
  const count = countOf(holes);
  return [
    h("p", { class: "floor-what" }, t("desk.floor.holes", { n: number(count), count, last: below })),
    h("ul", {}, byHolder(holes).map(([who, runs]) => h("li", {}, h("b", {}, holderName(house, who)),
      runs.map((run) => h("span", { class: "chip is-hole" }, runText(run)))))),
    h("p", { class: "help" }, t("desk.floor.do")),
  ];
}

const isHole = (run, holes) => holes.some((hole) => hole.first <= run.first && run.last <= hole.last);

function row(house, who, runs, holes) {
  return h("li", {}, h("b", {}, holderName(house, who)),
    h("span", { class: "floor-runs" }, runs.map((run) => h("span", { class: `chip${isHole(run, holes) ? " is-hole" : ""}` }, runText(run)))),
    h("span", { class: "floor-count" }, t("cards", { n: number(countOf(runs)), count: countOf(runs) })));
}

/** One line for each series: what came back to the desk, and the first card that never left it. */
function desk(house, holes) {
  const lots = printed(house.board);
  return lots.map((one) => h("li", { class: "is-desk" },
    h("b", {}, t("desk.floor.desk"), lots.length > 1 ? h("small", {}, ` ${series(one)}`) : null),
    h("span", { class: "floor-runs" },
      cameBack(one).map((run) => h("span", { class: `chip${isHole(run, holes) ? " is-hole" : ""}` }, runText(run))),
      one.next_card <= one.last_card ? h("span", { class: "dim" }, t("desk.floor.next", { next: one.next_card })) : h("span", { class: "dim" }, t("desk.floor.out"))),
    h("span", { class: "floor-count" }, t("cards", { n: number(countOf(deskRuns(one))), count: countOf(deskRuns(one)) }))));
}

/** The offer of a complementary series, the moment the desk has none of the first left (art. 33.4). */
export function secondSeries(house, refusal) {
  const words = h("p", {});
  const open = key("", () => house.game("add_series", { series: house.mine.second_series }, refusal), { primary: false, hint: "F4" });
  const el = h("section", { class: "offer", role: "status", hidden: true }, h("div", {}, h("h3", {}, t("desk.second.title")), words), open);
  return {
    el,
    update() {
      const { board, mine } = house;
      const id = mine.second_series;
      const offered = id ? mine.series?.find((one) => one.id === id) : null;
      const first = printed(board)[0];
      const wanted = Boolean(offered && first && board.state === "selling" && printed(board).length === 1);
      show(el, wanted);
      if (!wanted) return;
      const last = Math.min(offered.last_number, first.first_card - 1);
      keyed(words, [first, offered], () => [t("desk.second.lead", { series: series(first), left: number(countOf(heldIn(first))) })]);
      open.label(t("desk.second.do", { series: series(offered), last }));
    },
  };
}

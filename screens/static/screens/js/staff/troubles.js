// What is wrong with the enrolled devices: those that do not answer while a session is on, and clocks to be set.
import { number, time } from "../format.js";
import { t } from "../labels.js";
import { h } from "./dom.js";

/** Gives a list item for each; none when all is well. */
export function troubles(house) {
  const told = house.mine.terminals;
  if (!told) return [];
  const lost = told.lost.map((one) => h("li", { class: "is-bad", "data-terminal": one.number },
    t("terminals.lost", { place: one.place, time: time(one.since, undefined, true) })));
  const more = told.more ? h("li", { class: "is-bad" }, t("terminals.lost_more", { n: number(told.more), count: told.more })) : null;
  const clocks = told.wrong_clock.map((one) => h("li", { class: "is-warn" },
    t("terminals.clock", { place: one.place, seconds: number(Math.round(one.skew_ms / 1000)) })));
  return [...lost, more, ...clocks].filter(Boolean);
}

// What the house noticed by itself during the last day: a card shown twice, a damaged face, a ball of no game.
import { time } from "../format.js";
import { t } from "../labels.js";
import { h, keyed, show } from "../staff/dom.js";

const GRAVE = ["refunded_twice", "unsold_card", "forged_card", "repeated_order", "draw_secret_lost", "violations"];
const KNOWN = [...GRAVE, "cards_unplayable", "stray_ball"];

/** Fills the list of alarms, newest first. */
export function alarms(house, list) {
  const told = house.mine.alarms || [];
  show(list, told.length > 0);
  keyed(list, told, () => told.map((one) => h("li", { class: GRAVE.includes(one.code) ? "is-bad" : "is-warn" },
    h("span", { class: "dim" }, time(one.at)), " ", t(`alarm.${KNOWN.includes(one.code) ? one.code : "other"}`, { ...one, n: one.found, count: one.found }))));
}

// The series with cards left, the used cards still to be destroyed, and the list of sessions with their minutes.
import { euros, number, time } from "../format.js";
import { t } from "../labels.js";
import { h, keyed } from "../staff/dom.js";

const MOST_SERIES = 8;

/** The series a table could sell next: those begun, then those after them; the store has them all. */
export function seriesTable(house, place) {
  const all = house.mine.series || [];
  const begun = (one) => (one.left < one.size ? 0 : 1);
  const list = [...all].sort((one, other) => begun(one) - begun(other)).slice(0, MOST_SERIES);
  const more = all.length - list.length;
  keyed(place, [list, more], () => list.length ? [h("table", { class: "table" },
    h("thead", {}, h("tr", {}, ["series", "medium", "price", "next", "left"].map((name, at) =>
      h("th", { scope: "col", class: at > 1 ? "right" : null }, t(`manager.series.${name}`))))),
    h("tbody", {}, list.map((one) => h("tr", {}, h("td", {}, h("b", {}, `${one.letter} ${one.ident}`)), h("td", {}, t(`medium.${one.medium}`)),
      h("td", { class: "right" }, euros(one.parts * one.face_value_cents)), h("td", { class: "right" }, one.next_card), h("td", { class: "right" }, number(one.left)))))),
    more > 0 ? h("p", { class: "dim" }, t("manager.series.more", { n: number(more), count: more })) : null]
    : h("p", { class: "none" }, t("manager.series.none")));
}

const USED = ["used", "unsold", "spoiled"];

/** The used cards that keep the next session closed: [session, cards], or null when there are none. */
export function usedBefore(house, sessionNo) {
  const heap = (house.mine.to_destroy || []).filter((one) => USED.includes(one.state) && one.session_no > 0 && one.session_no < sessionNo);
  if (!heap.length) return null;
  const first = Math.min(...heap.map((one) => one.session_no));
  return { session: first, cards: heap.filter((one) => one.session_no === first).reduce((sum, one) => sum + one.last - one.first + 1, 0) };
}

export function sessionsList(house, place) {
  const list = house.mine.sessions || [];
  const day = (iso) => (iso ? new Date(iso).toLocaleDateString(document.documentElement.lang, { day: "2-digit", month: "short", year: "numeric" }) : "");
  keyed(place, list, () => list.length ? list.map((one) => h("li", {},
    h("span", {}, h("b", {}, t("bar.session", { number: one.session_no })), " ", h("span", { class: "dim" },
      one.opened_at ? `${day(one.opened_at)} · ${time(one.opened_at)}${one.closed_at ? ` – ${time(one.closed_at)}` : ""}` : t("state.preparing"))),
    one.opened_at ? h("a", { class: "button button-small", href: `/acta/${one.session_no}/`, target: "_blank", rel: "noopener" }, t("manager.minutes")) : null))
    : h("li", { class: "none" }, t("manager.sessions.none")));
}

// The register of card series and the list of sessions with their minutes.
import { centsOf, euros, number, time } from "../format.js";
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { h, keyed } from "../staff/dom.js";
import { Refusal } from "../deeds.js";

export function seriesTable(house, place) {
  const list = house.mine.series || [];
  keyed(place, list, () => list.length ? h("table", { class: "table" },
    h("thead", {}, h("tr", {}, ["series", "medium", "price", "next", "left"].map((name, at) =>
      h("th", { scope: "col", class: at > 1 ? "right" : null }, t(`manager.series.${name}`))))),
    h("tbody", {}, list.map((one) => h("tr", {}, h("td", {}, h("b", {}, `${one.letter} ${one.ident}`)), h("td", {}, t(`medium.${one.medium}`)),
      h("td", { class: "right" }, euros(one.face_value_cents)), h("td", { class: "right" }, one.next_card), h("td", { class: "right" }, number(one.left))))))
    : h("p", { class: "none" }, t("manager.series.none")));
}

/** A new series: its range of a matrix decides its faces. */
export function newSeries(house) {
  const matrices = (house.mine.matrices || []).map((one) => [one.id, t("manager.series.matrix_option", { name: one.name || one.id, size: number(one.size) })]);
  if (!matrices.length) return ask({ title: t("manager.series.new"), lead: t("manager.series.no_matrix"), yes: t("close") });
  return ask({
    title: t("manager.series.new"), lead: t("manager.series.new_lead"), yes: t("manager.series.do"),
    fields: [
      { name: "letter", label: t("manager.series.letter"), maxlength: 3 }, { name: "ident", label: t("manager.series.ident"), maxlength: 12 },
      { name: "medium", label: t("manager.series.medium"), options: [["physical", t("medium.physical")], ["virtual", t("medium.virtual")]] },
      { name: "price", label: t("manager.series.face_value"), inputmode: "decimal", maxlength: 10 },
      { name: "matrix_id", label: t("manager.series.matrix"), options: matrices },
      { name: "first_number", label: t("manager.series.first"), type: "number", value: 1 }, { name: "last_number", label: t("manager.series.last"), type: "number" },
    ],
    run({ price, matrix_id, ...values }) {
      const cents = centsOf(price);
      if (!cents) throw new Refusal({ code: "bad_input", message: t("manager.series.price_wrong") }, 400);
      return house.strict("register_series", { ...values, face_value_cents: cents, matrix_id: Number(matrix_id) });
    },
  });
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

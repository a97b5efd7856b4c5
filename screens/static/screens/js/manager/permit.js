// The hall's permit: its category, by which the posts are counted, and its hours.
import { number } from "../format.js";
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { facts, h, keyed } from "../staff/dom.js";

/** Hours in words, whichever of the two is stated. */
export function hours(opening, closing) {
  if (opening && closing) return t("permit.from_to", { opening, closing });
  if (opening) return t("permit.from", { opening });
  return closing ? t("permit.to", { closing }) : t("permit.not_stated");
}

const category = ([code, most]) => t(`category.${code}`, { most: number(most) });

/** Shows what the permit says, with a key that changes it. */
export function permit(house, place) {
  const now = house.mine.permit;
  if (!now) return;
  const mine = now.categories.find(([code]) => code === now.category);
  keyed(place, now, () => [
    facts([[t("permit.category"), mine ? category(mine) : t("permit.not_stated")], [t("permit.hours"), hours(now.opening_time, now.closing_time)]]),
    h("button", { type: "button", class: "button button-wide", onclick: () => change(house) }, t("permit.change")),
  ]);
}

function change(house) {
  const now = house.mine.permit;
  return ask({
    title: t("permit.title"), lead: t("permit.lead"), yes: t("permit.do"),
    fields: [
      { name: "category", label: t("permit.category"), value: now.category, required: false,
        options: [["", t("permit.not_stated")], ...now.categories.map((one) => [one[0], category(one)])] },
      { name: "opening_time", label: t("permit.opening"), type: "time", value: now.opening_time, required: false },
      { name: "closing_time", label: t("permit.closing"), type: "time", value: now.closing_time, required: false, hint: t("permit.hours_hint") },
    ],
    run: (values) => house.strict("set_licence", values),
  });
}

// The authority's leave to draw without balls: none in most halls, and then it is one quiet line.
import { number } from "../format.js";
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { facts, h, keyed } from "../staff/dom.js";

/** Shows what is authorised, and how the draws ended: who knows a secret could only break a draw off. */
export function electronicDraw(house, place) {
  const now = house.mine.electronic;
  if (!now) return;
  keyed(place, now, () => [
    facts([
      [t("electronic.reference"), now.reference || t("electronic.none")],
      now.reference && [t("electronic.dated"), now.dated.split("-").reverse().join("/")],
      now.draws > 0 && [t("electronic.draws"), t("electronic.broken_off", { draws: number(now.draws), n: number(now.broken_off) })],
    ].filter(Boolean)),
    h("button", { type: "button", class: "button button-wide", onclick: () => change(house) }, t("electronic.change")),
  ]);
}

function change(house) {
  const now = house.mine.electronic;
  return ask({
    title: t("electronic.title"), lead: t("electronic.lead"), yes: t("electronic.do"),
    fields: [
      { name: "reference", label: t("electronic.reference"), value: now.reference, required: false, maxlength: 120 },
      { name: "dated", label: t("electronic.dated"), type: "date", value: now.dated, required: false, hint: t("electronic.hint") },
    ],
    run: (values) => house.strict("authorise_electronic_draw", values),
  });
}

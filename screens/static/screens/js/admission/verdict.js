// The verdict, in one glance: a shape, a colour and words say the same; then who it is, and the one next key.
import { time } from "../format.js";
import { language, t } from "../labels.js";
import { h } from "../staff/dom.js";

const MARKS = { yes: "✓", no: "✕", wait: "", new: "+" };
const VALIDITIES = ["day", "week", "month", "year"];
const zone = document.documentElement.dataset.zone || undefined;

/** "2026-12-30" or a moment -> the day as people here write it. */
export function dayOf(iso) {
  const moment = new Date(iso.length === 10 ? `${iso}T12:00:00Z` : iso);
  return moment.toLocaleDateString(language(), { day: "numeric", month: "numeric", year: "numeric", timeZone: zone });
}

/** What the answer says as a tone, a title and a line: yes, no, wait or new. */
export function toneOf(answer) {
  if (answer.verdict === "no_entry") return ["no", t("gate.no_entry"), t("gate.no_entry_lead")];
  if (answer.verdict === "new") return ["new", t("gate.new"), answer.blocked ? t(`gate.${answer.blocked}`) : t("gate.new_lead")];
  if (answer.blocked) return ["wait", t(`gate.${answer.blocked}`), t(`gate.${answer.blocked}_lead`)];
  return ["yes", t("gate.come_in"), answer.card ? "" : t("gate.card")];
}

/** The frame of a verdict: shape, title, what follows, the time it stays. */
export function verdict(tone, title, lead, ...children) {
  return h("div", { class: `verdict-box is-${tone}` },
    h("header", { class: "verdict-head" },
      h("span", { class: "verdict-mark", "aria-hidden": "true" }, h("span", {}, MARKS[tone])),
      h("div", {}, h("h2", { tabindex: "-1" }, title), lead && h("p", {}, lead))),
    ...children,
    h("div", { class: "verdict-time", "aria-hidden": "true" }, h("span")));
}

function cardLine(answer) {
  if (answer.card) return h("span", {}, t("gate.card_good", { number: answer.card.card_no, day: dayOf(answer.card.valid_until) }));
  if (answer.last_card) return h("span", { class: "warn" }, t("gate.card_over", { number: answer.last_card.card_no, day: dayOf(answer.last_card.valid_until) }));
  return h("span", {}, t("gate.card_none"));
}

function visitsLine(answer) {
  if (!answer.last_visit) return h("span", {}, t("gate.first_visit"));
  if (dayOf(answer.last_visit) === dayOf(new Date().toISOString())) return h("span", { class: "warn" }, t("gate.today", { time: time(answer.last_visit) }));
  return h("span", {}, `${t("gate.visits", { n: answer.visits })}, ${t("gate.last_visit", { day: dayOf(answer.last_visit), time: time(answer.last_visit) })}`);
}

/** Who it is, to be compared with the document in hand. */
export function person(answer) {
  return h("div", { class: "person-known" },
    h("p", { class: "person-name" }, `${answer.name} ${answer.surnames}`),
    h("p", { class: "person-facts" }, h("b", { class: "figures" }, answer.document), h("span", {}, t("gate.age", { n: answer.age })), cardLine(answer)),
    h("p", { class: "person-facts" }, visitsLine(answer), answer.signed ? null : h("span", { class: "warn" }, t("gate.unsigned"))),
    answer.remarks ? h("p", { class: "person-remarks" }, answer.remarks) : null);
}

/** The choice of a new entry card; the first is chosen. */
export function validities(name = "validity") {
  const rows = VALIDITIES.map((code, at) => h("label", { class: "pick" },
    h("input", { type: "radio", name, value: code, checked: at === 0 }), h("span", {}, t(`gate.${code}`))));
  return h("fieldset", { class: "gate-validity" }, h("legend", {}, t("gate.validity")), h("div", { class: "picks" }, rows));
}

/** The same choice for a dialog. */
export const validityOptions = () => VALIDITIES.map((code) => [code, t(`gate.${code}`)]);

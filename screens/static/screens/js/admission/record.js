// A visitor's record as a form: opened at the first visit, or put right.
import { t } from "../labels.js";
import { h, show } from "../staff/dom.js";
import { refuse } from "../staff/house.js";
import { Refusal } from "../deeds.js";

const KINDS = ["dni", "nie", "passport", "driving_licence", "other"];
const minimumAge = Number(document.body.dataset.minimumAge);

/** The age in whole years on this day of somebody born then; null when it is no date. */
export function ageOf(birth, today = new Date()) {
  const [year, month, day] = String(birth).split("-").map(Number);
  if (!year || !month || !day || year < 1900) return null;
  const before = today.getMonth() + 1 < month || (today.getMonth() + 1 === month && today.getDate() < day);
  return today.getFullYear() - year - (before ? 1 : 0);
}

function field(name, value, props = {}, hint = null) {
  const id = `record-${name}`;
  const label = props.required === false ? t("record.optional", { field: t(`record.${name}`) }) : t(`record.${name}`);
  const input = h("input", { id, name, value: value || "", autocomplete: "off", required: true, ...props });
  return h("p", { class: `field field-${name}` }, h("label", { for: id }, label), input, hint);
}

/** The form; `save(values)` does the deed and may throw its refusal. `known` = the record as it is, to be put right. */
export function recordForm({ document: number, kind, known = {}, yes, save }) {
  const age = h("small", { class: "record-age", role: "status" });
  const signed = h("input", { type: "checkbox", name: "signed", checked: Boolean(known.signed) });
  const refusal = h("p", { class: "refusal", role: "alert", hidden: true });
  const go = h("button", { type: "submit", class: "button button-main button-big" }, yes);
  const choose = h("select", { id: "record-kind", name: "kind", disabled: Boolean(known.visitor_no) },
    KINDS.map((one) => h("option", { value: one, selected: one === (known.kind || kind) }, t(`kind.${one}`))));
  const form = h("form", { class: "record", autocomplete: "off" },
    h("p", { class: "field field-kind" }, h("label", { for: "record-kind" }, t("record.kind")), choose),
    field("document", number, { readonly: true, tabindex: "-1", class: "figures" }),
    field("name", known.name, { maxlength: 80, autocapitalize: "words" }),
    field("surnames", known.surnames, { maxlength: 120, autocapitalize: "words" }),
    field("birth", known.birth, { type: "date", min: "1900-01-01" }, age),
    field("address", known.address, { maxlength: 200, required: false }),
    field("remarks", known.remarks, { maxlength: 300, required: false }),
    h("label", { class: "check field-signed" }, signed, t("record.signed")),
    refusal, h("div", { class: "gate-keys record-keys" }, go));

  function showAge() {
    const years = ageOf(form.elements.birth.value);
    const young = years !== null && years < minimumAge;
    age.textContent = years === null ? "" : t(young ? "record.young" : "gate.age", { n: years });
    age.classList.toggle("bad", young);
  }
  form.elements.birth.addEventListener("input", showAge);
  showAge();
  form.addEventListener("submit", async (press) => {
    press.preventDefault();
    go.disabled = true;
    refuse(refusal, "");
    const read = Object.fromEntries(["kind", "document", "name", "surnames", "birth", "address", "remarks"].map((name) => [name, form.elements[name].value.trim()]));
    try {
      await save({ ...read, signed: signed.checked });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(refusal, error.message);
    } finally {
      go.disabled = false;
    }
  });
  show(age, true);
  return form;
}

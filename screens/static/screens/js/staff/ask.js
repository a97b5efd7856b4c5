// Dialogs: a plain question before what cannot be undone, and small forms.
import { Refusal } from "../deeds.js";
import { t } from "../labels.js";
import { facts, h } from "./dom.js";
import { refuse } from "./house.js";

const READING_MS = 350;
let lastId = 0;

/**
 * Asks and waits. `fields` make a form; `run(values)` does the work while the dialog stays open, so that a
 * refusal is read where the person is working. `body` is an element to read before answering, `wide` gives it room.
 * Gives the values (or run's answer), or null on cancel.
 */
export function ask({ title, lead, body, rows, fields = [], yes, no, danger = false, sticky = false, wide = false, run, other }) {
  return new Promise((done) => {
    const inputs = fields.map(field);
    const refusal = h("p", { class: "refusal", role: "alert", hidden: true });
    for (const one of inputs.filter((field) => field.frees)) one.press = () => press(one, inputs.find((other) => other.name === one.frees));
    const go = h("button", { class: `button ${danger ? "button-danger" : "button-main"}`, type: "submit" }, yes || t("confirm"));
    const cancel = h("button", { class: "button button-quiet", type: "button", onclick: () => close(null) }, no || t("cancel"));
    const form = h("form", { class: "ask-form" },
      h("h2", {}, title), lead && h("p", { class: "lead" }, lead), body, rows && facts(rows),
      inputs.map((one) => one.el), refusal,
      h("div", { class: "ask-keys dialog-keys" }, sticky ? null : cancel, other ? extra(other) : null, go));
    const dialog = h("dialog", { class: wide ? "ask is-wide" : "ask" }, form);

    function values() {
      return Object.fromEntries(inputs.map((one) => [one.name, one.read()]));
    }
    /** Sends the form by another button of it, without the field that this one stands in for. */
    function press(button, freed) {
      const needed = freed.input.required;
      freed.input.required = false;
      button.pressed = true;
      form.requestSubmit();
      button.pressed = false;
      freed.input.required = needed;
    }
    function extra({ label, run: work }) {
      return h("button", { class: "button", type: "button", onclick: () => attempt(work) }, label);
    }
    async function attempt(work) {
      go.disabled = true;
      refuse(refusal, "");
      try {
        close(work ? (await work(values())) ?? true : values());
      } catch (error) {
        go.disabled = false;
        if (!(error instanceof Refusal)) throw error;
        refuse(refusal, error.message);
      }
    }
    function close(answer) {
      dialog.close();
      dialog.remove();
      done(answer);
    }
    const opened = performance.now();
    form.addEventListener("submit", (press) => {
      press.preventDefault();
      // A key still held, or pressed twice, must not answer a question that nobody has read.
      if (performance.now() - opened > READING_MS) attempt(run);
    });
    dialog.addEventListener("cancel", (press) => {
      press.preventDefault();
      if (!sticky) close(null);
    });
    dialog.closeFromOutside = () => close(null);
    document.body.append(dialog);
    dialog.showModal();
    // Where there is one answer only, nothing has to be chosen.
    const first = inputs.find((one) => one.input.options?.length !== 1) || inputs[0];
    (first?.input || (danger ? cancel : go)).focus();
  });
}

/** Choices in full sight, each with what follows from it: [[code, words, hint, disabled], …]. */
function choices({ name, label, value = "", options }) {
  const rows = options.map(([code, text, hint, disabled = false]) => {
    const input = h("input", { type: "radio", name, value: code, required: true, disabled, checked: code === value });
    return h("label", { class: "ask-choice" }, input, h("span", {}, h("b", {}, text), hint && h("small", {}, hint)));
  });
  const el = h("fieldset", { class: "field ask-choices" }, h("legend", {}, label), rows);
  return { name, el, input: el.querySelector("input:not(:disabled)"), read: () => el.querySelector("input:checked")?.value || "" };
}

/** A button within the form that sends it another way: its value is whether it was pressed. */
function sender({ name, label, hint, frees }) {
  const one = { name, frees, pressed: false, press: null, read: () => one.pressed };
  one.input = h("button", { type: "button", class: "button button-small", onclick: () => one.press() }, label);
  one.el = h("div", { class: "field field-sender" }, one.input, hint && h("p", { class: "help" }, hint));
  return one;
}

/** One labelled field: text, number, password, select, textarea, check, choice or button. */
function field({ name, label, type = "text", value = "", options, hint, required = true, ...more }) {
  if (type === "choice") return choices({ name, label, value, options });
  if (type === "button") return sender({ name, label, hint, ...more });
  const id = `ask-${(lastId += 1)}`;
  const common = { id, name, required: required && type !== "check", autocomplete: "off", ...more };
  let input;
  if (options) {
    input = h("select", common, options.map(([code, text]) =>
      h("option", { value: code, selected: String(code) === String(value) }, text)));
  } else if (type === "textarea") {
    input = h("textarea", { ...common, rows: 3 }, value);
  } else if (type === "check") {
    input = h("input", { ...common, type: "checkbox", checked: Boolean(value) });
  } else {
    const numeric = type === "number" ? { inputmode: "numeric", pattern: "[0-9]*", type: "text" } : { type };
    input = h("input", { ...common, ...numeric, value });
  }
  const read = () => {
    if (type === "check") return input.checked;
    if (type === "number") return input.value === "" ? null : Number(input.value);
    return input.value.trim();
  };
  const el = h("div", { class: `field${type === "check" ? " field-check" : ""}` },
    h("label", { for: id }, label), input, hint && h("p", { class: "help" }, hint));
  return { name, el, input, read };
}

// Dialogs whose fields depend on what is typed in them: opened by `ask`, then joined to their own page.
import { Refusal } from "../deeds.js";
import { ask } from "../staff/ask.js";
import { show } from "../staff/dom.js";

/** Asks, and hands the open form to `join(form, field)`, where field(name) gives {input, el} of a field. */
export function askMore(question, join) {
  const answer = ask(question);
  const form = document.querySelector("dialog.ask[open]:last-of-type form");
  const field = (name) => ({ input: form.elements[name], el: form.elements[name].closest(".field") });
  join(form, field);
  return answer;
}

/** Shows a field, or hides it: what is hidden need not be filled in. */
export function want({ input, el }, wanted) {
  show(el, wanted);
  input.required = wanted;
}

/** A refusal of the page's own, shown where the house's are. */
export function refused(message) {
  return new Refusal({ code: "input", message }, 0);
}

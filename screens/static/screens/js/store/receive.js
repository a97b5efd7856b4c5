// A delivery before it is taken in: what the fields add up to is said, and what cannot be is said instead.
import { centsOf, euros, number } from "../format.js";
import { t } from "../labels.js";
import { toast } from "../toast.js";
import { Refusal } from "../deeds.js";
import { refuse } from "../staff/house.js";

const WHOLE = ["quantity", "first_number", "last_number", "parts", "matrix_id"];

/** Reads the form: a deed's body, or null while something is missing. */
function read(form) {
  // Field by field: while the house is away they are all disabled, and FormData would give none.
  const fields = [...form.elements].filter((one) => one.name);
  if (!fields.every((one) => one.validity.valid && (!one.required || one.value.trim()))) return null;
  const body = Object.fromEntries(fields.map((one) => [one.name, one.value]));
  const { price, ...rest } = body;
  for (const name of WHOLE) rest[name] = Number(rest[name]);
  return { ...rest, delivery: rest.delivery.trim(), letter: rest.letter.toUpperCase(), face_value_cents: centsOf(price) };
}

/** The identification number of the last series; longer than the first when the digits do not suffice. */
const lastIdent = (body) => String(BigInt(body.first_ident) + BigInt(body.quantity) - 1n).padStart(body.first_ident.length, "0");

/** Says why the delivery cannot be so, "" when it can. */
function wrong(body, size) {
  if (!body.face_value_cents) return t("store.delivery.price");
  if (!(body.first_number >= 1 && body.first_number <= body.last_number && body.last_number <= size)) {
    return t("store.delivery.range", { size: number(size), first: body.first_number, last: body.last_number });
  }
  if (lastIdent(body).length > body.first_ident.length) return t("store.delivery.ident", { digits: body.first_ident.length });
  return "";
}

function told(body) {
  const cards = body.last_number - body.first_number + 1;
  return t("store.delivery", {
    n: number(body.quantity), count: body.quantity, letter: body.letter, first: body.first_ident, last: lastIdent(body),
    cards: t("cards", { n: number(cards), count: cards }), value: euros(cards * body.quantity * body.parts * body.face_value_cents),
  });
}

/** Joins the form to its deed; `drawn` draws the page's parts afterwards. */
export function receiving(form, house, drawn) {
  const sum = form.querySelector("#receive-sum");
  const refusal = form.querySelector("#receive-refusal");
  const send = form.querySelector("[type=submit]");
  const price = form.elements.price;
  // "2,00 €" as it is written here, without its sign.
  if (!price.value) price.value = euros(price.dataset.cents).replace(/[\s€\u00a0]/g, "");

  function show() {
    const body = read(form);
    const problem = body && body.quantity ? wrong(body, Number(form.elements.matrix_id.selectedOptions[0].dataset.size)) : t("store.delivery.missing");
    sum.textContent = problem || told(body);
    sum.classList.toggle("is-good", !problem);
    send.disabled = Boolean(problem);
    if (form.elements.medium.value === "virtual") form.elements.parts.value = "1";
    form.elements.parts.disabled = form.elements.medium.value === "virtual";
    // What is printed on a double card is the value of each half.
    const double = form.elements.parts.value === "2";
    form.querySelector("#price-whole").hidden = double;
    form.querySelector("#price-half").hidden = !double;
  }
  form.addEventListener("input", show);
  form.addEventListener("submit", async (press) => {
    press.preventDefault();
    if (send.disabled) return;
    const body = read(form);
    send.disabled = true;
    refuse(refusal, "");
    try {
      await house.strict("receive_delivery", body);
    } catch (error) {
      send.disabled = false;
      if (!(error instanceof Refusal)) throw error;
      refuse(refusal, error.message);
      return;
    }
    toast(t("store.delivery.done", { n: number(body.quantity), count: body.quantity, letter: body.letter, first: body.first_ident, last: lastIdent(body) }), "good");
    form.elements.delivery.value = "";
    form.elements.first_ident.value = String(BigInt(lastIdent(body)) + 1n).padStart(body.first_ident.length, "0");
    show();
    await drawn();
  });
  show();
}

// Counting money by denomination: one field a note or coin, the sum under the eyes. Enter goes to the next field.
import { euros, number } from "../format.js";
import { t } from "../labels.js";
import { h, say } from "../staff/dom.js";

const NOTES = [50000, 20000, 10000, 5000, 2000, 1000, 500];
const SMALL = [200, 100, 50, 20, 10, 5, 2, 1];

const faceOf = (cents) => (cents < 100 ? `${cents} ct` : `${cents / 100} €`);

/** Puts the fields into `place` and the sum into `total`; gives { pieces, cents, clear, focus }. */
export function joinCoins(place, total) {
  const inputs = new Map();
  const sums = new Map();
  const groups = [NOTES, SMALL].map((values) => h("div", { class: "coins-group" }, values.map((cents) => row(cents, inputs, sums))));
  place.replaceChildren(...groups);
  const count = (cents) => Number(inputs.get(cents).value) || 0;
  const all = () => [...inputs.keys()].reduce((sum, cents) => sum + cents * count(cents), 0);

  function follow() {
    for (const [cents, input] of inputs) {
      const clean = input.value.replace(/[^0-9]/g, "").slice(0, 6);
      if (clean !== input.value) input.value = clean;
      say(sums.get(cents), count(cents) ? euros(cents * count(cents)) : "");
    }
    say(total, euros(all()));
  }
  place.addEventListener("input", follow);
  place.addEventListener("keydown", (press) => {
    if (press.key !== "Enter") return;
    const list = [...inputs.values()];
    const next = list[list.indexOf(press.target) + 1];
    if (!next) return;
    press.preventDefault();
    next.focus();
    next.select();
  });
  follow();
  return {
    pieces: () => Object.fromEntries([...inputs.keys()].filter(count).map((cents) => [String(cents), count(cents)])),
    cents: all,
    clear() {
      for (const input of inputs.values()) input.value = "";
      follow();
    },
    focus: () => inputs.values().next().value.focus(),
  };
}

function row(cents, inputs, sums) {
  const id = `coin-${cents}`;
  const input = h("input", { id, class: "input", inputmode: "numeric", autocomplete: "off", maxlength: 6, placeholder: number(0), "aria-label": t("till.pieces", { value: faceOf(cents) }) });
  const sum = h("span", { class: "coins-sum" });
  inputs.set(cents, input);
  sums.set(cents, sum);
  return h("div", { class: "coins-row" }, h("label", { for: id, class: cents < 500 ? "coin" : "coin coin-note" }, faceOf(cents)), h("span", { class: "coins-times", "aria-hidden": "true" }, "×"), input, sum);
}

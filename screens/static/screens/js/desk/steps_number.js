// An electronic draw: after the sale somebody of the public draws six digits, and they are keyed in.
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { h, keyed } from "../staff/dom.js";
import { key, shell } from "./shell.js";

const DIGITS = 6;

/** Takes the number once: it is read back before it counts, for there is no second one. */
export function numberStep(house) {
  const step = shell("number");
  const input = h("input", { class: "input number-field", id: "public-number", inputmode: "numeric", pattern: "[0-9]*", maxlength: DIGITS,
    autocomplete: "off", placeholder: "––––––", oninput: () => update() });
  const promised = h("p", { class: "number-promised" });
  step.body.append(h("div", { class: "field" }, h("label", { for: "public-number" }, t("desk.number.field")), input), promised);
  const take = key(t("desk.number.do"), () => confirm(house, input.value), { primary: true, hint: "Enter" });
  step.keys.append(take);

  function update() {
    take.disabled = !/^[0-9]{6}$/.test(input.value);
    step.update(house, { text: t("desk.number.lead"), lines: [] });
    const { commitment } = house.board.electronic || {};
    keyed(promised, commitment, () => [h("span", {}, t("desk.number.promised")), " ", h("code", {}, shortOf(commitment))]);
  }
  input.addEventListener("keydown", (down) => {
    if (down.key === "Enter" && !take.disabled) {
      down.preventDefault();
      take.click();
    }
  });
  return { el: step.el, update, focus: () => input.focus() };
}

/** The first signs of a commitment, in fours: as on the hall board. */
export const shortOf = (commitment) => (commitment || "").slice(0, 16).replace(/(.{4})(?=.)/g, "$1 ");

function confirm(house, number) {
  return ask({
    title: t("desk.number.ask"), lead: t("desk.number.ask_lead"), yes: t("desk.number.yes"),
    body: h("p", { class: "number-asked" }, number),
    run: () => house.strict("give_public_number", { game_no: house.board.game_no, number }),
  });
}

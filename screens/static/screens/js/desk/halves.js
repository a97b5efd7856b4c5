// Which half of a double card was called. Asked only in a game of a pair; a scanned code tells it by itself.
import { Refusal } from "../deeds.js";
import { t } from "../labels.js";
import { h, show } from "../staff/dom.js";
import { refuse } from "../staff/house.js";

/** Refusals that are answered by choosing the half. */
export const HALVES = ["half_needed", "half_changed", "half_used"];

/** Raises a claim; a refusal stands beside the field, and its code tells what to ask next. */
export async function claimed(house, body, place) {
  refuse(place, "");
  try {
    return { done: await house.strict("raise_claim", { game_no: house.board.game_no, ...body }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(place, error.message);
    return { code: error.code };
  }
}

/** The two halves, none chosen: a wrong guess would be a wrong claim. */
export function halves() {
  const radios = [1, 2].map((n) => h("input", { type: "radio", name: "claim-part", value: n }));
  const el = h("div", { class: "picks", role: "radiogroup", "aria-label": t("desk.claim.part"), hidden: true },
    radios.map((input, at) => h("label", { class: "pick" }, input, h("span", {}, t(`desk.claim.part_${at + 1}`)))));
  // Enter finds the card from here too. Digits stay the scanner's: its codes begin with 1.
  el.addEventListener("keydown", (press) => {
    if (press.key !== "Enter") return;
    press.preventDefault();
    press.stopPropagation();
    if (!press.repeat) el.closest("form").requestSubmit();
  });
  return {
    el,
    update: (board) => show(el, Boolean(board?.pair)),
    value: () => Number(radios.find((one) => one.checked)?.value) || null,
    clear: () => radios.forEach((one) => { one.checked = false; }),
    ask: () => (radios.find((one) => one.checked) || radios[0]).focus(),
  };
}

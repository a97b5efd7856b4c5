// What must be said over everything: a sale without an answer, and how it ended.
import { t } from "../labels.js";
import { say, show } from "../staff/dom.js";

const line = document.querySelector("#told");
let told = { tone: "", text: "" };

/** Says how a late sale ended; no tone takes it away. */
export function tell(tone, text = "") {
  told = { tone, text };
}

export function drawTold({ state, sale }) {
  const late = state === "slow" || state === "doubt";
  const text = late ? t(`seller.late.${state}`, { what: t("cards", { n: sale.body.quantity }) }) : told.tone ? told.text : "";
  show(line, Boolean(text));
  line.dataset.tone = late ? "warn" : told.tone;
  say(line, text);
}

// What the hall board tells of an electronic draw before its first ball.

import {el} from "./dom.js";
import {t} from "./labels.js";

// The first signs of what was promised, and the number the public has drawn since.
export function sealed(board) {
  const draw = board.electronic;
  if (!draw) {
    return null;
  }
  const signs = draw.commitment.slice(0, 16).replace(/(.{4})(?=.)/g, "$1 ");
  return el("div", "sealed", [
    el("p", "sealed-line", [el("span", "sealed-name fit", t("electronic.sealed")), el("b", "sealed-signs", signs)]),
    board.figures ? el("p", "sealed-line", draw.number
      ? [el("span", "sealed-name fit", t("electronic.number")), el("b", "sealed-number figures", draw.number)]
      : [el("span", "sealed-wait fit", t("electronic.wait"))]) : null,
  ]);
}

// The ninety balls: those still to be drawn in plain sight, those that are out struck through.
import { t } from "../labels.js";
import { h, keyed } from "../staff/dom.js";

const NINETY = Array.from({ length: 90 }, (_, at) => at + 1);

export function undrawnGrid() {
  const head = h("h3", {});
  const list = h("ol", { class: "ninety-list" });
  const el = h("section", { class: "ninety" }, head, list);
  return {
    el,
    update(board) {
      const out = new Set(board.drawn);
      keyed(head, out.size, () => t("desk.stop.undrawn", { n: 90 - out.size }));
      keyed(list, board.drawn, () => NINETY.map((n) => h("li", { class: out.has(n) ? "is-out" : null }, out.has(n) ? h("s", {}, n) : n)));
    },
  };
}

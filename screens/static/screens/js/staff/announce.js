// What is read aloud now: big type; what is not the law's own wording is marked.
import { t } from "../labels.js";
import { h, keyed } from "./dom.js";

/** Draws the announcement's lines into `el`; hides it when there is nothing to read. */
export function announce(el, lines, heading = true) {
  const list = lines || [];
  el.hidden = !list.length;
  keyed(el, list, () => [
    heading && h("p", { class: "aloud-head dim" }, t("staff.read_aloud")),
    ...list.map((line) => h("p", { class: `aloud-line${line.lang === list[0].lang ? "" : " aloud-other"}`, lang: line.lang },
      line.text,
      line.source !== "verbatim" && h("span", { class: "tag" }, t(`staff.source.${line.source}`)))),
  ]);
}

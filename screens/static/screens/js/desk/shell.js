// The frame of every step: what it is, what to read aloud, the work, and the one obvious deed.
import { t } from "../labels.js";
import { announce } from "../staff/announce.js";
import { h, say, show } from "../staff/dom.js";
import { pairText } from "./pair.js";

/** Builds a step's frame; the step fills `body` and `keys` and calls `update` at each frame. */
export function shell(name) {
  const title = h("h2", { tabindex: "-1" }, t(`desk.${name}.title`));
  const lead = h("p", { class: "step-lead" });
  const pair = h("p", { class: "step-pair", hidden: true });
  const aloud = h("div", { class: "aloud", hidden: true });
  const body = h("div", { class: "step-body" });
  const refusal = h("p", { class: "refusal", role: "alert", hidden: true });
  const keys = h("div", { class: "step-keys" });
  const el = h("section", { class: `step step-${name}` },
    h("header", {}, pair, title, lead), aloud, body, h("footer", { class: "step-do" }, refusal, keys));
  return {
    el, title, lead, aloud, body, refusal, keys,
    update(house, { head, text, lines } = {}) {
      if (head) say(title, head);
      // What is over, or not begun, is not "the first of two" any more.
      const playing = house.board && house.board.state !== "closed";
      say(pair, playing ? pairText(house.board) : "");
      show(pair, Boolean(pair.textContent));
      el.classList.toggle("is-pair", Boolean(pair.textContent));
      say(lead, text ?? "");
      show(lead, Boolean(text));
      announce(aloud, lines ?? house.mine.announcement);
    },
  };
}

/** A way out of a step: a key, and over it what it does, said before it is pressed. */
export const way = (words, button) => h("div", { class: "way" }, h("p", {}, words), button);

/** A key of the console; `hint` is the keyboard key that does the same. */
export function key(label, onclick, { primary = false, danger = false, quiet = false, hint = "", id = null } = {}) {
  const kind = ["button button-big key", primary && "button-main", danger && "button-danger", quiet && "button-quiet"].filter(Boolean).join(" ");
  const text = h("span", { class: "key-text" }, label);
  const button = h("button", { class: kind, type: "button", id, "aria-keyshortcuts": hint || null,
    onclick: async () => {
      if (button.dataset.busy) return;
      button.dataset.busy = "1";
      try {
        await onclick();
      } finally {
        delete button.dataset.busy;
      }
    } }, text, hint && h("kbd", { class: "kbd" }, hint));
  button.label = (words) => say(text, words);
  return button;
}

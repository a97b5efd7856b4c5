// The ninety numbers, keyed by hand: touch or type one, look at it, confirm it.
import { t } from "../labels.js";
import { h, say, show } from "../staff/dom.js";

/** Builds the pad; `send(number)` records the ball and answers whether it was taken. */
export function pad(send) {
  const keys = Array.from({ length: 90 }, (_, at) => h("button", {
    type: "button", class: "pad-key", "data-number": at + 1, onclick: () => choose(at + 1) }, at + 1));
  const number = h("strong", { class: "pad-chosen" }, "–");
  const yes = h("button", { type: "button", class: "button button-main button-big", onclick: confirm }, "");
  const no = h("button", { type: "button", class: "button button-quiet button-big", onclick: () => choose(0) }, t("cancel"));
  const el = h("div", { class: "pad" }, h("div", { class: "pad-grid", role: "group", "aria-label": t("caller.pad") }, keys),
    h("div", { class: "pad-confirm", "aria-live": "polite" }, number, no, yes));
  let chosen = 0;
  let typed = "";
  let out = new Set();
  let ready = false;

  function choose(value) {
    chosen = value >= 1 && value <= 90 && !out.has(value) ? value : 0;
    if (!value) typed = "";
    paint();
  }
  function paint() {
    say(number, chosen || typed || "–");
    say(yes, chosen ? t("caller.pad_yes", { number: chosen }) : t("caller.pad_none"));
    yes.disabled = !chosen || !ready;
    show(no, Boolean(chosen || typed));
    for (const key of keys) key.classList.toggle("is-chosen", Number(key.dataset.number) === chosen);
  }
  async function confirm() {
    if (!chosen || yes.disabled) return;
    yes.disabled = true;
    const taken = await send(chosen);
    choose(taken ? 0 : chosen);
  }
  choose(0);
  return {
    el, confirm,
    update(drawn, canDraw) {
      ready = canDraw;
      out = new Set(drawn);
      for (const key of keys) {
        const is = out.has(Number(key.dataset.number));
        key.classList.toggle("is-out", is);
        key.disabled = is || !canDraw;
      }
      if (out.has(chosen)) choose(0);
      else paint();
    },
    /** Digits from the keyboard make the number; gives true when the press was used. */
    type(key) {
      if (/^\d$/.test(key)) typed = (typed + key).slice(-2);
      else if (key === "Backspace") typed = typed.slice(0, -1);
      else if (key === "Escape") typed = "";
      else return false;
      choose(Number(typed));
      return true;
    },
  };
}

// The checks of the session: the equipment, and the count of the ninety balls before a witness.
import { t } from "../labels.js";
import { ballSetText } from "../staff/ballsets.js";
import { h, keyed, say } from "../staff/dom.js";

const EQUIPMENT = ["extractor", "cctv", "panel", "sound", "spare_balls", "regulation_copies"];

/** The equipment's checklist: every item is in order or has a fault. */
export function equipment(house) {
  const refusal = h("p", { class: "refusal", role: "alert", hidden: true });
  const picks = EQUIPMENT.map((item) => ({ item, good: radio(item, "good"), bad: radio(item, "bad") }));
  const save = h("button", { type: "submit", class: "button button-main" }, t("manager.equipment.do"));
  const all = h("button", { type: "button", class: "button", onclick: () => {
    for (const one of picks) one.good.checked = true;
    ready();
  } }, t("manager.equipment.all"));
  const form = h("form", { class: "checklist", onchange: ready },
    picks.map(({ item, good, bad }) => h("fieldset", { class: "check-row" }, h("legend", {}, t(`equipment.${item}`), item === "spare_balls" && h("small", { id: "spare-set" })),
      h("div", { class: "picks" }, pick(good, t("manager.equipment.good"), "good"), pick(bad, t("manager.equipment.bad"), "bad")))),
    h("div", { class: "keys" }, all, save), refusal);
  let known = "";

  function ready() {
    save.disabled = !picks.every(({ good, bad }) => good.checked || bad.checked);
  }
  form.addEventListener("submit", (press) => {
    press.preventDefault();
    house.act("check_equipment", {
      in_order: picks.filter((one) => one.good.checked).map((one) => one.item),
      faulty: picks.filter((one) => one.bad.checked).map((one) => one.item),
    }, refusal);
  });
  ready();
  return {
    el: form,
    update(session) {
      const now = JSON.stringify([session.session_no, session.in_order, session.faulty]);
      if (now === known) return;
      known = now;
      for (const { item, good, bad } of picks) {
        good.checked = session.in_order.includes(item);
        bad.checked = session.faulty.includes(item);
      }
      ready();
    },
  };
}

const radio = (item, value) => h("input", { type: "radio", name: `equipment-${item}`, value });
const pick = (input, text, tone) => h("label", { class: `pick is-${tone}` }, input, h("span", {}, text));

/** The count: every ball is there unless its number is touched. */
export function counting(house, sets) {
  const missing = new Set();
  const refusal = h("p", { class: "refusal", role: "alert", hidden: true });
  const set = h("select", { id: `set-${sets}`, required: true });
  const witness = h("input", { id: `witness-${sets}`, maxlength: 120, autocomplete: "off" });
  const keys = Array.from({ length: 90 }, (_, at) => h("button", { type: "button", class: "ball-key", "aria-pressed": "false",
    onclick: () => toggle(at + 1) }, at + 1));
  const total = h("p", { class: "count-total", "aria-live": "polite" });
  const save = h("button", { type: "submit", class: "button button-main" });
  const form = h("form", { class: "counting" },
    h("div", { class: "two" }, h("div", { class: "field" }, h("label", { for: set.id }, t("manager.count.set")), set),
      h("div", { class: "field" }, h("label", { for: witness.id }, t("manager.count.witness")), witness, h("p", { class: "help" }, t("manager.count.witness_help")))),
    h("p", { class: "help" }, t("manager.count.help")), h("div", { class: "ball-grid", role: "group", "aria-label": t("manager.count.missing") }, keys),
    h("div", { class: "keys" }, total, save), refusal);

  function toggle(number) {
    if (!missing.delete(number)) missing.add(number);
    draw();
  }
  function draw() {
    keys.forEach((key, at) => {
      const gone = missing.has(at + 1);
      key.setAttribute("aria-pressed", String(gone));
      key.classList.toggle("is-gone", gone);
    });
    say(total, t("manager.count.total", { count: 90 - missing.size }));
    total.classList.toggle("bad", missing.size > 0);
    say(save, missing.size ? t("manager.count.do_missing") : t("manager.count.do"));
    save.classList.toggle("button-danger", missing.size > 0);
  }
  form.addEventListener("submit", async (press) => {
    press.preventDefault();
    const answer = await house.act("count_balls", { ball_set: set.value, missing: [...missing].sort((a, b) => a - b), witness: witness.value.trim() }, refusal);
    if (answer) {
      missing.clear();
      witness.value = "";
      draw();
    }
  });
  draw();
  return {
    el: form,
    update(session) {
      const list = house.mine.ball_sets || [];
      const used = house.board?.session_no === session.session_no ? house.board.ball_set : "";
      keyed(set, [list, used || session.count?.ball_set], () => list.map((one) => h("option", {
        value: one.code, selected: one.code === (used || session.count?.ball_set) }, ballSetText(one))));
    },
  };
}

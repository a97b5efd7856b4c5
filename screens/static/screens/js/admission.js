// The admission desk: one field, the verdict, and the door. What is shown of a person goes by itself.
import { Refusal } from "./deeds.js";
import { t } from "./labels.js";
import { toast } from "./toast.js";
import { bindDoor, drawDoor, told } from "./admission/door.js";
import { recordForm } from "./admission/record.js";
import { Shown } from "./admission/shown.js";
import { dayOf, person, toneOf, validities, verdict } from "./admission/verdict.js";
import { fill, h, show } from "./staff/dom.js";
import { House, refuse } from "./staff/house.js";
import { noteRefusedAdmission } from "./staff/people.js";

// A key still held, or a scanner's second Enter, must not answer a verdict that nobody has read.
const READING_MS = 500;
const place = (id) => document.querySelector(`#${id}`);
const input = place("document");
const house = new House(() => drawDoor(house));
const shown = new Shown(Number(document.body.dataset.shownSeconds), clear);
let asked = null;

/** Takes everything about a person off the screen. */
function clear() {
  asked = null;
  shown.hide();
  fill(place("verdict"));
  refuse(place("refusal"), "");
  input.value = "";
  show(place("idle"), true);
  for (const dialog of document.querySelectorAll("dialog.ask[open]")) dialog.closeFromOutside();
  input.focus();
}

/** Draws a verdict; the first key of it has the focus, once it can have been read. */
function draw(node, focus = null) {
  show(place("idle"), false);
  fill(place("verdict"), node);
  shown.show(node.querySelector(".verdict-time span"));
  (focus || node.querySelector("h2")).focus();
}

const clearKey = () => h("button", { type: "button", class: "button button-quiet", onclick: clear }, t("gate.clear"), h("span", { class: "kbd", "aria-hidden": "true" }, "Esc"));

async function askEntry(document, foreign = false) {
  refuse(place("refusal"), "");
  try {
    const answer = await house.strict("ask_entry", { document, foreign });
    input.value = "";
    asked = { at: performance.now(), document, foreign, blocked: answer.blocked };
    answered(answer);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refused(error, document);
  }
}

function refused(error, document) {
  fill(place("verdict"));
  shown.show();
  refuse(place("refusal"), error.message);
  if (error.code === "document_letter_wrong") {
    place("refusal").append(" ", h("button", { type: "button", class: "button button-small", onclick: () => askEntry(document, true) }, t("gate.foreign")));
  }
  input.select();
}

function answered(answer) {
  const frame = toneOf(answer);
  if (answer.verdict === "no_entry") {
    draw(verdict(...frame, h("div", { class: "gate-keys" }, clearKey())), input);
  } else if (answer.verdict === "new") {
    draw(verdict(...frame, newRecord(answer)), null);
    place("verdict").querySelector("[name=name]").focus();
  } else {
    known(answer, frame);
  }
}

function newRecord({ document, kind }) {
  return recordForm({
    document, kind, yes: t("record.do"),
    save: async (values) => {
      await house.strict("register_visitor", values);
      await askEntry(document, !["dni", "nie"].includes(values.kind));
    },
  });
}

function known(answer, frame) {
  const form = h("form", { class: "gate-enter" });
  const main = answer.blocked
    ? h("button", { type: "submit", class: "button button-main button-big" }, answer.turn ? t("gate.turn", { turn: answer.turn }) : t("gate.turn_do"))
    : h("button", { type: "submit", class: "button button-good button-big" }, t("gate.in_do"), h("span", { class: "kbd", "aria-hidden": "true" }, "↵"));
  fill(form, person(answer), answer.blocked || answer.card ? null : validities(),
    h("div", { class: "gate-keys" }, main, h("button", { type: "button", class: "button", onclick: () => correct(answer) }, t("gate.correct")), clearKey()));
  form.addEventListener("submit", (press) => {
    press.preventDefault();
    if (asked && performance.now() - asked.at > READING_MS) enter(answer, form);
  });
  draw(verdict(...frame, form), main);
}

async function enter(answer, form) {
  const { visitor_no } = answer;
  if (answer.blocked) {
    const held = await house.act("hold_visitor", { visitor_no });
    if (held) draw(verdict("wait", t("gate.turn_given", { turn: held.turn }), "", h("div", { class: "gate-keys" }, clearKey())), input);
    return;
  }
  const done = await house.act("admit_visitor", { visitor_no, validity: answer.card ? null : form.elements.validity.value });
  if (!done) return;
  told(done);
  if (done.issued) issued(done);
  else clear();
}

/** Somebody is in with a new card: its number stays on the screen to be printed, their name does not. */
function issued(done) {
  const lead = t("gate.card_new", { number: done.card_no, day: dayOf(done.valid_until) });
  draw(verdict("yes", t("gate.inside", { inside: done.inside }), lead, h("div", { class: "gate-keys" },
    h("a", { class: "button button-main", href: `/admision/tarjeta/${done.card_no}/`, target: "_blank", rel: "noopener" }, t("gate.card_print")), clearKey())), input);
}

function correct(answer) {
  const again = asked;
  draw(verdict("new", t("gate.correct"), "", recordForm({
    document: answer.document, known: answer, yes: t("record.correct_do"),
    save: async ({ name, surnames, birth, address, remarks, signed }) => {
      await house.strict("correct_visitor", { visitor_no: answer.visitor_no, name, surnames, birth, address, remarks, signed });
      toast(t("record.corrected"), "good");
      await askEntry(again.document, again.foreign);
    },
  })));
}

place("ask").addEventListener("submit", (press) => {
  press.preventDefault();
  if (input.value.trim()) askEntry(input.value.trim());
});
addEventListener("keydown", (press) => {
  if (press.key === "Escape" && !document.querySelector("dialog[open]")) clear();
});
// A hall's own scanner is heard by every screen of the staff: only the code of an entry card may come that way.
document.addEventListener("hall-scan", ({ detail }) => {
  if (/^ENT[-']/i.test(detail.text) && !document.querySelector("dialog[open]")) askEntry(detail.text);
});
place("refuse-admission").addEventListener("click", () => noteRefusedAdmission(house));
bindDoor(house);
house.start();
input.focus();

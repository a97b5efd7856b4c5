// A second person's word from their own screen: asked and waited for on the first's, read and given on the second's.
import { deed, Refusal } from "../deeds.js";
import { t } from "../labels.js";
import { toast } from "../toast.js";
import { ask } from "./ask.js";
import { facts, h, say, show } from "./dom.js";

const LOOK_EVERY_MS = 250;
const ASK_EVERY_MS = 1500;
const ANSWER_FOR_MS = 125000;

const refusal = (key, params) => new Refusal({ message: t(key, params), code: key }, 409);

/** Does a deed on the word of `second`, who is asked at their own screen; throws a Refusal without it. */
export async function onTheirWord(house, name, { second, second_password, second_remote, ...order }) { // eslint-disable-line no-unused-vars
  const { approval } = await deed("ask_approval", { deed: name, body: order, second });
  await answered(house, approval, second ? house.person(second) : t("approval.anyone"));
  return house.strict(name, { ...order, approval });
}

/** Waits for the answer behind a small dialog that tells how long there is, and lets the wish be withdrawn. */
async function answered(house, ref, who) {
  const left = h("b", { class: "approval-left", role: "timer" });
  const drop = h("button", { type: "button", class: "button" }, t("approval.drop"));
  const dialog = h("dialog", { class: "ask approval-wait" }, h("div", { class: "ask-form" },
    h("h2", {}, t("approval.waiting", { who })), h("p", { class: "lead" }, t("approval.waiting_lead")), left,
    h("div", { class: "ask-keys dialog-keys" }, drop)));
  let dropped = false;
  drop.addEventListener("click", () => { dropped = true; });
  dialog.addEventListener("cancel", (press) => { press.preventDefault(); dropped = true; });
  document.body.append(dialog);
  dialog.showModal();
  const until = Date.now() + ANSWER_FOR_MS;
  let asked = Date.now();
  house.refresh();
  try {
    let seen = false;
    while (Date.now() < until) {
      const mine = house.mine.approvals?.asked;
      if (mine?.ref === ref) {
        seen = true;
        say(left, t("approval.seconds", { n: mine.seconds_left }));
        if (mine.state === "given") return;
        if (mine.state === "refused") throw refusal("approval.said_no", { who });
      } else if (seen) {
        throw refusal("approval.too_late", { who });
      }
      if (dropped) {
        await deed("drop_approval", { ref });
        throw refusal("approval.dropped");
      }
      if (Date.now() - asked > ASK_EVERY_MS) {
        asked = Date.now();
        house.refresh();
      }
      await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
    }
    throw refusal("approval.too_late", { who });
  } finally {
    dialog.close();
    dialog.remove();
  }
}

const told = new Set();

/** Shows in the bar what waits for this person's word. Call it when the person's own state has come. */
export function showWaiting(house) {
  const bell = document.getElementById("bar-approvals");
  if (!bell) return;
  const waiting = house.mine.approvals?.waiting || [];
  show(bell, waiting.length > 0);
  say(bell, t("approval.bell", { n: waiting.length }));
  bell.onclick = () => waiting[0] && answer(house, waiting[0]);
  for (const one of waiting) {
    if (!told.has(one.ref)) toast(t("approval.toast", { who: one.by, what: one.title }), "warn");
    told.add(one.ref);
  }
}

/** The whole wish, and the person's PIN to say yes. */
function answer(house, one) {
  const send = (yes, pin = "") => house.strict("answer_approval", { ref: one.ref, yes, pin });
  return ask({
    title: t("approval.asks", { who: one.by, what: one.title }), lead: t("approval.lead"), yes: t("approval.yes"),
    body: facts([...(one.amount ? [[t("approval.amount"), one.amount, "is-warn"]] : []), ...one.rows], "facts facts-wish"),
    fields: [{ name: "pin", label: t("approval.pin"), type: "password", inputmode: "numeric", pattern: "[0-9]{4,8}", maxlength: 8 }],
    run: ({ pin }) => send(true, pin),
    other: { label: t("approval.no"), run: () => send(false) },
  });
}

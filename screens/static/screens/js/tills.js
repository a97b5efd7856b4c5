// The cashier's till: opened and counted in one form, money to and from the safe, handed over or closed by the last count.
import { joinCoins } from "./cashier/coins.js";
import { refused, want, askMore } from "./cashier/ask_more.js";
import { Refusal } from "./deeds.js";
import { centsOf, euros } from "./format.js";
import { t } from "./labels.js";
import { ask } from "./staff/ask.js";
import { facts, h, keyed, say, show } from "./staff/dom.js";
import { House, refuse } from "./staff/house.js";
import { secondPerson } from "./staff/second.js";

/** A senior person signs for a difference at the till itself, where the money can be counted again. */
const seniors = () => secondPerson(house, { seniors: true }).filter((field) => field.name !== "second_remote");

const place = (id) => document.querySelector(`#${id}`);
const house = new House(update);
const coins = joinCoins(place("coins"), place("total"));

const nameOf = (till) => (till === "main" ? t("till.main") : t("till.code", { code: till }));
const mine = () => house.mine.till;

function update() {
  const till = mine();
  if (!till) return;
  const held = till.shift_no > 0;
  document.body.dataset.held = held ? "yes" : "no";
  say(place("count-title"), t(held ? "till.count_title" : "till.open_title"));
  say(place("count-lead"), t("till.count_lead"));
  say(place("count-do"), t(held ? "till.count_do" : "till.open_do"));
  say(place("state-title"), held ? t("till.mine", { till: nameOf(till.till) }) : t("till.none"));
  say(place("state-lead"), held ? "" : t(till.required ? "till.none_required" : "till.none_lead"));
  const free = till.tills.filter((one) => !one.holder);
  show(place("which"), !held && free.length > 1);
  keyed(place("till"), free, () => free.map((one) => h("option", { value: one.till }, nameOf(one.till))));
  show(place("from-safe-field"), !held);
  show(place("below"), till.below);
  show(place("state-keys"), held);
  place("undo").disabled = !till.moves;
  place("count-do").disabled = !held && !free.length;
  keyed(place("all"), till.tills, () => facts(till.tills.map((one) => [nameOf(one.till), one.holder ? house.person(one.holder) : t("till.free")])));
  drawResult(till);
}

function drawResult(till) {
  const counted = till.shift_no > 0 && till.counted_cents !== null;
  show(place("result"), counted);
  if (!counted) return;
  const gap = till.difference_cents;
  keyed(place("result-facts"), [till.counted_cents, gap], () => facts([
    [t("till.counted"), euros(till.counted_cents)], [t("till.expected"), euros(till.counted_cents - gap)]]));
  const told = place("result-told");
  told.dataset.tone = gap < 0 ? "short" : gap > 0 ? "over" : "even";
  say(told, t(`till.${told.dataset.tone}`, { amount: euros(Math.abs(gap)) }));
}

function tell(text) {
  say(place("told"), text);
}

function opened(event) {
  const gap = event.counted_cents - event.expected_cents;
  const how = gap > 0 ? "till.opened_over" : gap < 0 ? "till.opened_short" : "till.opened";
  tell(t(how, { amount: euros(event.counted_cents), difference: euros(Math.abs(gap)) }));
  coins.clear();
  place("from-safe").value = "";
}

/** Opens the till by the count; one far from the books asks for a second person, and says no sum. */
async function openTill() {
  const typed = place("from-safe").value.trim();
  const safe = typed ? centsOf(typed) : 0;
  if (safe === null) return refuse(place("count-refusal"), t("till.amount_wrong"));
  const order = { till: place("till").value || "main", pieces: coins.pieces(), from_safe_cents: safe, second: "", second_password: "" };
  try {
    opened((await house.strict("open_till", order)).event);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    if (refusal.code !== "difference_unsigned") return refuse(place("count-refusal"), refusal.message);
    const answer = await ask({
      title: t("till.sign_title"), lead: t("till.sign_lead"), yes: t("till.sign_do"), fields: seniors(),
      rows: [[t("till.counted"), euros(coins.cents())]],
      run: (signed) => house.strict("open_till", { ...order, ...signed }),
    });
    if (answer) opened(answer.event);
  }
  return undefined;
}

place("count").addEventListener("submit", async (press) => {
  press.preventDefault();
  refuse(place("count-refusal"), "");
  tell("");
  const key = place("count-do");
  key.disabled = true;
  try {
    if (!mine()?.shift_no) await openTill();
    else if (await house.act("count_till", { pieces: coins.pieces() }, place("count-refusal"))) coins.clear();
  } finally {
    key.disabled = false;
  }
});

/** Money between the till and the safe. */
async function move(deed, words) {
  const done = await ask({
    title: t(`till.${words}_title`), lead: nameOf(mine().till), yes: t(`till.${words}_do`),
    fields: [{ name: "amount", label: t("till.amount"), inputmode: "decimal", maxlength: 12 }],
    run: ({ amount }) => {
      const cents = centsOf(amount);
      if (!cents) throw refused(t("till.amount_wrong"));
      return house.strict(deed, { amount_cents: cents });
    },
  });
  if (done) tell(t("till.moved", { amount: euros(done.event.amount_cents) }));
}

place("top-up").addEventListener("click", () => move("top_up_till", "top_up"));
place("drop").addEventListener("click", () => move("drop_to_safe", "drop"));
place("undo").addEventListener("click", () => ask({
  title: t("till.undo_title"), lead: t("till.undo_lead"), yes: t("till.undo_do"),
  fields: [{ name: "reason", label: t("till.reason"), maxlength: 500 }],
  run: ({ reason }) => house.strict("undo_till_move", { reason }),
}));

/** The fields by which a difference is explained, and signed where the house asks for it. */
function differs() {
  const gap = mine().difference_cents;
  const reason = { name: "reason", label: t("till.reason_difference"), type: "textarea", maxlength: 500 };
  return gap ? [reason, ...seniors()] : [];
}

/** Only when the house has asked for the second person are those fields shown. */
function whenAsked(field) {
  const shown = (yes) => ["second", "second_password"].forEach((name) => want(field(name), yes));
  shown(false);
  return () => shown(true);
}

/** Asks, and shows the fields of the second person once the house wants one. */
function askDiffering(question) {
  let reveal = () => {};
  const run = async (values) => {
    try {
      return await question.run({ reason: "", second: "", second_password: "", ...values });
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.code === "difference_unsigned") reveal();
      throw refusal;
    }
  };
  return askMore({ ...question, run }, (form, field) => {
    if (form.elements.second) reveal = whenAsked(field);
  });
}

place("close").addEventListener("click", async () => {
  const done = await askDiffering({
    title: t("till.close_title", { till: nameOf(mine().till) }), lead: t("till.close_lead"), yes: t("till.close_do"),
    rows: [[t("till.counted"), euros(mine().counted_cents)], [t("till.difference"), euros(mine().difference_cents)]],
    fields: [{ name: "drop", label: t("till.close_drop"), inputmode: "decimal", maxlength: 12, value: (mine().counted_cents / 100).toFixed(2).replace(".", ",") }, ...differs()],
    run: ({ drop, ...said }) => {
      const cents = centsOf(drop);
      if (cents === null) throw refused(t("till.amount_wrong"));
      return house.strict("close_till", { ...said, drop_cents: cents });
    },
  });
  if (done) tell(t("till.closed"));
});

/** Who keeps the cash, by their own post or tonight's, and holds no till: only they can take one. */
function takers() {
  const holders = mine().tills.map((one) => one.holder);
  const posted = (house.session?.posts || []).find((one) => one.post === "cashier")?.usernames || [];
  return (house.mine.staff || [])
    .filter((one) => one.username !== house.mine.me.username && !holders.includes(one.username))
    .filter((one) => posted.includes(one.username) || one.roles.includes("cashier"));
}

place("hand-over").addEventListener("click", async () => {
  const me = house.mine.me;
  const pin = { type: "password", inputmode: "numeric", pattern: "[0-9]{4,8}", maxlength: 8, autocomplete: "off" };
  const done = await askDiffering({
    title: t("till.over_title", { till: nameOf(mine().till) }), lead: t("till.over_lead"), yes: t("till.over_do"),
    rows: [[t("till.counted"), euros(mine().counted_cents)], [t("till.difference"), euros(mine().difference_cents)]],
    fields: [
      { name: "giver_pin", label: t("till.over_giver_pin", { name: me.name }), ...pin },
      { name: "taker", label: t("till.over_taker"), options: [["", "–"], ...takers().map((one) => [one.username, one.name || one.username])] },
      { name: "taker_pin", label: t("till.over_taker_pin"), ...pin },
      ...differs(),
    ],
    run: (said) => house.strict("hand_over_till", { ...said, giver: me.username }),
  });
  if (done) tell(t("till.over_done", { name: house.person(done.event.taker) }));
});

house.start();

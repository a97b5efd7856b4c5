// The door's side: whether somebody may come in, how many are inside, who waits with which turn.
import { Refusal } from "../deeds.js";
import { number, time } from "../format.js";
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { h, keyed, say, show } from "../staff/dom.js";
import { toast } from "../toast.js";
import { validityOptions } from "./verdict.js";

const place = (id) => document.querySelector(`#${id}`);
const oneLine = (text) => text.replace(/\s+/g, " ");

function places(door) {
  const free = door.seats - door.inside;
  return free >= 0 ? t("gate.left", { n: number(free), count: free }) : t("gate.over", { n: number(-free), count: -free });
}

/** Draws the figures of the door. */
export function drawDoor(house) {
  const door = house.mine.admission;
  if (!door) return;
  const limited = door.seats !== null;
  place("door").dataset.door = door.blocked || "open";
  say(place("door").firstElementChild, t(door.blocked === "game" ? "gate.closed" : door.blocked === "full" ? "gate.closed_full" : "gate.open"));
  say(place("inside"), number(door.inside));
  say(place("seats"), limited ? t("gate.of", { seats: number(door.seats) }) : "");
  say(place("left"), limited ? places(door) : t("gate.no_seats"));
  place("left").classList.toggle("bad", limited && door.inside >= door.seats);
  place("filled").style.setProperty("--part", String(limited && door.seats ? Math.min(1, door.inside / door.seats) : 0));
  place("filled").parentElement.classList.toggle("is-full", door.blocked === "full");
  show(place("filled").parentElement, limited);
  place("one-out").disabled = place("out").disabled = door.inside === 0;
  keyed(place("waiting"), [door.waiting, door.blocked], () => (door.waiting.length
    ? door.waiting.map((one) => turn(house, one, !door.blocked)) : [h("li", { class: "dim" }, t("gate.waiting_none"))]));
}

function turn(house, one, mayEnter) {
  return h("li", {},
    h("span", {}, h("b", {}, t("gate.turn", { turn: one.turn })), h("small", {}, t("gate.since", { time: time(one.since) }))),
    h("button", { type: "button", class: "button button-small button-quiet", onclick: () => house.act("drop_hold", { visitor_no: one.visitor_no }) }, t("gate.gone")),
    h("button", { type: "button", class: `button button-small ${mayEnter ? "button-good" : ""}`, disabled: !mayEnter, onclick: () => letIn(house, one) }, t("gate.in")));
}

/** Lets in who waited; where their card is over, one is chosen first. */
async function letIn(house, { visitor_no, turn: called }) {
  const enter = (validity) => house.strict("admit_visitor", { visitor_no, validity });
  let done = null;
  try {
    done = await enter(null);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== "entry_card_needed") return toast(error.message, "bad");
    done = await ask({
      title: t("gate.turn", { turn: called }), yes: t("gate.in_do"), run: ({ validity }) => enter(validity),
      fields: [{ name: "validity", label: t("gate.validity"), options: validityOptions() }],
    });
  }
  if (done) told(done);
  return done;
}

/** Says that somebody is in, without a name; where a card was issued, how to print it. */
export function told(done) {
  toast(t("gate.inside", { inside: number(done.inside) }), "good");
}

/** Joins the keys of the door to their deeds. */
export function bindDoor(house) {
  place("one-out").addEventListener("click", async () => {
    const done = await house.act("count_out", { count: 1 });
    if (done) toast(t("gate.out_done", { n: 1 }), "good");
  });
  place("out").addEventListener("click", () => ask({
    title: t("gate.out"), yes: t("gate.out_do"), fields: [{ name: "count", label: t("gate.out_how_many"), type: "number", maxlength: 3 }],
    run: ({ count }) => house.strict("count_out", { count }),
  }));
  place("count").addEventListener("click", () => ask({
    title: t("gate.count"), lead: t("gate.count_lead"), yes: t("gate.count_do"),
    fields: [{ name: "inside", label: t("gate.count_inside"), type: "number", maxlength: 4, value: house.mine.admission?.inside ?? "" }, { name: "reason", label: t("gate.count_reason"), maxlength: 200 }],
    run: ({ inside, reason }) => house.strict("correct_inside", { inside, reason: oneLine(reason) }),
  }));
}

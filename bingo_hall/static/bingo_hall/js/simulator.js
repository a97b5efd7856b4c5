// The simulated machine: looked at twice a second, and ordered about. It is no state of the game, so it has no socket.
import { csrfToken } from "../../screens/js/deeds.js";
import { number } from "../../screens/js/format.js";
import { knows, t, word } from "../../screens/js/labels.js";
import { facts, fill, h, keyed, say, show } from "../../screens/js/staff/dom.js";
import { toast } from "../../screens/js/toast.js";
import { Stage } from "./simulator/stage.js";

const LOOK_MS = 500;
const ANSWER_MS = 4000;
const COUNTS = ["heard", "damaged", "asked_again", "events", "events_again"];
const OVER = ["won", "unclaimed", "paying", "closed", "void", "refunded"];
const page = JSON.parse(document.getElementById("sim-page").textContent);
const at = (id) => document.getElementById("sim-" + id);
const device = "?aparato=" + encodeURIComponent(at("state").closest("[data-device]").dataset.device);
const stage = new Stage(at("canvas"));
let told = null;

async function ask(path, options) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), ANSWER_MS);
  try {
    const answer = await fetch(path + device, { credentials: "same-origin", signal: stop.signal, ...options });
    return { status: answer.status, body: await answer.json() };
  } finally {
    clearTimeout(timer);
  }
}

async function look() {
  const link = document.getElementById("bar-link");
  try {
    const { body } = await ask("/simulador/estado/");
    link.dataset.link = "live";
    say(link, t("link.live"));
    draw(body);
  } catch (error) {
    link.dataset.link = "reconnecting";
    say(link, t("sim.ago"));
  }
  setTimeout(look, LOOK_MS);
}

async function order(what) {
  try {
    const { body } = await ask("/simulador/orden/", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
      body: JSON.stringify(what),
    });
    if (!body.ok) {
      toast(t("sim.failed", { why: body.error }), "bad");
      return false;
    }
    draw({ ...body.state, hall: told ? told.hall : { state: "", pause: "", called: 0 } });
    return true;
  } catch (error) {
    toast(t("sim.ago"), "bad");
    return false;
  }
}

// What is seen ------------------------------------------------------------------------------------------------------

function draw(now) {
  told = now;
  document.body.classList.toggle("is-absent", !now.running);
  say(at("hall"), hallWords(now.hall));
  at("hall").dataset.tone = now.hall.pause ? "stopped" : "";
  if (!now.running) {
    say(at("state"), t("sim.state.absent"));
    keyed(at("on"), "absent", () => h("p", { class: "dim" }, t("sim.absent")));
    return;
  }
  stage.show(now);
  say(at("state"), now.powered ? word("sim.state", now.state) : t("sim.state.off"));
  at("state").dataset.tone = !now.powered || now.state === "FAULT" ? "bad" : "";
  say(at("ordinal"), now.order.length || "–");
  say(at("unacknowledged"), number(now.unacknowledged));
  say(at("inside"), t("sim.inside", { n: now.inside.length }));
  say(at("out"), t("sim.out", { n: now.order.length }));
  gauge(now);
  rack(now);
  wrong(now);
  line(now);
  power(now);
}

function hallWords(hall) {
  if (hall.pause) return t("sim.hall.stopped", { why: word("pause", hall.pause) });
  if (!hall.state) return t("sim.hall.none");
  if (OVER.includes(hall.state)) return t("sim.hall.over");
  if (!["drawing", "checking"].includes(hall.state)) return t("sim.hall.sale");
  return hall.called ? t("sim.hall.draws", { n: hall.called }) : t("sim.hall.nothing");
}

function gauge(now) {
  const { value, nominal, least } = now.force;
  say(at("gauge-name"), t("sim.gauge." + now.machine));
  say(at("force"), number(value));
  say(at("unit"), t("sim.unit." + now.machine));
  const most = nominal * 1.1;
  at("gauge-bar").style.width = Math.min(100, (100 * value) / most) + "%";
  at("gauge-least").style.left = (100 * least) / most + "%";
  at("gauge").dataset.tone = value > 0 && value < least ? "bad" : "";
}

/** What fell, in order; a ball nobody has called yet is marked, and so is one the machine read otherwise. */
function rack(now) {
  keyed(at("order"), [now.order, now.hall.state && now.hall.called], () =>
    now.order.length
      ? now.order.map(({ ball, told: read }, index) => {
          const uncalled = Boolean(now.hall.state) && index >= now.hall.called;
          const notes = [read === ball ? "" : read ? t("sim.told", { n: read }) : t("sim.unread"), uncalled ? t("sim.uncalled") : ""].filter(Boolean);
          const classes = ["sim-out", uncalled ? "is-uncalled" : "", read === ball ? "" : "is-misread"].join(" ");
          const words = notes.length ? t("sim.taken", { ball, note: notes.join(", ") }) : String(ball);
          return h("li", { class: classes, title: words }, h("span", { "aria-hidden": "true" }, ball), h("span", { class: "visually-hidden" }, words));
        })
      : h("li", { class: "none" }, t("sim.empty")),
  );
  at("order").scrollTop = at("order").scrollHeight;
}

/** What is wrong now, and what will be: the second can be taken back. */
function wrong(now) {
  keyed(at("on"), [now.faults, now.waiting, now.lost, now.plugged], () => {
    const on = [
      ...now.faults.map((code) => h("span", { class: "chip is-on" }, word("sim.code", code))),
      now.plugged ? null : h("span", { class: "chip is-on" }, t("sim.cable.out")),
      now.lost.length && !now.waiting.includes("lost") ? h("span", { class: "chip is-on" }, t("fault.lost")) : null,
    ].filter(Boolean);
    const waiting = now.waiting.map((fault) =>
      h("button", { type: "button", class: "chip", onclick: () => order({ do: "forget", fault }), "aria-label": t("sim.waiting") + ": " + nameOf(fault) }, nameOf(fault), h("b", { "aria-hidden": "true" }, "×")),
    );
    return on.length + waiting.length ? [...on, ...waiting] : h("p", { class: "dim" }, t("sim.none"));
  });
}

function line(now) {
  const rows = COUNTS.map((name) => [t("sim.line." + name), number(now.line[name] || 0)]);
  keyed(at("line"), [rows, now.actuations, now.boot], () => facts([...rows, [t("sim.actuations"), number(now.actuations)], [t("sim.run"), now.boot + " (" + now.runs + ")"]]));
  for (const [id, value] of [["speed", now.speed], ["baud", now.baud]]) {
    const list = at(id);
    if (document.activeElement === list) continue;
    const known = [...list.options].find((one) => Number(one.value) === value);
    if (!known) list.append(h("option", { value: String(value) }, id === "speed" ? "× " + value : value + " baud"));
    list.value = (known || list.options[list.options.length - 1]).value;
  }
}

function power(now) {
  say(at("plug"), t(now.plugged ? "sim.unplug" : "sim.plug"));
  say(at("power"), t(now.powered ? "sim.off" : "sim.on"));
  say(at("power-lost"), t("sim.on_lost"));
  show(at("power-lost"), !now.powered);
  for (const key of document.querySelectorAll("[data-fault]")) show(key, !now.has_not.includes(key.dataset.fault));
}

// What can be done --------------------------------------------------------------------------------------------------

/** "range@5:91" as people say it: the fault's name, and at which ball or how often. */
function nameOf(fault) {
  const [, name, ball, chance, argument] = /^([a-z]+)(?:@(\d+))?(?:\*([\d.]+))?(?::(\w+))?$/.exec(fault) || [null, fault];
  const whole = argument && knows("fault." + name + ":" + argument) ? name + ":" + argument : name;
  const when = ball ? " · " + ball : chance ? " · " + Math.round(chance * 100) + " %" : "";
  return word("fault", whole) + when;
}

/** The fault as a script writes it, with the moment that is chosen; null while the ball is not said. */
function written(key) {
  const [name, argument] = key.split(":");
  const tail = argument ? ":" + argument : "";
  const when = document.querySelector("input[name=when]:checked").value;
  if (when === "once" || page.at_once_only.includes(key)) return name + tail;
  if (when === "chance") return name + "*" + at("chance").value + tail;
  const ball = Number(at("at").value);
  return Number.isInteger(ball) && ball >= 1 && ball <= 90 ? name + "@" + ball + tail : null;
}

async function inject(key) {
  const fault = written(key);
  if (fault === null) {
    toast(t("sim.needs_ball"), "warn");
    at("at").focus();
    return;
  }
  if (await order({ do: "inject", fault })) toast(t("sim.done", { fault: nameOf(fault) }), "good");
}

function key(fault) {
  return h("button", { type: "button", class: "sim-key", "data-fault": fault, onclick: () => inject(fault) },
    h("strong", {}, t("fault." + fault)), h("span", {}, t("fault." + fault + ".does")), h("span", { class: "sim-key-hall" }, t("fault." + fault + ".hall")));
}

fill(at("groups"), page.groups.map(([name, faults]) => h("section", { class: "sim-group" }, h("h3", {}, t("group." + name)), h("div", { class: "sim-keys" }, faults.map(key)))));
at("plug").addEventListener("click", () => order({ do: told.plugged ? "unplug" : "plug" }));
at("power").addEventListener("click", () => order({ do: "power", on: !told.powered, map: "kept" }));
at("power-lost").addEventListener("click", () => order({ do: "power", on: true, map: "lost" }));
at("clear").addEventListener("click", () => order({ do: "clear" }));
at("speed").addEventListener("change", (event) => order({ do: "tune", speed: Number(event.target.value) }));
at("baud").addEventListener("change", (event) => order({ do: "tune", baud: Number(event.target.value) }));
at("at").addEventListener("input", () => document.querySelector("input[name=when][value=at]").click());
at("chance").addEventListener("input", () => document.querySelector("input[name=when][value=chance]").click());
look();

// How each device is, told every two seconds by the process that owns the ports; the stops come drawn from the house.
import { number, time } from "./format.js";
import { language, t, word } from "./labels.js";
import { facts, fill, h, keyed, say } from "./staff/dom.js";
import { health, stateOf } from "./staff/machine.js";
import { drawnByTheHouse } from "./staff/parts.js";

const SILENT_MS = 8000;
const HISTORY_SHOWN = 8;

const list = document.querySelector("#devices-list");
const sum = document.querySelector("#devices-sum");
const { house } = drawnByTheHouse(["DrawPaused", "BallHeld", "DrawResumed", "PlayResumed", "HeldBallResolved"]);
const cards = new Map();
let heard = Date.now();

const ballNo = (ordinal) => `${t("devices.ordinal")} ${ordinal}`;

/** What the details mean: codes of ours in words; of a lost link also what the operating system said. */
const DETAILS = {
  down: (why) => word("why", why),
  fault: (code) => word("fault", code),
  fault_over: (code) => word("fault", code),
  no_number(detail) {
    const [ordinal, reason] = detail.split(" ");
    return `${ballNo(ordinal)}: ${word("no_number", reason)}`;
  },
  slow: ballNo,
  stalled: ballNo,
};
const because = (one) => (DETAILS[one.what] || String)(one.detail);

function figures(one) {
  const seen = (value) => value !== undefined && value !== null && value !== "";
  return [
    [t("devices.driver"), one.driver],
    [t("devices.url"), one.url],
    seen(one.model) ? [t("devices.model"), one.model] : null,
    seen(one.scene) ? [t("devices.scene"), one.scene] : null,
    seen(one.boot) ? [t("devices.boot"), one.boot] : null,
    seen(one.ordinal) ? [t("devices.ordinal"), number(one.ordinal)] : null,
    seen(one.balls_in) ? [t("devices.balls_in"), number(one.balls_in)] : null,
    seen(one.pressure_pa) ? [t("devices.pressure"), t("devices.pascal", { n: number(one.pressure_pa) })] : null,
    seen(one.rpm) ? [t("devices.turns"), t("devices.a_minute", { n: number(one.rpm) })] : null,
    seen(one.last_frame_age_s) ? [t("devices.last_frame"), t("devices.ago", { n: number(one.last_frame_age_s) })] : null,
    seen(one.taken_ms_median) ? [t("devices.taken"), t("devices.taken_ms", { median: number(one.taken_ms_median), worst: number(one.taken_ms_worst) })] : null,
    seen(one.done) ? [t("devices.done"), number(one.done)] : null,
    seen(one.failures) ? [t("devices.failures"), number(one.failures), one.failures ? "is-warn" : null] : null,
    seen(one.dropped) ? [t("devices.dropped"), number(one.dropped), one.dropped ? "is-warn" : null] : null,
  ].filter(Boolean);
}

function line(counters) {
  const wrong = Object.entries(counters).filter(([, count]) => count);
  return [h("h3", {}, t("devices.counters")), wrong.length
    ? h("ul", { class: "counters" }, wrong.map(([name, count]) => h("li", {}, h("b", { class: "figures" }, number(count)), " ", word("counter", name))))
    : h("p", { class: "dim" }, t("devices.counters.clean"))];
}

function happened(history) {
  return [h("h3", {}, t("devices.history")), history.length
    ? h("ol", { class: "happened" }, history.slice(0, HISTORY_SHOWN).map((one) => h("li", { class: `is-${one.what}` },
        h("time", { datetime: one.at }, time(one.at, language(), true)), h("b", {}, word("what", one.what)), one.detail ? h("span", {}, because(one)) : null)))
    : h("p", { class: "dim" }, t("devices.history.none"))];
}

function card() {
  const head = h("header", { class: "device-head" });
  const now = h("div", {});
  const lines = h("div", {});
  const past = h("div", { class: "device-past" });
  return { el: h("li", { class: "panel device" }, head, now, lines, past), head, now, lines, past };
}

function update(one) {
  if (!cards.has(one.code)) {
    cards.set(one.code, card());
    list.append(cards.get(one.code).el);
  }
  const parts = cards.get(one.code);
  const fit = health(one);
  parts.el.className = `panel device is-${fit}`;
  keyed(parts.head, [one.kind, one.code, fit, one.link, one.state, one.message, one.faults], () => [
    h("div", {}, h("h2", {}, word("kind", one.kind)), h("small", {}, one.code)),
    h("p", { class: "device-state" }, stateOf(one)),
    one.message && one.message !== "ok" ? h("p", { class: "device-why" }, word("why", one.message)) : null,
    (one.faults || []).map((fault) => h("p", { class: "device-fault" }, word("fault", fault)))]);
  fill(parts.now, facts(figures(one)));
  keyed(parts.lines, [one.counters], () => (one.counters ? line(one.counters) : []));
  keyed(parts.past, [one.history], () => [...happened(one.history || []),
    h("a", { class: "button button-small button-quiet", href: `/aparatos/${one.code}/linea/`, download: "" }, t("devices.log"))]);
}

function summary(devices) {
  const down = devices.filter((one) => one.link !== "up").map((one) => one.code);
  const faulty = devices.filter((one) => one.link === "up" && one.faults?.length).map((one) => one.code);
  sum.className = `devices-sum is-${down.length ? "bad" : faulty.length ? "warn" : "good"}`;
  const told = down.length
    ? t("devices.some_down", { n: number(down.length), count: down.length, codes: down.join(", ") })
    : t("devices.all_up", { n: number(devices.length), count: devices.length });
  say(sum, faulty.length ? `${told} ${t("devices.faults", { codes: faulty.join(", ") })}` : told);
}

document.addEventListener("hall-health", ({ detail: devices }) => {
  heard = Date.now();
  list.classList.remove("is-old");
  if (!devices.length) {
    sum.className = "devices-sum";
    say(sum, t("staff.no_machines"));
  } else summary(devices);
  devices.forEach(update);
  for (const [code, parts] of cards) {
    if (devices.some((one) => one.code === code)) continue;
    parts.el.remove();
    cards.delete(code);
  }
});

// Old news must not look like news: nobody may trust a green light that is a minute old.
setInterval(() => {
  const silence = Date.now() - heard;
  if (silence < SILENT_MS) return;
  list.classList.add("is-old");
  sum.className = "devices-sum is-bad";
  say(sum, t("devices.silent", { n: number(silence / 1000) }));
}, 1000);

house.start();

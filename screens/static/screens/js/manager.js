// The Jefe de Sala's desk: the opening step by step, the running session, and its close.
import { euros, number } from "./format.js";
import { t, word } from "./labels.js";
import { ask } from "./staff/ask.js";
import { facts, h, keyed, say, show } from "./staff/dom.js";
import { House } from "./staff/house.js";
import { figures, playing } from "./staff/reading.js";
import { machineRow } from "./staff/machine.js";
import { counting, equipment } from "./manager/checks.js";
import { newSeries, seriesTable, sessionsList } from "./manager/stock.js";
import { POSTS, posts } from "./manager/posts.js";

const EQUIPMENT_ITEMS = 6;
const place = (id) => document.querySelector(`#${id}`);
const house = new House(update);
const parts = { equipment: equipment(house), count: counting(house, "open"), posts: posts(house), recount: counting(house, "close"), later: posts(house) };
for (const [name, part] of Object.entries(parts)) place(`part-${name}`).append(part.el);

/** The session in hand: a new one has no event yet, so only the person's own list knows of it. */
function session() {
  const live = (house.mine.sessions || []).find((one) => one.state !== "closed");
  if (house.session && house.session.state !== "closed") return house.session;
  if (!live) return null;
  return { session_no: live.session_no, state: live.state, in_order: [], faulty: [], count: null, posts: [] };
}

function update() {
  const now = session();
  const state = !house.known || !house.mine.me ? "loading" : now ? now.state : "none";
  document.body.dataset.session = state;
  for (const name of ["loading", "none", "preparing", "open"]) show(place(`when-${name}`), name === state);
  if (state === "preparing") preparing(now);
  if (state === "open") running(now);
  seriesTable(house, place("series"));
  sessionsList(house, place("sessions"));
}

// Opening ---------------------------------------------------------------------------------------------------

function doneOf(now) {
  return {
    equipment: now.in_order.length === EQUIPMENT_ITEMS,
    count: now.count?.count === 90,
    posts: POSTS.every((post) => now.posts.some((one) => one.post === post && one.usernames.length)),
  };
}

function preparing(now) {
  const done = doneOf(now);
  const order = ["equipment", "count", "posts"];
  const current = order.find((name) => !done[name]) || "open";
  for (const name of order) {
    const panel = place(`step-${name}`);
    panel.classList.toggle("is-done", done[name]);
    panel.classList.toggle("is-now", name === current);
    const body = place(`part-${name}`);
    if (panel.dataset.current !== current) body.hidden = name !== current;
    panel.dataset.current = current;
    parts[name].update(now);
    say(panel.querySelector(".step-note"), noteOf(name, now, done[name]));
  }
  place("step-open").classList.toggle("is-now", current === "open");
  place("open-session").disabled = current !== "open";
}

function noteOf(name, now, done) {
  if (name === "equipment" && now.faulty.length) return t("manager.equipment.faulty", { items: now.faulty.map((one) => word("equipment", one)).join(", ") });
  if (name === "count" && now.count) {
    return now.count.count === 90 ? t("manager.count.done", { set: now.count.ball_set, witness: now.count.witness || t("manager.count.no_witness") })
      : t("manager.count.short", { missing: now.count.missing.join(", ") });
  }
  if (name === "posts" && done) return now.posts.map((one) => `${word("post", one.post)}: ${one.usernames.map((who) => house.person(who)).join(", ")}`).join(" · ");
  return done ? t("manager.done") : "";
}

// Running ---------------------------------------------------------------------------------------------------

function running(now) {
  const { board } = house;
  const sums = figures(board);
  keyed(place("now"), [board?.game_no, board?.state, sums, board?.called, now.incidents, now.stray_balls], () => facts([
    [t("manager.now.game"), board ? `${board.game_no} · ${word("state", board.state)}` : t("state.no_game")],
    board && board.called ? [t("manager.now.called"), number(board.called)] : null,
    sums ? [t("manager.now.sold"), number(sums.physical_sold + sums.virtual_sold)] : null,
    sums ? [t("fact.takings"), euros(sums.takings_cents)] : null,
    [t("manager.now.incidents"), number(now.incidents)],
    now.stray_balls ? [t("manager.now.stray"), number(now.stray_balls), "is-warn"] : null,
  ].filter(Boolean)));
  keyed(place("machines"), house.devices, () => house.devices.map((one) => machineRow(one)));
  parts.later.update(now);
  parts.recount.update(now);
  const idle = !playing(board);
  const recounted = Boolean(now.count?.closing) && now.count.after_game >= (board?.game_no ?? 0);
  show(place("part-recount"), idle && !recounted);
  keyed(place("close-todo"), [idle, recounted, board?.game_no], () => [
    h("li", { class: idle ? "is-done" : null }, idle ? t("manager.close.no_game") : t("manager.close.game_open", { game: board.game_no })),
    h("li", { class: recounted ? "is-done" : null }, recounted ? t("manager.close.counted", { count: now.count.count }) : t("manager.close.count"))]);
  place("close-session").disabled = !(idle && recounted);
  place("change-set").disabled = !idle;
}

// Keys ------------------------------------------------------------------------------------------------------

const on = (id, work) => place(id).addEventListener("click", work);

on("start-session", () => house.act("start_session", {}, place("refusal")));
on("open-session", () => ask({
  title: t("manager.open.ask", { session: session().session_no }), lead: t("manager.open.ask_lead"), yes: t("manager.open.do"),
  run: () => house.strict("open_session"),
}));
on("close-session", () => ask({
  title: t("manager.close.ask", { session: session().session_no }), lead: t("manager.close.ask_lead"), yes: t("manager.close.do"), danger: true,
  run: () => house.strict("close_session"),
}));
on("note", () => ask({
  title: t("fix.incident"), lead: t("fix.incident_lead"), yes: t("fix.note"),
  fields: [{ name: "text", label: t("fix.incident_text"), type: "textarea", maxlength: 500 }],
  run: ({ text }) => house.strict("note_incident", { text: text.replace(/\s+/g, " ") }),
}));
on("change-set", () => ask({
  title: t("manager.set.title"), lead: t("manager.set.lead"), yes: t("manager.set.do"),
  fields: [{ name: "ball_set", label: t("manager.count.set"), options: (house.mine.ball_sets || []).map((one) => [one.code, t("staff.ball_set", { code: one.code, games: one.games })]) },
    { name: "reason", label: t("staff.reason"), maxlength: 500 }],
  run: (values) => house.strict("change_ball_set", values),
}));
on("new-series", () => newSeries(house));
for (const toggle of document.querySelectorAll("[data-open-step]")) {
  toggle.addEventListener("click", () => {
    const body = place(`part-${toggle.dataset.openStep}`);
    body.hidden = !body.hidden;
    toggle.setAttribute("aria-expanded", String(!body.hidden));
  });
}
house.start();

// The Jefe de Sala's desk: the opening step by step, the running session, and its close.
import { euros, number, time } from "./format.js";
import { t, word } from "./labels.js";
import { ask } from "./staff/ask.js";
import { facts, h, keyed, say, show } from "./staff/dom.js";
import { House } from "./staff/house.js";
import { figures, playing, setChangeable } from "./staff/reading.js";
import { machineRow } from "./staff/machine.js";
import { pinFields } from "./staff/sign.js";
import { troubles } from "./staff/troubles.js";
import { ballSetText } from "./staff/ballsets.js";
import { alarms } from "./manager/alarms.js";
import { ballWarnings } from "./manager/balls.js";
import { counting, equipment } from "./manager/checks.js";
import { electronicDraw } from "./manager/electronic.js";
import { seriesTable, sessionsList, usedBefore } from "./manager/stock.js";
import { hours, permit } from "./manager/permit.js";
import { enough, posts } from "./manager/posts.js";
import { announceLastGame, checkEntry, complaintItem, lastGameOpen, noteComplaint, noteIncident, noteRefusedAdmission, showClaimant } from "./staff/people.js";

const EQUIPMENT_ITEMS = 6;
const place = (id) => document.querySelector(`#${id}`);
const house = new House(update);
const parts = { equipment: equipment(house), count: counting(house, "open"), posts: posts(house, "opening"), recount: counting(house, "close"), later: posts(house, "later") };
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
  used(now);
  if (state === "preparing") preparing(now);
  if (state === "open") running(now);
  alarms(house, place("alarms"));
  keyed(place("troubles"), house.mine.terminals || null, () => troubles(house));
  show(place("troubles"), place("troubles").childElementCount > 0);
  ballWarnings(house, place("ball-warnings"));
  complaints();
  permit(house, place("permit"));
  electronicDraw(house, place("electronic"));
  seriesTable(house, place("series"));
  sessionsList(house, place("sessions"));
}

/** The last complaints, whatever the session's state; who made one is shown on request. */
function complaints() {
  const list = house.mine.complaints || [];
  show(place("complaints").closest("section"), list.length > 0);
  keyed(place("complaints"), list, () => list.map((one) => complaintItem(one, (chosen) => showClaimant(house, chosen))));
}

/** The used cards of an earlier session are a step of their own: while they remain no session opens. */
function used(now) {
  const sessionNo = now?.state === "preparing" ? now.session_no : Infinity;
  const heap = now?.state === "open" ? null : usedBefore(house, sessionNo);
  show(place("step-used"), Boolean(heap));
  if (heap) say(place("used-heap"), t("manager.used", { n: number(heap.cards), count: heap.cards, session: heap.session }));
  return heap;
}

// Opening ---------------------------------------------------------------------------------------------------

function doneOf(now) {
  return {
    equipment: now.in_order.length === EQUIPMENT_ITEMS,
    count: now.count?.count === 90,
    posts: enough(now, house.mine.permit),
  };
}

function preparing(now) {
  const done = doneOf(now);
  const order = ["equipment", "count", "posts"];
  const heap = used(now);
  const current = order.find((name) => !done[name]) || (heap ? "used" : "open");
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
  place("step-used").classList.toggle("is-now", current === "used");
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

const inside = ({ inside: people, seats }) => (seats === null ? number(people) : t("door.of", { people: number(people), seats: number(seats) }));

function running(now) {
  const { board } = house;
  const sums = figures(board);
  keyed(place("now"), [board?.game_no, board?.state, sums, board?.called, now, house.mine.door_open, house.mine.admission], () => facts([
    [t("manager.now.game"), board ? `${board.game_no} · ${word("state", board.state)}` : t("state.no_game")],
    board && board.called ? [t("manager.now.called"), number(board.called)] : null,
    sums ? [t("manager.now.sold"), number(sums.physical_sold + sums.virtual_sold)] : null,
    sums ? [t("fact.takings"), euros(sums.takings_cents)] : null,
    house.mine.door_open === undefined ? null : [t("door"), t(house.mine.door_open ? "door.open" : "door.closed")],
    house.mine.admission ? [t("door.inside"), inside(house.mine.admission), house.mine.admission.blocked === "full" ? "is-warn" : null] : null,
    now.opens_at || now.closes_at ? [t("last.hours"), hours(now.opens_at && time(now.opens_at), now.closes_at && time(now.closes_at))] : null,
    now.last_game ? [t("last.which"), t("last.is", { game: now.last_game })] : null,
    [t("manager.now.incidents"), number(now.incidents)],
    now.complaints ? [t("manager.now.complaints"), number(now.complaints)] : null,
    now.admissions_refused ? [t("manager.now.refused"), number(now.admissions_refused)] : null,
    now.stray_balls ? [t("manager.now.stray"), number(now.stray_balls), "is-warn"] : null,
  ].filter(Boolean)));
  keyed(place("machines"), house.devices, () => house.devices.map((one) => machineRow(one)));
  parts.later.update(now);
  parts.recount.update(now);
  const idle = !playing(board);
  const recounted = Boolean(now.count?.closing) && now.count.after_game >= (board?.game_no ?? 0);
  show(place("part-recount"), idle && !recounted);
  const unsigned = house.mine.unsigned || [];
  keyed(place("close-todo"), [idle, recounted, board?.game_no, unsigned, now.session_no], () => [
    h("li", { class: idle ? "is-done" : null }, idle ? t("manager.close.no_game") : t("manager.close.game_open", { game: board.game_no })),
    h("li", { class: recounted ? "is-done" : null }, recounted ? t("manager.close.counted", { count: now.count.count }) : t("manager.close.count")),
    h("li", { class: unsigned.length ? null : "is-done" }, unsigned.length ? h("a", { href: `/acta/${now.session_no}/` }, t("manager.close.unsigned", { entries: unsigned.join(", ") })) : t("manager.close.signed"))]);
  place("close-session").disabled = !(idle && recounted && !unsigned.length);
  place("change-set").disabled = !(idle || setChangeable(board));
  show(place("last-game"), lastGameOpen({ board, session: now }));
}

// Keys ------------------------------------------------------------------------------------------------------

const on = (id, work) => place(id).addEventListener("click", work);

/** Who may sign as Jefe de Mesa: who is at the table; before anybody is, whoever may be. */
function chiefs() {
  const posted = session()?.posts.find((one) => one.post === "table_chief")?.usernames || [];
  const able = (house.mine.staff || []).filter((one) => one.roles?.includes("table_chief")).map((one) => one.username);
  return (posted.length ? posted : able).map((who) => [who, house.person(who)]);
}

/** What comes next stands at the top of another page, which is shorter: after the keys at its foot nobody would see it. */
function toTheTop(signed) {
  if (signed) scrollTo({ top: 0 });
}

on("start-session", () => house.act("start_session", {}, place("refusal")));
on("open-session", () => ask({
  title: t("manager.open.ask", { session: session().session_no }), lead: t("manager.open.ask_lead"), yes: t("manager.open.do"),
  fields: pinFields(chiefs()), run: (signature) => house.strict("open_session", signature),
}).then(toTheTop));
on("close-session", () => ask({
  title: t("manager.close.ask", { session: session().session_no }), lead: t("manager.close.ask_lead"), yes: t("manager.close.do"), danger: true,
  fields: pinFields(chiefs()), run: (signature) => house.strict("close_session", signature),
}).then(toTheTop));
on("note", () => noteIncident(house));
on("complain", () => noteComplaint(house));
on("check-entry", () => checkEntry(house));
on("refuse-admission", () => noteRefusedAdmission(house));
on("last-game", () => announceLastGame(house));
/** The sets that can take the place of the one in use: the spare is offered first. */
const otherSets = () => (house.mine.ball_sets || []).filter((one) => one.state !== "in_use" && one.left !== 0);
/** What the change means for the game that goes on with the new set, if there is one. */
function changeLead(board) {
  const lead = t("manager.set.lead");
  if (!playing(board) || !setChangeable(board)) return lead;
  const stopped = board.state === "suspended";
  const game = stopped || board.state === "waiting" ? board.game_no : board.other_game_no;
  const told = [lead, t(stopped ? "manager.set.stopped" : "manager.set.next", { game })];
  if (stopped && board.drawn.length) told.push(t("manager.set.out", { balls: [...board.drawn].sort((a, b) => a - b).join(", ") }));
  return told.join(" ");
}
on("change-set", () => ask({
  title: t("manager.set.title"), lead: changeLead(house.board), yes: t("manager.set.do"),
  fields: [{ name: "ball_set", label: t("manager.count.set"), options: otherSets().map((one) => [one.code, ballSetText(one)]), value: otherSets().find((one) => one.state === "spare")?.code },
    { name: "reason", label: t("staff.reason"), maxlength: 500 }],
  run: (values) => house.strict("change_ball_set", values),
}));
for (const toggle of document.querySelectorAll("[data-open-step]")) {
  toggle.addEventListener("click", () => {
    const body = place(`part-${toggle.dataset.openStep}`);
    body.hidden = !body.hidden;
    toggle.setAttribute("aria-expanded", String(!body.hidden));
  });
}
house.start();

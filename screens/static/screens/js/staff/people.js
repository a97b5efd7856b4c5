// What the hall manager and the table write down about people, and the announcement of the last game.
import { time } from "../format.js";
import { t, word } from "../labels.js";
import { isWithdrawn } from "../game.js";
import { ask } from "./ask.js";
import { h } from "./dom.js";
import { playing } from "./reading.js";

const oneLine = (text) => text.replace(/\s+/g, " ");

/** An incident, in the words of who notes it; it goes into the minutes. */
export function noteIncident(house, words = "") {
  return ask({
    title: t("fix.incident"), lead: t("fix.incident_lead"), yes: t("fix.note"),
    fields: [{ name: "text", label: t("fix.incident_text"), type: "textarea", maxlength: 500, value: words },
      { name: "about", label: t("about"), options: ["noted", "equipment", "public_order"].map((code) => [code, word("about", code)]) }],
    run: ({ text, about }) => house.strict("note_incident", { text: oneLine(text), about }),
  });
}

/** A player's complaint: nothing but the words is asked for; what it lacks is said on the list. */
export function noteComplaint(house) {
  const last = gamesOf(house);
  const games = Array.from({ length: last }, (_, back) => [last - back, t("complaint.of_game", { game: last - back })]);
  return ask({
    title: t("complaint.note"), lead: t("complaint.lead"), yes: t("complaint.do"),
    fields: [{ name: "text", label: t("complaint.text"), type: "textarea", maxlength: 2000, hint: t("complaint.text_hint") },
      { name: "game_no", label: t("complaint.game"), options: [[0, t("complaint.no_game")], ...games], value: last },
      { name: "claimant_name", label: t("complaint.name"), maxlength: 120, required: false },
      { name: "claimant_document", label: t("complaint.document"), maxlength: 40, required: false, hint: t("complaint.sealed_hint") },
      { name: "claimant_signed", label: t("complaint.signed"), type: "check" }],
    run: ({ text, game_no, ...who }) => house.strict("note_complaint", { text: oneLine(text), game_no: Number(game_no), ...who }),
  });
}

/** Somebody was not let in, or was asked to leave. */
export function noteRefusedAdmission(house) {
  return ask({
    title: t("admission.note"), lead: t("admission.lead"), yes: t("admission.do"),
    fields: [{ name: "what", label: t("admission.what"), options: ["refused", "expelled"].map((code) => [code, word("admission", code)]) },
      { name: "reason", label: t("admission.reason"), type: "textarea", maxlength: 500 }],
    run: ({ what, reason }) => house.strict("note_refused_admission", { reason: oneLine(reason), expelled: what === "expelled" }),
  });
}

/** Asks the register of bans; the answer tells no reason, and a refusal goes into the minutes by itself. */
export async function checkEntry(house) {
  const found = await ask({
    title: t("entry.check"), lead: t("entry.lead"), yes: t("entry.do"),
    fields: [{ name: "document", label: t("entry.document"), maxlength: 40 }],
    run: ({ document }) => house.strict("check_entry", { document }),
  });
  if (found) await ask({ title: t(found.admitted ? "entry.yes" : "entry.no"), lead: found.admitted ? "" : t("entry.no_lead"), yes: t("close") });
}

/** How many games the session has had, the one being played included; of a pair both. */
function gamesOf({ board, session }) {
  if (!board || board.session_no !== session?.session_no) return 0;
  return board.pair === 1 ? board.other_game_no : board.game_no;
}

/** Can a last game be announced: none is, or the one announced was not played. */
export function lastGameOpen({ board, session }) {
  if (session?.state !== "open") return false;
  if (!session.last_game) return true;
  return gamesOf({ board, session }) === session.last_game && board.state === "closed" && Boolean(isWithdrawn(board) || board.voided);
}

/** The last game is this one or the next. */
export function announceLastGame(house) {
  const now = gamesOf(house);
  const live = now && playing(house.board);
  const options = [live && [now, t("last.this", { game: now })], [now + 1, t("last.next", { game: now + 1 })]].filter(Boolean);
  const selling = live && house.board.state === "selling";
  return ask({
    title: t("last.announce"), lead: t("last.lead"), yes: t("last.announce"),
    fields: [{ name: "game_no", label: t("last.which"), options, value: selling ? now : now + 1 }],
    run: ({ game_no }) => house.strict("announce_last_game", { game_no: Number(game_no) }),
  });
}

/** A complaint's state in words: what it has, or what it lacks. */
export function complaintState(one) {
  if (one.claimant_signed && one.identified) return [t("complaint.value"), ""];
  if (one.identified) return [t("complaint.no_signature"), "is-warn"];
  return [t(one.claimant_signed ? "complaint.no_document" : "complaint.no_both"), "is-warn"];
}

/** One complaint of a list; `show` adds a key that shows who made it. */
export function complaintItem(one, show = null) {
  const [state, tone] = complaintState(one);
  const where = [t("bar.session", { number: one.session_no }), one.game_no ? t("complaint.of_game", { game: one.game_no }) : null, time(one.at)];
  return h("li", {},
    h("div", {}, h("b", {}, t("complaint.title", { number: one.complaint_no })), " ", h("span", { class: "dim" }, where.filter(Boolean).join(" · ")),
      h("p", { class: "complaint-text" }, one.text), h("p", { class: "dim" }, h("span", { class: tone || null }, state))),
    show ? h("button", { type: "button", class: "button button-small", onclick: () => show(one) }, t("complaint.show")) : null);
}

/** Shows who made a complaint, once the person has said that they want to look. */
export async function showClaimant(house, one) {
  const number = one.complaint_no;
  const found = await ask({
    title: t("complaint.show_ask", { number }), lead: t("complaint.show_lead"), yes: t("complaint.show"),
    run: () => house.strict("show_claimant", { complaint_no: number }),
  });
  if (!found) return;
  await ask({
    title: t("complaint.title", { number }), yes: t("close"), sticky: true,
    rows: [[t("complaint.name"), found.name || t("complaint.unknown")], [t("complaint.document"), found.document || t("complaint.unknown")]],
  });
}

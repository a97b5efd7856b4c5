// An error in announcing a number: the house plays the game again both ways and tells whether a prize would go elsewhere.
import { Refusal } from "../deeds.js";
import { number } from "../format.js";
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { h } from "../staff/dom.js";
import { noteIncident } from "../staff/people.js";
import { called } from "../staff/reading.js";
import { voidGame } from "./void.js";

const NEVER = 91;
const SHOWN = 24;

/** Which ball, and what was said; then the verdict, and what the law does with it. Only this screen is told. */
export async function announcingError(house) {
  const { board } = house;
  const numbers = called(board);
  const options = numbers.map((drawn, at) => [at + 1, t("fix.ball_option", { ordinal: at + 1, number: drawn })]).reverse();
  const found = await ask({
    title: t("desk.error.title"), lead: t("desk.error.lead"), yes: t("desk.error.check"),
    fields: [{ name: "ordinal", label: t("fix.which"), options }, { name: "said", label: t("fix.said"), type: "number", maxlength: 2 }],
    run: ({ ordinal, said }) => replayOf(board.game_no, ordinal, said),
  });
  if (found) await verdict(house, found);
}

/** Asks the house; what it refuses is read in the dialog, as of a deed. */
async function replayOf(game_no, ordinal, said) {
  const query = new URLSearchParams({ game_no, ordinal, said });
  let response;
  try {
    response = await fetch(`/mesa/repeticion/?${query}`, { headers: { Accept: "application/json" } });
  } catch {
    throw new Refusal({ code: "no_answer", message: t("deed.no_answer") }, 0);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok || !answer.ok) throw new Refusal(answer, response.status);
  return answer;
}

function verdict(house, found) {
  const playing = ["drawing", "checking"].includes(house.board?.state);
  const { ordinal, said, game_no } = found;
  const words = { said, number: found.number, ordinal };
  const correct = () => house.strict("correct_call", { game_no, ordinal, said });
  const toVoid = () => voidGame(house, {
    order: { cause: "announcing_error", ordinal, said }, title: t("desk.error.void_title", { game: game_no }), lead: t("desk.error.void_lead"),
    body: evidence(found), reason: t("desk.error.reason", words),
  });
  const shown = { body: evidence(found), wide: true };
  // The last call is put right aloud at once: nobody has marked a later ball on top of it.
  if (playing && found.last) {
    return ask({ ...shown, title: t("desk.error.last_title"), lead: t("desk.error.last_lead", words), yes: t("desk.error.correct"), run: correct,
      other: found.substantial ? { label: t("desk.error.void"), run: () => { setTimeout(toVoid); } } : null });
  }
  if (found.substantial) return toVoid();
  if (playing) return ask({ ...shown, title: t("desk.error.not_title"), lead: t("desk.error.not_lead", words), yes: t("desk.error.correct"), run: correct });
  return ask({ ...shown, title: t("desk.error.over_title"), lead: t("desk.error.over_lead", words), yes: t("fix.incident"),
    run: () => { setTimeout(() => noteIncident(house, t("desk.error.reason", words))); } });
}

const ball = (n) => (n >= NEVER ? t("desk.error.never") : t("desk.error.ball", { n }));

function evidence(found) {
  const outcome = ({ ball: at, cards }) => (at >= NEVER ? t("desk.error.nobody") : [h("b", {}, t("desk.error.ball", { n: at })), ` · ${cardList(cards)}`]);
  return h("div", { class: `evidence ${found.substantial ? "is-substantial" : "is-not"}` },
    h("p", { class: "evidence-verdict" }, t(found.substantial ? "desk.error.substantial" : "desk.error.not_substantial")),
    h("p", {}, t(found.substantial ? "desk.error.why" : "desk.error.why_not")),
    h("table", { class: "table" },
      h("thead", {}, h("tr", {}, ["desk.prizes.prize", "desk.error.as_said", "desk.error.as_drawn"].map((name, at) =>
        h("th", { scope: "col" }, t(name, at === 1 ? { number: found.said } : { number: found.number }))))),
      h("tbody", {}, ["line", "bingo"].map((prize) => h("tr", {}, h("th", { scope: "row" }, t(`desk.error.first_${prize}`)),
        h("td", {}, outcome(found[prize].said)), h("td", {}, outcome(found[prize].drawn)))))),
    h("p", {}, t("desk.error.holders", { n: number(found.holders.length), count: found.holders.length, sold: number(found.sold), said: found.said, number: found.number })),
    found.affected.length ? affectedTable(found.affected) : h("p", {}, t("desk.error.none_affected")));
}

function affectedTable(cards) {
  const change = (said, drawn) => (said === drawn ? h("span", { class: "dim" }, "=") : [ball(said), h("span", { class: "dim" }, " → "), ball(drawn)]);
  return h("details", { class: "evidence-cards", open: cards.length <= 6 },
    h("summary", {}, t("desk.error.affected", { n: number(cards.length), count: cards.length })),
    h("table", { class: "table" },
      h("thead", {}, h("tr", {}, ["desk.prizes.card", "prize.line", "prize.bingo"].map((name) => h("th", { scope: "col" }, t(name))))),
      h("tbody", {}, cards.slice(0, SHOWN).map((one) => h("tr", {}, h("th", { scope: "row" }, one.card),
        h("td", {}, change(one.line_said, one.line_drawn)), h("td", {}, change(one.bingo_said, one.bingo_drawn)))))),
    cards.length > SHOWN ? h("p", { class: "help" }, t("desk.error.more", { cards: cardList(cards.slice(SHOWN).map((one) => one.card)) })) : null);
}

function cardList(cards) {
  const some = cards.slice(0, SHOWN).join(", ");
  return cards.length > SHOWN ? `${some} ${t("desk.facts.more", { n: cards.length - SHOWN })}` : some;
}

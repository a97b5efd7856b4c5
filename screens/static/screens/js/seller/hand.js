// The cards in this seller's hands: shown as runs, passed on, reported spoiled, and brought back at the end.
import { countOf } from "../lots.js";
import { euros, number } from "../format.js";
import { t } from "../labels.js";
import { keepsCard } from "../stops.js";
import { ask } from "../staff/ask.js";
import { h, keyed, say, show } from "../staff/dom.js";
import { inHand } from "../staff/reading.js";
import { runText } from "./receipt.js";

const place = (id) => document.querySelector(`#${id}`);

/** One chip a run; all but the last came back from somebody, and the law wants them sold first. */
export function drawChips(runs, picked, onPress) {
  keyed(place("block"), [runs, picked], () => runs.map((run, at) => {
    const resale = at < runs.length - 1;
    return h("button", { type: "button", class: `chip${resale ? " chip-resale" : ""}`, "aria-pressed": String(run.first === picked), onclick: () => onPress(run.first) },
      h("strong", {}, runText(run)), h("span", {}, number(countOf([run]))), resale ? h("em", {}, t("seller.resale")) : null);
  }));
}

function range(from, to) {
  const field = (name, value) => ({ name, label: t(`seller.${name}`), type: "number", value, maxlength: 7 });
  return [field("first", from), field("last", to)];
}

/** Cards named by their first and last, typed or scanned. */
export const askRange = (first) => ask({ title: t("seller.range_title"), lead: t("seller.range_lead"), yes: t("seller.sell"), fields: range(first, "") });

/** Passes cards on to a colleague, who sells them: what is left of the newest run is offered. */
export function handOver(house, me) {
  const { game_no } = house.board;
  const left = inHand(house.board, me).slice(-1)[0];
  const colleagues = (house.mine.staff || []).filter((one) => one.roles.includes("seller_caller") && one.username !== me);
  return ask({
    title: t("seller.hand_title"), lead: t("seller.hand_lead"), yes: t("seller.hand_do"),
    fields: [{ name: "to", label: t("seller.hand_to"), options: colleagues.map((one) => [one.username, one.name]) }, ...range(left.first, left.last)],
    run: ({ to, first, last }) => house.strict("hand_over_block", { game_no, seller: "", to, first, last }),
  });
}

export function spoil(house, me) {
  const { game_no } = house.board;
  const [next] = inHand(house.board, me);
  return ask({
    title: t("seller.spoil_title"), lead: t("seller.spoil_lead"), yes: t("seller.spoil_do"), danger: true,
    fields: [...range(next.first, next.first), { name: "reason", label: t("staff.reason"), maxlength: 200 }],
    run: ({ first, last, reason }) => house.strict("spoil_cards", { game_no, seller: "", first, last, reason }),
  });
}

/** Nothing to sell now, or not just now: why, what goes back to the cashier, and the money. */
export function drawClosed(house, me) {
  const { session, board, mine } = house;
  const runs = board ? inHand(board, me) : [];
  const state = stateOf(house, runs);
  place("closed").dataset.why = state;
  say(place("closed-title"), t(`seller.${state === "leftovers" || state === "bring" ? "leftovers" : state}.title`));
  const ranOut = board && board.leftover_first > board.leftover_last;
  const key = state === "leftovers" && ranOut ? "seller.leftovers.none" : state === "bring" && !runs.length ? "seller.bring.none" : `seller.${state}.lead`;
  say(place("closed-lead"), t(key, { first: board?.leftover_first ?? 0, last: board?.leftover_last ?? 0 }));
  const back = state === "bring" || state.startsWith("void") ? runs : [];
  show(place("bring"), back.length > 0);
  keyed(place("bring"), back, () => back.map((run) => h("li", {}, h("strong", {}, runText(run)), h("span", {}, t("cards", { n: countOf([run]) })))));
  const cash = mine.my_cash_cents || 0;
  const due = cash > 0 && !["loading", "no_block", "no_paper", "suspended", "suspended_draw"].includes(state);
  show(place("bring-money"), due);
  say(place("bring-money"), due ? t("seller.bring.money", { amount: euros(cash) }) : "");
}

/** A game that stands, or is void: a sale that stands goes on from where it was. */
function halted(board) {
  if (board?.state === "suspended") return board.suspension.came_from === "selling" ? "suspended" : "suspended_draw";
  if (!board?.voided || board.state === "closed") return "";
  return keepsCard(board) ? "void_half" : "void";
}

function stateOf({ known, session, board }, runs) {
  if (!known) return "loading";
  if (session?.state !== "open") return "no_session";
  if (halted(board)) return halted(board);
  if (board?.pair === 1 && board.state !== "selling" && board.leftovers_returned) return "pair_first";
  if (board?.pair === 2 && board.state !== "closed") return "pair_second";
  if (board?.state === "selling") return board.blocks ? "no_block" : "no_paper";
  const closed = board?.state === "ready";
  if (closed && (runs.length || (board.blocks && !board.leftovers_returned))) return "bring";
  return closed && !board.leftovers_returned ? "leftovers" : "wait";
}

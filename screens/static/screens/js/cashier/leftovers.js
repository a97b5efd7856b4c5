// The leftover cards: the cashier types the first one in hand, without being told which it should be.
import { holders, printed } from "../desk/cards.js";
import { t } from "../labels.js";
import { countOf } from "../lots.js";
import { ask } from "../staff/ask.js";
import { say, show } from "../staff/dom.js";
import { refuse } from "../staff/house.js";
import { comingBack } from "./people.js";

const place = (id) => document.querySelector(`#${id}`);

export function joinLeftovers(house) {
  place("leftovers-form").addEventListener("submit", (press) => {
    press.preventDefault();
    const first = Number(place("first").value);
    if (Number.isInteger(first) && first > 0) returned(house, first);
    else refuse(place("leftovers-refusal"), t("cashier.leftovers.type"));
  });
  place("none-left").addEventListener("click", async () => {
    if (await ask({ title: t("cashier.leftovers.none_ask"), lead: t("cashier.leftovers.none_lead"), yes: t("cashier.leftovers.none_yes") })) returned(house, null);
  });
  return () => {
    const { board } = house;
    const out = holders(board);
    const waiting = comingBack(board) && printed(board).length > 0;
    const wanted = waiting && !out.length;
    show(place("leftovers"), board?.state === "ready");
    place("leftovers").classList.toggle("is-wanted", wanted);
    show(place("leftovers-form"), wanted);
    say(place("leftovers-lead"), t(wanted ? "cashier.leftovers.wanted" : waiting ? "cashier.leftovers.first_sellers" : why(board), {
      game: board?.game_no ?? "", first: board?.leftover_first ?? 0, last: board?.leftover_last ?? 0,
      n: countOf(out.flatMap(([, runs]) => runs)), names: out.map(([who]) => house.person(who)).join(", ") }));
  };
}

function why(board) {
  if (!printed(board).length) return "cashier.leftovers.virtual";
  return board.leftover_first > board.leftover_last ? "cashier.leftovers.done_none" : "cashier.leftovers.done";
}

async function returned(house, first) {
  const answer = await house.game("return_leftovers", { first }, place("leftovers-refusal"));
  if (answer) place("first").value = "";
}

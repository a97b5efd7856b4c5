// Money paid in by a player: the number, the amount, and a question before it is done.
import { centsOf, euros } from "../format.js";
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { h, keyed, say } from "../staff/dom.js";
import { refuse } from "../staff/house.js";

const place = (id) => document.querySelector(`#${id}`);

function found(house) {
  const one = (house.mine.players || []).find((each) => String(each.number) === place("player").value.trim());
  say(place("player-found"), one ? t("cashier.player", { name: one.name, balance: euros(one.balance_cents) }) : place("player").value ? t("cashier.player_unknown") : "");
  return one;
}

export function joinDeposits(house) {
  place("player").addEventListener("input", () => found(house));
  place("deposit-form").addEventListener("submit", (press) => {
    press.preventDefault();
    deposit(house);
  });
  for (const key of document.querySelectorAll("[data-amount]")) {
    key.addEventListener("click", () => { place("amount").value = key.dataset.amount; });
  }
  return () => {
    const list = house.mine.players || [];
    keyed(place("players"), list, () => list.map((one) => h("option", { value: one.number }, one.name)));
    found(house);
  };
}

async function deposit(house) {
  const cents = centsOf(place("amount").value);
  const player = found(house);
  refuse(place("deposit-refusal"), player && cents ? "" : t(player ? "cashier.amount_wrong" : "cashier.player_unknown"));
  if (!player || !cents) return;
  const done = await ask({
    title: t("cashier.deposit_ask", { amount: euros(cents) }), lead: player.name, yes: t("cashier.deposit_do"),
    rows: [[t("cashier.balance_after"), euros(player.balance_cents + cents)]],
    run: () => house.strict("deposit", { player: Number(player.number), amount_cents: cents }),
  });
  if (!done) return;
  for (const id of ["player", "amount"]) place(id).value = "";
  found(house);
}

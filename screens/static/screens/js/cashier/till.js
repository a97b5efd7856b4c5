// The money in figures: what lies in the desk, what the sellers still have, and the game's own sums.
import { euros, number } from "../format.js";
import { jackpotsInPlay } from "../jackpots.js";
import { t } from "../labels.js";
import { facts, h, keyed, say, show } from "../staff/dom.js";
import { paidFor } from "../desk/pair.js";
import { figures } from "../staff/reading.js";
import { sellers, sum } from "./people.js";

const place = (id) => document.querySelector(`#${id}`);

const tillName = (till) => (till === "main" ? t("till.main") : t("till.code", { code: till }));

/** What lies in the till; who holds one counts it blind, and is told no sum before. */
function drawDrawer(house) {
  const out = sum(sellers(house), "cash_cents");
  const till = house.mine.till;
  if (!till) return;
  const held = till.shift_no > 0;
  say(place("cash"), held ? tillName(till.till) : euros(till.cents));
  const lead = held ? t("cashier.till_blind") : till.required ? t("till.none_required") : "";
  say(place("cash-lead"), lead);
  show(place("cash-lead"), Boolean(lead));
  show(place("cash-below"), till.below);
  const rows = [[t("cashier.with_sellers"), euros(out)], ...(held ? [] : [[t("cashier.in_all"), euros(house.mine.cash_cents || 0)]])];
  keyed(place("cash-parts"), rows, () => facts(rows));
}

/** The money at the desk, and the figures of the game. */
export function drawTill(house) {
  drawDrawer(house);
  const now = figures(house.board);
  if (house.board?.voided) return drawVoid(house.board, now);
  keyed(place("figures"), [now, house.board?.game_no], () => now ? facts([
    [t("medium.physical.sold"), number(now.physical_sold)], [t("medium.virtual.sold"), number(now.virtual_sold)],
    ...takings(house.board, now),
    [t(now.final ? "prize.line" : "fact.line_so_far"), euros(now.line_cents), "is-money"],
    [t(now.final ? "prize.bingo" : "fact.bingo_so_far"), euros(now.bingo_cents), "is-money"],
    ...jackpotsInPlay(house.board).map((one) => [one.name, euros(one.cents), "is-money"]),
  ]) : h("p", { class: "none" }, t("cashier.no_game")));
  return undefined;
}

/** Double cards are paid for at once, and half of it is each game's. */
function takings(board, now) {
  if ((board.lots[0]?.parts || 1) === 1) return [[t("fact.takings"), euros(now.takings_cents)]];
  return [[t("desk.pair.paid"), euros(paidFor(board))], [t("desk.pair.takings"), euros(now.takings_cents)]];
}

/** Of a void game there are no prizes: what was sold goes back. */
function drawVoid({ voided, refunded_cents, game_no }, now) {
  keyed(place("figures"), ["void", game_no, refunded_cents, now], () => facts([
    [t("medium.physical.sold"), number(now.physical_sold)], [t("medium.virtual.sold"), number(now.virtual_sold)],
    [t("cashier.refund.whole"), euros(voided.refund_cents), "is-warn"], [t("cashier.refund.so_far"), euros(refunded_cents), "is-money"]]));
}

// The sellers as the cash desk sees them: everybody posted to sell, and whoever still has cards or money.
import { holders } from "../desk/cards.js";

/** One row a seller, in the order of the posts: username, runs in hand, sold in this game, money to hand in. */
export function sellers(house) {
  const { session, board, mine } = house;
  const known = new Map((mine.by_seller || []).map((one) => [one.seller, one]));
  const held = new Map(holders(board));
  const posted = (session?.posts || []).find((one) => one.post === "seller_caller")?.usernames || [];
  const names = [...new Set([...posted, ...known.keys(), ...held.keys()])];
  return names.map((seller) => {
    const { cards = 0, amount_cents = 0, cash_cents = 0, handed_in = [] } = known.get(seller) || {};
    return { seller, name: house.person(seller), posted: posted.includes(seller), held: held.get(seller) || [], cards, amount_cents, cash_cents, handed_in };
  });
}

export const sum = (rows, name) => rows.reduce((total, one) => total + one[name], 0);
export const counted = (one) => one.handed_in.reduce((total, count) => total + count.counted_cents, 0);
export const difference = (one) => one.handed_in.reduce((total, count) => total + count.counted_cents - count.expected_cents, 0);

/** The sale is open, so cards may be given out; the sale is closed and the draw has not begun, or the game is void: they come back. */
export const givingOut = (board) => board?.state === "selling";
export const comingBack = (board) => (board?.state === "ready" && !board.leftovers_returned) || (board?.state === "void" && holders(board).length > 0);

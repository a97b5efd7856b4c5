// Tokens of a pair's first game: a prize not paid now is paid after both games, against the token (S0 IV).
import { t } from "../labels.js";
import { h } from "../staff/dom.js";

/** The token that stands for a prize, or "". */
export const tokenOf = (board, award) => board.tokens.find((one) => one.award_no === award.award_no)?.token || "";

/** Prizes that would be left behind: neither paid nor with a token. */
export const withoutToken = (board, unpaid) => (board.pair === 1 ? unpaid.filter((one) => !tokenOf(board, one)) : []);

/** The field in an award's row: the token's number or colour, given by one press. */
export function tokenForm(house, award, refusal) {
  const input = h("input", { class: "input", name: "token", maxlength: 20, required: true, autocomplete: "off",
    "aria-label": t("desk.token.of", { card: award.card }), placeholder: t("desk.token.placeholder") });
  const form = h("form", { class: "token-form" }, input, h("button", { class: "button", type: "submit" }, t("desk.token.give")));
  form.addEventListener("submit", async (press) => {
    press.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    await house.game("give_token", { award_no: award.award_no, token: input.value.trim() }, refusal);
    delete form.dataset.busy;
  });
  return form;
}

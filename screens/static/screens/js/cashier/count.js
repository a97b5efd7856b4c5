// A seller's money: counted, compared with what was sold, and signed by the seller where the two differ.
import { centsOf, euros } from "../format.js";
import { t } from "../labels.js";
import { h, say } from "../staff/dom.js";
import { askMore, refused, want } from "./ask_more.js";

/** Reads euros as typed; a minus sign is money given back to the seller. */
function signedCents(text) {
  const given = /^\s*[-\u2212]/.test(text);
  const cents = centsOf(text.replace(/^\s*[-\u2212]/, ""));
  return cents === null ? null : given ? -cents : cents;
}

/** Asks for the money in the hand, in euros; the difference is seen while it is typed. */
export function askCount(house, one) {
  const told = h("p", { class: "difference", role: "status" });
  return askMore({
    title: t("cashier.count.title", { name: one.name }), lead: t("cashier.count.lead"), yes: t("cashier.count.do"),
    rows: [[t("cashier.count.expected"), euros(one.cash_cents)]],
    fields: [
      { name: "amount", label: t("cashier.count.counted"), inputmode: one.cash_cents < 0 ? "text" : "decimal", maxlength: 12 },
      { name: "password", label: t("cashier.count.password", { name: one.name }), type: "password", autocomplete: "new-password" },
    ],
    run: ({ amount, password }) => {
      const cents = signedCents(amount);
      if (cents === null) throw refused(t("cashier.amount_wrong"));
      return house.strict("hand_in_takings", { seller: one.seller, counted_cents: cents, password: cents === one.cash_cents ? "" : password });
    },
  }, (form, field) => {
    const amount = field("amount");
    const password = field("password");
    const follow = () => {
      const cents = signedCents(amount.input.value);
      const gap = cents === null ? 0 : cents - one.cash_cents;
      told.dataset.tone = cents === null ? "" : gap ? gap < 0 ? "short" : "over" : "even";
      say(told, cents === null ? "" : t(`cashier.count.${told.dataset.tone}`, { amount: euros(Math.abs(gap)) }));
      want(password, gap !== 0);
    };
    amount.el.after(told);
    amount.input.classList.add("input-big");
    amount.input.addEventListener("input", follow);
    follow();
  });
}

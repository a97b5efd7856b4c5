// The closing: another session by its list, and the hall's own money into or out of the safe.
import { centsOf } from "./format.js";
import { refused } from "./cashier/ask_more.js";
import { t } from "./labels.js";
import { ask } from "./staff/ask.js";
import { House } from "./staff/house.js";

const house = new House(() => {});
const place = (id) => document.querySelector(`#${id}`);

place("which")?.addEventListener("change", ({ target }) => location.assign(target.value));

place("safe")?.addEventListener("click", async () => {
  const done = await ask({
    title: t("safe.title"), lead: t("safe.lead"), yes: t("safe.do"),
    fields: [
      { name: "way", type: "choice", label: t("safe.way"), value: "in", options: [["in", t("safe.in")], ["out", t("safe.out")]] },
      { name: "amount", label: t("till.amount"), inputmode: "decimal", maxlength: 12 },
      { name: "reason", label: t("till.reason"), maxlength: 500 },
    ],
    run: ({ way, amount, reason }) => {
      const cents = centsOf(amount);
      if (!cents) throw refused(t("till.amount_wrong"));
      return house.strict("move_safe", { amount_cents: way === "out" ? -cents : cents, reason });
    },
  });
  if (done) location.reload();
});

house.start();

// The store of cards: the page comes drawn from the house; here are its deeds, and its parts are asked for again.
import { Refusal } from "./deeds.js";
import { number } from "./format.js";
import { t } from "./labels.js";
import { toast } from "./toast.js";
import { ask } from "./staff/ask.js";
import { drawnByTheHouse } from "./staff/parts.js";
import { receiving } from "./store/receive.js";

// What happens elsewhere in the house and changes what is drawn here.
const { house, draw } = drawnByTheHouse(["SaleOpened", "SaleClosed", "GameClosed", "GameWithdrawn", "SessionClosed", "UsedCardsDestroyed",
  "SeriesReceived", "StockSpoiled", "EvidenceKept", "SeriesWithdrawn"]);

const range = (first, last) => [
  { name: "first", label: t("store.first"), type: "number", value: first, maxlength: 7 },
  { name: "last", label: t("store.last"), type: "number", value: last, maxlength: 7 },
];
const reason = { name: "reason", label: t("staff.reason"), maxlength: 500 };
const one_line = (text) => text.replace(/\s+/g, " ");

const work = {
  spoil: ({ series, name, next }) => ask({
    title: t("store.spoil.title", { name }), lead: t("store.spoil.lead"), yes: t("store.spoil.do"), danger: true,
    fields: [...range(next, ""), reason],
    run: (values) => done("spoil_stock", { ...values, reason: one_line(values.reason), series: Number(series) }),
  }),
  withdraw: ({ series, name }) => ask({
    title: t("store.withdraw.title", { name }), lead: t("store.withdraw.lead"), yes: t("store.withdraw.do"), danger: true,
    fields: [reason],
    run: (values) => done("withdraw_series", { reason: one_line(values.reason), series: Number(series) }),
  }),
  evidence() {
    const options = [...document.querySelectorAll("#remaining-series option")];
    const named = new Map(options.map((one) => [one.value, one.textContent]));
    return ask({
      title: t("store.evidence.title"), lead: t("store.evidence.lead"), yes: t("store.evidence.do"),
      fields: [{ name: "series", label: t("store.series"), options: [...named] }, ...range("", ""), reason],
      run: (values) => done("keep_evidence", { ...values, reason: one_line(values.reason), series: Number(values.series) }),
    });
  },
  destroy: ({ cards, kept }) => ask({
    title: t("store.destroy.title"), lead: t("store.destroy.lead"), yes: t("store.destroy.do"), danger: true,
    rows: [[t("store.destroy.cards"), number(cards)], kept ? [t("store.destroy.kept"), kept] : null].filter(Boolean),
    fields: [{ name: "witness", label: t("store.destroy.witness"), hint: t("store.destroy.witness_hint"), maxlength: 120 }],
    run: async (values) => {
      const answer = await done("destroy_used", values, "");
      toast(t("store.destroy.done", { n: number(answer.event.cards), count: answer.event.cards }), "good");
      return answer;
    },
  }),
};

/** Does a deed for a dialog, then draws the parts; its refusal is the dialog's to show. */
async function done(name, body, said = t("store.done")) {
  for (const field of ["first", "last"]) {
    if (field in body && !body[field]) throw new Refusal({ code: "bad_input", message: t("store.range") }, 400);
  }
  const answer = await house.strict(name, body);
  if (said) toast(said, "good");
  await draw();
  return answer;
}

document.addEventListener("click", (press) => {
  const key = press.target.closest("[data-do]");
  if (key) work[key.dataset.do](key.dataset);
});
const form = document.querySelector("#receive-form");
if (form) receiving(form, house, draw);
house.start();

// Additional prizes: the page comes drawn from the house; here are its deeds, and its parts are asked for again.
import { Refusal } from "./deeds.js";
import { centsOf, euros } from "./format.js";
import { t } from "./labels.js";
import { toast } from "./toast.js";
import { ask } from "./staff/ask.js";
import { drawnByTheHouse } from "./staff/parts.js";

// What happens elsewhere in the house and changes what is drawn here.
const { house, draw } = drawnByTheHouse(["JackpotSet", "FundBroughtIn", "SaleOpened", "SaleClosed", "SaleFiguresCorrected", "BingoClosed", "PrizePaid", "GameClosed", "GameVoided",
  "GameWithdrawn", "SessionOpened", "SessionClosed", "EquipmentChecked"]);

async function done(name, body) {
  const answer = await house.strict(name, body);
  toast(t("jackpots.done"), "good");
  await draw();
  return answer;
}

/** Reads an amount of euros, or a percentage with two decimals: both are hundredths of what is typed. */
function hundredths(text) {
  const read = centsOf(String(text).replace("%", ""));
  if (read === null) throw new Refusal({ code: "input", message: t("jackpots.number_wrong") }, 0);
  return read;
}

/** Writes hundredths as they are typed: 640 -> "6,4", 50000 -> "500". */
const typed = (n) => String(n / 100).replace(".", ",");

function bounds(one) {
  if (!Number(one.most)) return t("jackpots.amount_free");
  return t("jackpots.amount_hint", { least: euros(Number(one.least)), most: euros(Number(one.most)), step: euros(Number(one.step)) });
}

const amountField = (one) => ({ name: "amount", label: t("jackpots.amount"), hint: bounds(one), inputmode: "decimal", maxlength: 12, value: Number(one.amount) ? typed(one.amount) : "" });

/** The next time the clock shows that hour, as a moment; an hour already past today is tomorrow's. */
function moment(text) {
  const match = /^(\d{1,2})[:.](\d{2})$/.exec(text);
  if (!match || Number(match[1]) > 23 || Number(match[2]) > 59) throw new Refusal({ code: "input", message: t("jackpots.hour_wrong") }, 0);
  const when = new Date();
  when.setHours(Number(match[1]), Number(match[2]), 0, 0);
  if (when < new Date()) when.setDate(when.getDate() + 1);
  return when.toISOString();
}

const hourOf = (iso) => (iso ? new Date(iso).toTimeString().slice(0, 5) : "");

const work = {
  change: (one) => {
    const fields = [];
    if (Number(one.shareStep)) fields.push({ name: "share", label: t("jackpots.share"), hint: t("jackpots.share_hint", { step: typed(one.shareStep) }), inputmode: "decimal", maxlength: 6, value: typed(one.share) });
    if (Number(one.capStep)) fields.push({ name: "cap", label: t("jackpots.cap"), hint: t("jackpots.cap_hint", { step: euros(Number(one.capStep)), most: euros(Number(one.capMost)) }), inputmode: "decimal", maxlength: 12, value: typed(one.cap) });
    if (one.hallBall) fields.push({ name: "ball", label: t("jackpots.ball"), hint: t("jackpots.ball_hint"), type: "number", maxlength: 2, required: false, value: Number(one.ball) || "" });
    return ask({
      title: t(one.on ? "jackpots.change.title" : "jackpots.on.title", { name: one.name }), lead: t("jackpots.on.lead"), fields,
      yes: t(one.on ? "jackpots.change.do" : "jackpots.on.do"),
      run: ({ share, cap, ball }) => done("switch_jackpot", {
        code: one.code, on: true,
        funding_bp: share === undefined ? null : hundredths(share),
        cap_cents: cap === undefined ? null : hundredths(cap),
        last_ball: one.hallBall ? ball || 0 : null,
      }),
    });
  },
  bring: (one) => {
    const fields = [{ name: "fund", label: t("jackpots.bring.fund"), inputmode: "decimal", maxlength: 12, value: "" }];
    if (Number(one.reserve)) fields.push({ name: "reserve", label: t("jackpots.bring.reserve"), inputmode: "decimal", maxlength: 12, value: "0" });
    return ask({
      title: t("jackpots.bring.title", { name: one.name }), lead: t("jackpots.bring.lead"), yes: t("jackpots.bring.do"), fields,
      run: ({ fund, reserve }) => done("bring_in_fund", { code: one.code, fund_cents: hundredths(fund), reserve_cents: reserve === undefined ? 0 : hundredths(reserve) }),
    });
  },
  off: (one) => ask({
    title: t("jackpots.off.title", { name: one.name }), lead: t("jackpots.off.lead"), yes: t("jackpots.off.do"), danger: true,
    run: () => done("switch_jackpot", { code: one.code, on: false }),
  }),
  prima: (one) => {
    const answer = ask({
      title: t("jackpots.prima.title", { name: one.name }), lead: t("jackpots.prima.lead"), yes: t("jackpots.announce.do"),
      fields: [
        amountField(one),
        { name: "when", label: t("jackpots.prima.when"), value: one.due ? "hour" : "amount", options: ["amount", "hour"].map((code) => [code, t(`jackpots.prima.${code}_when`)]) },
        { name: "hour", label: t("jackpots.prima.hour"), type: "time", required: false, value: hourOf(one.due) },
      ],
      run: ({ amount, when, hour }) => done("announce_prima", { code: one.code, amount_cents: hundredths(amount), due_at: when === "hour" ? moment(hour) : "" }),
    });
    const form = document.querySelector("dialog.ask[open]:last-of-type form");
    const follow = () => {
      const byHour = form.elements.when.value === "hour";
      form.elements.hour.closest(".field").hidden = !byHour;
      form.elements.hour.required = byHour;
    };
    form.elements.when.addEventListener("change", follow);
    follow();
    return answer;
  },
  extra: (one) => ask({
    title: t("jackpots.extra.title", { name: one.name }), lead: t("jackpots.extra.lead"), yes: t("jackpots.announce.do"),
    fields: [
      amountField(one),
      { name: "ball", label: t("jackpots.extra.ball"), hint: t("jackpots.extra.ball_hint", { least: one.leastBall }), type: "number", maxlength: 2, value: Number(one.exact) || "" },
    ],
    run: ({ amount, ball }) => done("announce_extra", { code: one.code, amount_cents: hundredths(amount), exact_ball: ball }),
  }),
  back: (one) => ask({
    title: t("jackpots.back.title"), lead: t("jackpots.back.lead"), yes: t("jackpots.back.do"),
    run: () => (one.kind === "extra" ? done("announce_extra", { code: one.code, amount_cents: 0, exact_ball: 0 }) : done("announce_prima", { code: one.code, amount_cents: 0, due_at: "" })),
  }),
};

document.addEventListener("click", (press) => {
  const key = press.target.closest("[data-do]");
  if (key) work[key.dataset.do](key.closest("[data-code]").dataset);
});
house.start();

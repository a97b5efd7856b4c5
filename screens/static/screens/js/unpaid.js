// Prizes left to pay, each against its card, in cash or by cheque; and cheques that came back.
import { askMore, want } from "./cashier/ask_more.js";
import { euros } from "./format.js";
import { t } from "./labels.js";
import { ask } from "./staff/ask.js";
import { drawnByTheHouse } from "./staff/parts.js";
import { cardText } from "./staff/reading.js";

const { house, draw } = drawnByTheHouse(["PrizePaid", "ChequeReturned", "GameClosed", "SessionOpened", "SessionClosed"]);

function pay({ pay: award, session, game, cents, returned, token: hasToken }) {
  const ways = [["cash", t("prizes.pay.cash")], ["cheque", t("prizes.pay.cheque")]];
  if (returned === "yes") ways.push(["guarantee", t("prizes.pay.guarantee")]);
  return askMore({
    title: t("prizes.pay.title", { amount: euros(cents) }), lead: t("prizes.pay.lead"), yes: t("cashier.pay.do", { amount: euros(cents) }),
    fields: [
      { name: "card", label: t("cashier.pay.card"), maxlength: 40 },
      ...(hasToken === "yes" ? [{ name: "token", label: t("prizes.pay.token"), maxlength: 20 }] : []),
      { name: "method", label: t("prizes.pay.how"), options: ways },
      { name: "cheque", label: t("prizes.pay.number"), maxlength: 30 },
      { name: "consents", label: t("prizes.pay.consents"), type: "check" },
    ],
    run: ({ card, token = "", method, cheque, consents }) => house.strict("pay_prize", {
      session_no: Number(session), game_no: Number(game), award_no: Number(award), card: cardText(card), token, method,
      cheque: method === "cheque" ? cheque : "", consents: method === "cheque" && consents,
    }),
  }, (_form, field) => {
    const method = field("method");
    const draw = () => {
      want(field("cheque"), method.input.value === "cheque");
      field("consents").el.hidden = method.input.value !== "cheque";
    };
    method.input.addEventListener("change", draw);
    draw();
  });
}

function cameBack({ returnedCheque: cheque, award, session, game, cents }) {
  return ask({
    title: t("prizes.returned.title", { cheque }), lead: t("prizes.returned.lead"), yes: t("prizes.returned.do"), danger: true,
    rows: [[t("prizes.pay.cheque"), euros(cents)]],
    run: () => house.strict("cheque_returned", { session_no: Number(session), game_no: Number(game), award_no: Number(award), cheque }),
  });
}

document.addEventListener("click", async (press) => {
  const key = press.target.closest("[data-pay], [data-returned-cheque]");
  if (!key || key.disabled) return;
  if (await (key.dataset.pay ? pay(key.dataset) : cameBack(key.dataset))) await draw();
});

house.start();

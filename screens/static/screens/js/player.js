// One player's account at the cash desk: money, log-in, limits, cards handed on.
import { refused } from "./cashier/ask_more.js";
import { centsOf, euros } from "./format.js";
import { t } from "./labels.js";
import { askLimit, askPause } from "./players/limits.js";
import { ask } from "./staff/ask.js";
import { drawnByTheHouse } from "./staff/parts.js";
import { secondPerson } from "./staff/second.js";
import { toast } from "./toast.js";

const KINDS = ["PlayerDeposited", "PlayerWithdrew", "PlayerClosed", "PlayerLimitSet", "PlayerPaused", "PlayerPinSet", "PlayerCardIssued",
  "PlayerCardRevoked", "CardsSold", "CardsTransferred", "GameClosed", "GameVoided", "SaleClosed", "PlayResumed", "BingoClosed"];
const { house, draw } = drawnByTheHouse(KINDS);

const account = () => document.querySelector("#account").dataset;
const player = () => Number(account().player);
const send = (name) => (body) => house.strict(name, { player: player(), ...body });

const amountField = () => ({ name: "amount", label: t("players.amount"), inputmode: "decimal", maxlength: 12 });
const pinField = () => (account().pin === "yes" ? [{ name: "pin", label: t("players.pin.player"), type: "password", inputmode: "numeric", maxlength: 8 }] : []);

/** Cents of what was typed; a refusal in words where it is no amount. */
function amountOf(text) {
  const cents = centsOf(text);
  if (!cents) throw refused(t("cashier.amount_wrong"));
  return cents;
}

const DEEDS = {
  deposit: () => ask({
    title: t("players.deposit.title"), lead: t("players.deposit.lead"), yes: t("cashier.deposit_do"), fields: [amountField()],
    run: async ({ amount }) => send("deposit")({ amount_cents: amountOf(amount) }),
  }),
  withdraw: () => ask({
    title: t("players.withdraw.title"), lead: t("players.withdraw.lead", { balance: euros(account().balance) }), yes: t("players.withdraw.do"),
    fields: [{ ...amountField(), value: (Number(account().balance) / 100).toFixed(2).replace(".", ",") }, ...pinField()],
    run: async ({ amount, pin = "" }) => send("withdraw")({ amount_cents: amountOf(amount), pin }),
  }),
  pin: async () => {
    const done = await ask({
      title: t("players.pin.title"), lead: t("players.pin.lead"), yes: t("players.pin.do"),
      fields: [
        ...["new", "again"].map((name) => ({ name, label: t(`players.pin.${name}`), type: "password", inputmode: "numeric", maxlength: 8, autocomplete: "new-password" })),
        // One that is there is replaced with it, or before a second person.
        ...(account().pin === "yes" ? [{ ...pinField()[0], name: "old_pin", label: t("players.pin.old") }, ...secondPerson(house, { seniors: true })] : []),
      ],
      run: ({ new: pin, ...typed }) => send("set_player_pin")({ pin, ...typed }),
    });
    if (done) toast(t("players.pin.done"), "good");
    return done;
  },
  revoke: ({ card }) => ask({
    title: t("players.card.revoke.title", { card }), lead: t("players.card.revoke.lead"), yes: t("players.card.revoke.do"), danger: true,
    run: () => send("revoke_player_card")({}),
  }),
  transfer: async ({ game, free }) => {
    const done = await ask({
      title: t("players.transfer.title", { game }), lead: t("players.transfer.lead"), yes: t("players.transfer.do"),
      rows: [[t("players.transfer.cards"), free]],
      fields: [{ name: "to", label: t("players.transfer.to"), type: "number", maxlength: 9 }, ...pinField()],
      run: ({ to, pin = "" }) => send("transfer_cards")({ game_no: Number(game), to, pin }),
    });
    if (done?.event) toast(t("players.transfer.done", { to: done.event.to.split(":")[1] }), "good");
    return done;
  },
  pause: () => askPause(send("pause_player")),
  close: () => ask({
    title: t("players.close.title", { number: player() }), lead: t("players.close.lead"), yes: t("players.close.do"), danger: true,
    run: () => send("close_player")({}),
  }),
};

document.addEventListener("click", async (press) => {
  const key = press.target.closest("[data-do], [data-limit]");
  if (!key || key.disabled) return;
  const done = key.dataset.limit ? await askLimit(key.dataset, send("set_player_limit"), account().hours) : await DEEDS[key.dataset.do](key.dataset);
  if (done) await draw();
});

house.start();

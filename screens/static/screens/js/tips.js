// The tips book: the sealed box counted by denomination, signed with a PIN, and given out to the staff.
import { joinCoins } from "./cashier/coins.js";
import { euros } from "./format.js";
import { t } from "./labels.js";
import { ask } from "./staff/ask.js";
import { h, keyed, say } from "./staff/dom.js";
import { refuse } from "./staff/house.js";
import { drawnByTheHouse } from "./staff/parts.js";
import { pinFields } from "./staff/sign.js";

const place = (id) => document.querySelector(`#${id}`);
const { house, draw } = drawnByTheHouse(["TipsCounted", "TipsShared"]);
const coins = joinCoins(place("coins"), place("total"));
const changed = house.onChange;

const people = () => (house.mine.staff || []).map((one) => [one.username, one.name || one.username]);

house.onChange = (...news) => {
  changed(...news);
  keyed(place("signer"), people(), () => [h("option", { value: "" }, "–"), ...people().map(([code, name]) => h("option", { value: code }, name))]);
};

place("tips").addEventListener("submit", async (press) => {
  press.preventDefault();
  say(place("told"), "");
  if (!coins.cents()) return refuse(place("refusal"), t("tips.nothing"));
  const said = { pieces: coins.pieces(), signer: place("signer").value, pin: place("pin").value, remarks: place("remarks").value };
  const done = await house.act("count_tips", said, place("refusal"));
  place("pin").value = "";
  if (!done) return undefined;
  say(place("told"), t("tips.entered", { entry: done.event.entry_no, amount: euros(done.event.counted_cents) }));
  coins.clear();
  place("remarks").value = "";
  return draw();
});

document.addEventListener("click", async (press) => {
  const key = press.target.closest("[data-share]");
  if (!key) return;
  const done = await ask({
    title: t("tips.share_title", { amount: euros(Number(key.dataset.cents)) }), lead: t("tips.share_lead"), yes: t("tips.share_do"),
    fields: pinFields(people()),
    run: ({ signer, pin }) => house.strict("share_tips", { entry_no: Number(key.dataset.share), signer, pin }),
  });
  if (done) await draw();
});

house.start();

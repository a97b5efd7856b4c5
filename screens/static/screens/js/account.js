// A player's own account: limits, the pause, cards handed on. After each deed the house draws the page anew.
import {deed} from "./deeds.js";
import {t} from "./labels.js";
import {askLimit, askPause} from "./players/limits.js";
import {ask} from "./staff/ask.js";
import {toast} from "./toast.js";

const LATER_MS = 1200;
const hours = Number(document.getElementById("account").dataset.hours);

const DEEDS = {
  pause: () => askPause((body) => deed("pause_play", body)),
  offer: ({game}) => ask({
    title: t("account.offer.title", {game}), lead: t("account.offer.lead"), yes: t("account.offer.do"),
    fields: [{name: "to", label: t("account.offer.to"), type: "number", maxlength: 9}],
    run: ({to}) => deed("offer_cards", {game_no: Number(game), to}),
  }).then((done) => done && toast(t("account.offer.done", {to: done.to}), "good") || done),
  drop: ({game}) => deed("drop_offer", {game_no: Number(game)}).then((done) => toast(t("account.offer.dropped"), "good") || done),
};

document.addEventListener("click", async (press) => {
  const key = press.target.closest("[data-do], [data-limit]");
  if (!key || key.disabled) return;
  const done = key.dataset.limit
    ? await askLimit(key.dataset, (body) => deed("set_limit", body), hours)
    : await DEEDS[key.dataset.do](key.dataset);
  if (done) setTimeout(() => location.reload(), LATER_MS);
});
// Whoever comes next finds nothing of this player in the browser's memory.
addEventListener("pageshow", (event) => event.persisted && location.reload());

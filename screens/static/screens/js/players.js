// The list of players' accounts: one is opened by its number, a new one with the next.
import { t } from "./labels.js";
import { ask } from "./staff/ask.js";
import { drawnByTheHouse } from "./staff/parts.js";

const { house } = drawnByTheHouse(["PlayerOpened", "PlayerClosed", "PlayerDeposited", "PlayerWithdrew", "PlayerPaused", "GameClosed"]);
const place = (id) => document.querySelector(`#${id}`);
const accountOf = (number) => `/caja/jugadores/${number}/`;

place("find").addEventListener("submit", (press) => {
  press.preventDefault();
  const number = place("number").value.trim();
  if (/^[1-9][0-9]{0,8}$/.test(number)) location.assign(accountOf(number));
});

place("open-player").addEventListener("click", async () => {
  const done = await ask({
    title: t("players.open.title"), lead: t("players.open.lead"), yes: t("players.open.do"),
    fields: [{ name: "name", label: t("players.open.name"), hint: t("players.open.name_hint"), required: false, maxlength: 120 }],
    run: ({ name }) => house.strict("open_player", { name }),
  });
  if (done?.player) location.assign(accountOf(done.player));
});

// The field waits, disabled, for the house; then whoever came here types at once.
const changed = house.onChange;
house.onChange = (...news) => {
  changed(...news);
  if (!place("number").matches(":disabled") && document.activeElement === document.body) place("number").focus();
};
house.start();

// The hall's devices. The list comes drawn from the house; it is asked for again whenever the house says that one has
// come, gone or changed hands.
import { t, word } from "./labels.js";
import { ask } from "./staff/ask.js";
import { h, say } from "./staff/dom.js";
import { drawnByTheHouse } from "./staff/parts.js";

const KINDS = ["player_terminal", "seller_tablet", "caller", "cash_desk", "table_desk", "door", "wall"];
const PAGE = `${location.host}/enrolar/`;
const SETTLE_MS = 500;

const { house, draw } = drawnByTheHouse(["TerminalEnrolled", "TerminalMoved", "TerminalRevoked", "TerminalLost", "TerminalBack", "TerminalSignedOut"]);
let timer = 0;

document.addEventListener("hall-terminals", () => {
  clearTimeout(timer);
  timer = setTimeout(draw, SETTLE_MS);
});

/** The square code comes as a drawing; only its shapes are taken over. */
function square(text) {
  if (!text) return [];
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return [h("p", {}, t("terminals.code.scan")), document.importNode(drawn, true)];
}

function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** Shows a code until somebody closes it; it cannot be seen again. */
async function showCode(place, offered) {
  const left = h("p", { role: "timer" });
  const code = h("output", {}, `${offered.code.slice(0, 4)} ${offered.code.slice(4)}`);
  const tick = () => {
    const seconds = (Date.parse(offered.expires_at) - house.feed.now) / 1000;
    left.classList.toggle("is-over", seconds <= 0);
    say(left, seconds > 0 ? t("terminals.code.left", { clock: clock(seconds) }) : t("terminals.code.over"));
  };
  tick();
  const ticking = setInterval(tick, 1000);
  await ask({
    title: t("terminals.code.title", { place }), lead: t("terminals.code.lead", { page: offered.url || PAGE }),
    body: h("div", { class: "enrol-shown" }, code, left, square(offered.square)), yes: t("close"), sticky: true,
  });
  clearInterval(ticking);
}

document.querySelector("#let-in").addEventListener("click", async () => {
  let place = "";
  const offered = await ask({
    title: t("terminals.new.title"), lead: t("terminals.new.lead", { page: PAGE }), yes: t("terminals.new.do"),
    fields: [
      { name: "device", label: t("terminals.new.kind"), options: KINDS.map((kind) => [kind, word("terminal_kind", kind)]) },
      { name: "place", label: t("terminals.new.place"), hint: t("terminals.new.place_hint"), maxlength: 60 },
    ],
    run: (asked) => {
      place = asked.place;
      return house.strict("offer_enrolment", asked);
    },
  });
  if (offered?.code) await showCode(place, offered);
});

document.addEventListener("click", async ({ target }) => {
  const key = target.closest("[data-move], [data-revoke]");
  if (!key) return;
  const { place } = key.dataset;
  if (key.dataset.move) {
    await ask({
      title: t("terminals.move.title", { place }), yes: t("terminals.move.do"),
      fields: [{ name: "place", label: t("terminals.new.place"), value: place, maxlength: 60 }],
      run: (asked) => house.strict("move_terminal", { terminal: Number(key.dataset.move), ...asked }),
    });
  } else {
    await ask({
      title: t("terminals.revoke.title", { place }), lead: t("terminals.revoke.lead"), yes: t("terminals.revoke.do"), danger: true,
      fields: [{ name: "reason", label: t("terminals.revoke.reason"), maxlength: 200 }],
      run: (asked) => house.strict("revoke_terminal", { terminal: Number(key.dataset.revoke), ...asked }),
    });
  }
  draw();
});

house.start();

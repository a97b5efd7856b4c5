// The simulated printer: looked at a few times a second. It is no state of the game, so it has no socket.
import { csrfToken } from "../../screens/js/deeds.js";
import { h, keyed, say, show } from "../../screens/js/staff/dom.js";
import { t } from "../../screens/js/labels.js";

const LOOK_MS = 400;
const DRAWER_MS = 2500;
const place = (id) => document.getElementById(id);
const device = "?aparato=" + encodeURIComponent(place("till").dataset.device);
let kicks = null;

function line(one) {
  if (one.cut) return h("hr", { class: "till-cut" });
  if (one.kick) return null;
  return h("p", { class: `till-line${one.bold ? " is-bold" : ""}${one.big ? " is-big" : ""}` }, one.text);
}

function lamp(id, tone) {
  place(id).className = tone ? `is-${tone}` : "";
}

function drawer(now) {
  if (kicks !== null && now > kicks) {
    place("till-drawer").classList.add("is-open");
    setTimeout(() => place("till-drawer").classList.remove("is-open"), DRAWER_MS);
  }
  kicks = now;
  say(place("till-kicks"), now ? `× ${now}` : "");
}

function draw(told) {
  show(place("till-gone"), !told.running);
  if (!told.running) return;
  keyed(place("till-roll"), [told.paper, told.lines], () => told.paper.map(line).filter(Boolean));
  show(place("till-none"), !told.paper.some((one) => !one.kick));
  lamp("lamp-on", told.on ? "good" : "");
  lamp("lamp-paper", !told.on ? "" : !told.has_paper ? "bad" : told.low ? "warn" : "good");
  lamp("lamp-cover", !told.on ? "" : told.open ? "bad" : "good");
  drawer(told.kicks);
  const well = { has_paper: told.has_paper, low: !told.low, open: !told.open, on: told.on };
  for (const key of document.querySelectorAll("[data-about]")) {
    const fine = well[key.dataset.about] ?? true;
    show(key, "well" in key.dataset ? fine : !fine);
  }
}

async function look() {
  const bar = place("bar-link");
  const answer = await fetch("/impresora/estado/" + device, { credentials: "same-origin" }).catch(() => null);
  bar.dataset.link = answer?.ok ? "live" : "reconnecting";
  say(bar, t(answer?.ok ? "link.live" : "link.reconnecting"));
  if (answer?.ok) draw(await answer.json());
  setTimeout(look, LOOK_MS);
}

document.addEventListener("click", async (press) => {
  const key = press.target.closest("[data-fault]");
  if (!key) return;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": csrfToken() };
  const answer = await fetch("/impresora/orden/" + device, { method: "POST", headers, body: JSON.stringify({ fault: key.dataset.fault }) }).catch(() => null);
  show(place("till-gone"), !answer?.ok);
});

look();

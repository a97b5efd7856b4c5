// A scan goes into the card's field that waits for it, whichever way it comes and wherever the focus is.
import { choose, drawScanner, listenPorts } from "../seller/scanner.js";
import { listen } from "../seller/wedge.js";
import { typing } from "../staff/dom.js";

const place = (id) => document.querySelector(`#${id}`);
const waits = (el) => el instanceof HTMLInputElement && ("scan" in el.dataset || el.name === "card");
const deskIsOpen = () => !document.querySelector("dialog[open]") && place("refund-card").checkVisibility();

/** Where a card scanned beside all fields belongs: to the refund desk, or to the only prize there is to pay. */
function beside() {
  if (document.querySelector("dialog[open]")) return null;
  if (deskIsOpen()) return place("refund-card");
  const prizes = [...document.querySelectorAll("#prizes [data-scan]")].filter((one) => one.checkVisibility());
  return prizes.length === 1 ? prizes[0] : null;
}

function take(text) {
  const field = waits(document.activeElement) ? document.activeElement : beside();
  if (!field || field.matches(":disabled")) return;
  field.value = text;
  field.form.requestSubmit();
}

export function joinScanner(house) {
  place("scanner").addEventListener("click", () => choose(house, place("scanner")));
  drawScanner(place("scanner"));
  listenPorts(take);
  // What is typed into another field fast, as a player's card may be, goes where it was typed.
  listen(take, (el) => !typing(el) || waits(el));
  // A scan must not fall beside the desk because somebody touched the page in between.
  document.addEventListener("keydown", (press) => {
    if (typing(document.activeElement) || press.ctrlKey || press.altKey || press.metaKey) return;
    if (/^[0-9A-Za-z]$/.test(press.key) && deskIsOpen()) place("refund-card").focus();
  }, true);
}

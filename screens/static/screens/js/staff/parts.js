// A page that comes drawn from the house: after its own deeds, and when something else changes it, its parts are asked for again.
import { House } from "./house.js";

const SETTLE_MS = 400;

/** Gives the house and the redrawing of such a page; `changes` are the kinds of event that change what is drawn. */
export function drawnByTheHouse(changes) {
  const kinds = new Set(changes);
  let timer = 0;
  const house = new House((_house, event) => {
    if (!event || !kinds.has(event.kind)) return;
    clearTimeout(timer);
    timer = setTimeout(draw, SETTLE_MS);
  });
  return { house, draw };
}

/** Draws the parts anew as the house sees them; what is opened stays open. */
async function draw() {
  const answer = await fetch(location.pathname + location.search, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-part]")) {
    const fresh = page.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!fresh || fresh.outerHTML === part.outerHTML) continue;
    const opened = [...part.querySelectorAll("details")].map((one) => one.open);
    fresh.querySelectorAll("details").forEach((one, at) => {
      one.open = opened[at] ?? one.open;
    });
    part.replaceWith(document.importNode(fresh, true));
  }
}

// Who leaves a terminal leaves nothing on it: before the house ends a log-in it asks, and what was on the screen of a
// terminal that has lost the house for as long as a log-in lives without it is taken away here.

import {el, put} from "./dom.js";
import {t} from "./labels.js";

const AWAY_MS = 120000;
const LOOK_MS = 1000;

function dialog() {
  const text = el("p");
  const stay = el("button", "button button-main button-big button-wide", t("leaving.stay"));
  stay.type = "button";
  const box = el("dialog", "leaving", [el("h2", "", t("leaving.title")), text, stay]);
  document.body.appendChild(box);
  return {box: box, text: text};
}

export function leaveNothing(feed) {
  let shown = null;
  let ends = 0;
  let gone = false;

  function close() {
    if (shown) {
      shown.box.close();
      shown.box.remove();
      shown = null;
    }
  }

  function blank() {
    gone = true;
    close();
    const open = document.querySelector("dialog[open]");
    if (open) {
      open.close();
    }
    document.body.appendChild(el("section", "away", [el("h1", "", t("leaving.away")), el("p", "", t("leaving.away_text"))]));
    document.documentElement.classList.add("is-away");
  }

  document.addEventListener("hall-leaving", (event) => {
    ends = Date.now() + event.detail.seconds * 1000;
    if (!shown && !gone) {
      shown = dialog();
      shown.box.showModal();
    }
    look();
  });
  document.addEventListener("hall-stays", close);

  function look() {
    if (shown) {
      put(shown.text, t("leaving.text", {seconds: Math.max(0, Math.round((ends - Date.now()) / 1000))}));
    }
    if (!gone && feed.silence > AWAY_MS) {
      blank();
    } else if (gone && feed.silence < LOOK_MS * 3) {
      location.reload();
    }
  }
  setInterval(look, LOOK_MS);

  // A page that the browser kept whole must not come back with what it showed.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}

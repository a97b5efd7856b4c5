// Short notices in the corner. Good ones go by themselves; bad ones stay longer and can be dismissed.

import {t} from "./labels.js";

const STAYS_MS = {good: 3500, info: 4500, warn: 8000, bad: 12000};
const MOST = 3;

export function toast(message, kind) {
  const place = document.getElementById("toasts");
  if (!place) {
    return;
  }
  const known = Array.from(place.children).find((node) => node.dataset.message === message);
  if (known) {
    known.remove();
  }
  const note = document.createElement("div");
  note.className = "toast toast-" + (kind || "info");
  note.dataset.message = message;
  const text = document.createElement("p");
  text.textContent = message;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "toast-close";
  close.setAttribute("aria-label", t("close"));
  close.textContent = "×";
  close.addEventListener("click", () => note.remove());
  note.appendChild(text);
  note.appendChild(close);
  place.appendChild(note);
  while (place.children.length > MOST) {
    place.firstElementChild.remove();
  }
  setTimeout(() => note.remove(), STAYS_MS[kind || "info"]);
}

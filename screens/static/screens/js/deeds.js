// Orders to the house. One press makes one key; the key goes with every retry, so an order is never done twice.

import {t} from "./labels.js";
import {toast} from "./toast.js";

const RETRY_WAITS_MS = [400, 1200];
const ANSWER_WITHIN_MS = 10000;

// Why an order was not done; `message` is a sentence in the person's language. `unknown`: nobody said whether it was
// done; `sent` is the order with its key: given to deed() again as {key, …} it is done once at most, and answered.
export class Refusal extends Error {
  constructor(answer, status) {
    super(answer.message || t("deed.failed"));
    this.code = answer.code || "failed";
    this.params = answer.params || {};
    this.status = status;
    this.unknown = status === 0 || status === 503;
    this.sent = null;
  }
}

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => ("0" + byte.toString(16)).slice(-2)).join("");
}

export function csrfToken() {
  const meta = document.querySelector('meta[name="csrf"]');
  return meta ? meta.content : "";
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function post(name, text) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ANSWER_WITHIN_MS);
  try {
    const response = await fetch("/deeds/" + name + "/", {
      method: "POST",
      credentials: "same-origin",
      headers: {"Content-Type": "application/json", "X-CSRFToken": csrfToken(), "Accept": "application/json"},
      body: text,
      signal: controller.signal,
    });
    const answer = await response.json().catch(() => ({}));
    return {status: response.status, answer: answer};
  } finally {
    clearTimeout(timer);
  }
}

// Gives the answer of the house or throws a Refusal. The network and a busy house (503) are tried again twice;
// onTrouble() hears of each try that had no answer, at once. A body that brings its own key keeps it.
export async function deed(name, body, onTrouble) {
  const sent = Object.assign({key: newKey()}, body);
  const text = JSON.stringify(sent);
  for (let attempt = 0; ; attempt += 1) {
    let reply = null;
    try {
      reply = await post(name, text);
    } catch (error) {
      reply = null;
    }
    if (reply && reply.status < 400 && reply.answer.ok) {
      return reply.answer;
    }
    const again = !reply || reply.status === 503;
    if (!again || attempt >= RETRY_WAITS_MS.length) {
      const refusal = new Refusal(reply ? reply.answer : {code: "no_answer", message: t("deed.no_answer")},
        reply ? reply.status : 0);
      refusal.sent = sent;
      throw refusal;
    }
    if (onTrouble) {
      onTrouble();
    }
    await pause(RETRY_WAITS_MS[attempt]);
  }
}

function controlsOf(target) {
  return target.tagName === "FORM" ? Array.from(target.querySelectorAll("button")) : [target];
}

// Shows a refusal where the person works: in the target's [data-refusal] or the nearest one around it.
export function showRefusal(target, message) {
  let place = target.querySelector("[data-refusal]");
  for (let node = target.parentElement; !place && node; node = node.parentElement) {
    place = node.matches("[data-refusals], dialog, section, form") ? node.querySelector("[data-refusal]") : null;
  }
  if (place) {
    place.textContent = message;
    place.hidden = !message;
  }
  if (message) {
    toast(message, "bad");
  }
}

// Joins a form (submit) or a button (click) to a deed.
//   options: {name, body(target) -> object or null to do nothing, onDone(answer), onRefusal(refusal) -> true
//   when it has shown it itself}
export function bindDeed(target, options) {
  let busy = false;
  const act = async (event) => {
    event.preventDefault();
    if (busy) {
      return;
    }
    const body = options.body ? options.body(target) : {};
    if (body === null) {
      return;
    }
    busy = true;
    const controls = controlsOf(target).filter((control) => !control.disabled);
    controls.forEach((control) => { control.disabled = true; });
    target.setAttribute("aria-busy", "true");
    showRefusal(target, "");
    try {
      const answer = await deed(options.name, body);
      options.onDone && options.onDone(answer);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) {
        throw refusal;
      }
      const shown = options.onRefusal && options.onRefusal(refusal);
      if (!shown) {
        showRefusal(target, refusal.message);
      }
    } finally {
      busy = false;
      controls.forEach((control) => { control.disabled = false; });
      target.removeAttribute("aria-busy");
      options.onSettled && options.onSettled();
    }
  };
  target.addEventListener(target.tagName === "FORM" ? "submit" : "click", act);
}

// The fifteen minutes of article 36.1 in big figures, by the hall's own clock.
import { t } from "../labels.js";
import { h, say, show } from "../staff/dom.js";
import { clockText, secondsLeft } from "../stops.js";

const WHOLE_S = 15 * 60;
const SHORT_S = 120;
const TICK_MS = 250;

/** Seconds that are left; null where none run. */
export const leftOf = (house) => secondsLeft(house.board, house.feed?.now ?? Date.now());

/** The big clock; `onEnd` is told once when the time is over. */
export function quarterHour(house, onEnd) {
  const time = h("strong", { class: "quarter-time" });
  const bar = h("span", { class: "countdown-bar" });
  const words = h("span", { class: "quarter-words" });
  const el = h("div", { class: "quarter", role: "timer", hidden: true }, time, words, h("span", { class: "quarter-bar", "aria-hidden": "true" }, bar));
  let over = false;

  function update() {
    const seconds = leftOf(house);
    show(el, seconds !== null);
    if (seconds === null) return;
    say(time, clockText(seconds));
    say(words, t(seconds ? "desk.stop.time_left" : "desk.stop.time_over"));
    bar.style.setProperty("--part", (seconds / WHOLE_S).toFixed(4));
    el.classList.toggle("is-short", seconds < SHORT_S);
    const ended = !seconds && !over;
    over = !seconds;
    if (ended) onEnd();
  }
  const timer = setInterval(update, TICK_MS);
  return { el, update, stop: () => clearInterval(timer) };
}

// What the screens nobody touches have in common: two languages in turn, the clock.

import {time} from "./format.js";
import {language, languages, setLanguage} from "./labels.js";

const TURN_MS = 8000;

// Calls draw() after every change of language.
export function takeTurns(draw) {
  const all = languages();
  setLanguage(all[0] || "es");
  if (all.length > 1) {
    setInterval(() => {
      setLanguage(all[(all.indexOf(language()) + 1) % all.length]);
      draw();
    }, TURN_MS);
  }
}

export function runClock(nodes) {
  const tick = () => {
    const text = time(null, "es");
    nodes.forEach((node) => {
      if (node.textContent !== text) {
        node.textContent = text;
      }
    });
  };
  tick();
  setInterval(tick, 1000);
}

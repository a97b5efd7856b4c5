// What the screens nobody touches have in common: two languages in turn, the clock, the voice.

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
    const now = new Date();
    const two = (n) => ("0" + n).slice(-2);
    const text = two(now.getHours()) + ":" + two(now.getMinutes());
    nodes.forEach((node) => {
      if (node.textContent !== text) {
        node.textContent = text;
      }
    });
  };
  tick();
  setInterval(tick, 1000);
}

const VOICES = {es: "es-ES", ca: "ca-ES", en: "en-GB"};

// "47. 4, 7": the number and then its digits, as it is called in a hall.
export function speakNumber(number, lang) {
  if (!("speechSynthesis" in window)) {
    return;
  }
  const digits = String(number).split("").join(", ");
  const words = new SpeechSynthesisUtterance(number > 9 ? number + ". " + digits + "." : String(number));
  words.lang = VOICES[String(lang).slice(0, 2)] || VOICES.es;
  words.rate = 0.95;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

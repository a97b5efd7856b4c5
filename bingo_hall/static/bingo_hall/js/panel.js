// One simulated panel: its lamps are what it has received, asked for twice a second, and nothing of the house's own.
import { fitAll, put } from "../../screens/js/dom.js";
import { t } from "../../screens/js/labels.js";

const EVERY_MS = 400;
const body = document.body;
const lamps = Array.from(document.querySelectorAll(".sim-lamp"));
const place = (id) => document.getElementById(id);

function dark(state) {
  if (state.dark_s === null) return "";
  return state.plugged ? t("panel.dark", { n: state.dark_s }) : t("panel.unplugged");
}

function draw(state) {
  const lit = new Set(state.lit);
  lamps.forEach((lamp) => {
    const ball = Number(lamp.dataset.ball);
    lamp.classList.toggle("is-lit", lit.has(ball));
    lamp.classList.toggle("is-last", ball === state.last && lit.has(ball));
  });
  put(place("last"), state.last || "");
  if (place("text").textContent !== state.text) {
    put(place("text"), state.text);
    fitAll(body);
  }
  put(place("frames"), state.frames);
  put(place("bad"), state.bad);
  put(place("dark"), dark(state));
  body.dataset.dark = state.dark_s === null ? "0" : "1";
}

async function look() {
  try {
    const answer = await fetch(`/paneles/${body.dataset.panel}/estado/`, { credentials: "same-origin" });
    draw(await answer.json());
  } catch (error) {
    body.dataset.dark = "1";
    put(place("dark"), t("panel.gone"));
  }
  setTimeout(look, EVERY_MS);
}

look();

// The entry card: printed by a key, and gone from the screen by itself.
import { Shown } from "./shown.js";

const place = (id) => document.querySelector(`#${id}`);
const shown = new Shown(Number(document.body.dataset.shownSeconds), () => {
  place("card").remove();
  place("print").remove();
  place("gone").hidden = false;
});
place("print").addEventListener("click", () => window.print());
shown.show();

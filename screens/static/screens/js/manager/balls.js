// What the Jefe de Sala has to know of the ball sets before anything else.
import { number } from "../format.js";
import { t } from "../labels.js";
import { h, keyed, show } from "../staff/dom.js";

/** The warnings, the gravest first: balls that stay away, a set worn or nearly, no spare. */
function warnings(sets) {
  const used = sets.find((one) => one.state === "in_use");
  return [
    ...sets.flatMap((one) => one.unseen.map((ball) => ["is-bad", t("manager.balls.unseen",
      { ball: ball.number, set: one.code, n: number(ball.games), count: ball.games })])),
    used?.left === 0 && ["is-bad", t("manager.balls.worn", { set: used.code })],
    used?.warning && used.left > 0 && ["is-warn", t("manager.balls.nearly", { set: used.code, n: number(used.left), count: used.left })],
    !sets.some((one) => one.state === "spare") && ["is-warn", t("manager.balls.no_spare")],
  ].filter(Boolean);
}

/** Fills the list of warnings, and says beside the checklist's "spare set" which set it is. */
export function ballWarnings(house, list) {
  const sets = house.mine.ball_sets;
  if (!sets) return;
  const told = warnings(sets);
  show(list, told.length > 0);
  keyed(list, told, () => told.map(([tone, text]) => h("li", { class: tone }, text)));
  const spare = sets.find((one) => one.state === "spare");
  const note = document.querySelector("#spare-set");
  if (note) note.textContent = spare ? t("manager.balls.spare", { set: spare.code }) : t("manager.balls.no_spare");
  note?.classList.toggle("warn", !spare);
}

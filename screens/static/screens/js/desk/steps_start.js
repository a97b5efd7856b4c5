// The announcement is read and a person gives the start: of a game, or of the second game of a pair.
import { t } from "../labels.js";
import { h, keyed } from "../staff/dom.js";
import { correctFigures } from "./fixes.js";
import { minutesOfPair } from "./pair.js";
import { key, shell } from "./shell.js";

const startKey = (house, step) => key(t("desk.start.do"), () => house.game("start_draw", {}, step.refusal), { primary: true, hint: "Enter" });

/** Of a pair both games stand in the minutes before the first ball falls (O79 37.1), and are shown so. */
function starting(name, text) {
  return (house) => {
    const step = shell(name);
    const minutes = h("div", {});
    step.body.append(minutes);
    if (name === "start") step.keys.append(key(t("fix.figures"), () => correctFigures(house), { quiet: true, hint: "F6" }));
    step.keys.append(startKey(house, step));
    return {
      el: step.el,
      update() {
        const rows = house.mine.pair || [];
        step.update(house, { text: t(text, { game: house.board.other_game_no }) });
        keyed(minutes, rows, () => (rows.length > 1 ? [minutesOfPair(rows)] : []));
      },
    };
  };
}

export const startStep = starting("start", "desk.start.lead");
export const secondStep = starting("second_game", "desk.second_game.lead");

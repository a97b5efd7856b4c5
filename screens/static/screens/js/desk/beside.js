// What can be done beside the step: stop the game, put something right, note an incident.
import { t } from "../labels.js";
import { announceLastGame, lastGameOpen, noteComplaint, noteIncident } from "../staff/people.js";
import { lot } from "../staff/reading.js";
import { announcingError } from "./error.js";
import { correctBall, correctFigures, setPace } from "./fixes.js";
import { stopGame } from "./steps_stop.js";

/** The keys that stop the game: two at once, so that nobody presses them by mistake. */
export const STOP = "Shift+F9";
const STOPPABLE = ["selling", "ready", "drawing", "checking", "waiting"];
// Once a prize is paid, errors in the announcing count for nothing (O79 35.7).
const ANNOUNCED = ["drawing", "checking", "won", "unclaimed"];

/** What makes sense now: [label, open, keys] each; function keys, for a scanner types letters and digits; some have none. */
export function toolsFor(house) {
  const { board, session } = house;
  const list = [];
  const state = board?.state;
  const judged = ["ready", "drawing", "checking"].includes(state);
  const balls = ["drawing", "checking"].includes(state);
  // Of a pair the first game's closing tells both games' figures; the second cannot be counted alone.
  if (judged && !board.line_closed && board.pair !== 2 && lot(board, "physical")) list.push([t("fix.figures"), () => correctFigures(house), "F6"]);
  if (ANNOUNCED.includes(state) && board.called) list.push([t("desk.error.tool"), () => announcingError(house), "F7"]);
  // Of an electronic draw nothing was read that could be wrong.
  if (balls && board.drawn.length > (board.electronic?.balls || 0)) list.push([t("fix.ball"), () => correctBall(house), "F8"]);
  if (session?.state === "open") list.push([t("fix.pace"), () => setPace(house), "F10"], [t("fix.incident"), () => noteIncident(house), "F1"]);
  if (session?.state === "open") list.push([t("complaint.note"), () => noteComplaint(house), ""]);
  if (lastGameOpen(house)) list.push([t("last.announce"), () => announceLastGame(house), ""]);
  if (STOPPABLE.includes(state)) list.push([t("desk.stop.tool"), () => stopGame(house), STOP]);
  return list;
}

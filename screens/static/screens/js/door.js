// The notice at the entrance: nobody comes in while a game is played, nor between the two of a pair (O79 32.1).

import {fillWords, fitAll, put} from "./dom.js";
import {Feed} from "./feed.js";
import {language, setLanguage, t} from "./labels.js";
import {runClock, takeTurns} from "./wall.js";

const PLAYING = ["selling", "ready", "drawing", "checking", "suspended", "waiting"];

const $ = (id) => document.getElementById(id);
const stage = $("stage");
let frame = null;

function doorOf(told) {
  const board = told.board;
  if (!told.session || told.session.state !== "open") {
    return "idle";
  }
  if (!board) {
    return "open";
  }
  // The first game of a pair is over, and the second waits: unless the whole pair is void.
  const between = board.pair === 1 && !(board.voided && board.voided.whole);
  return between || PLAYING.indexOf(board.state) >= 0 ? "closed" : "open";
}

function draw() {
  fillWords(document);
  if (!frame) {
    return;
  }
  const door = doorOf(frame);
  stage.dataset.door = door;
  put($("title"), t("door." + door));
  put($("help"), t("door." + door + "_help"));
  fitAll(stage);
}

setLanguage(language());
takeTurns(draw);
runClock(Array.from(document.querySelectorAll("[data-clock]")));
draw();
if (document.fonts && document.fonts.ready) {
  document.fonts.ready.then(draw);
}
addEventListener("resize", draw);
new Feed({audience: "public", token: document.body.dataset.token}, {onFrame: (next) => {
  frame = next;
  draw();
}});

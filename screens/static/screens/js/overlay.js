// The television overlay: what it shows is a function of the last frame and of its address, never of animations.
// The house is heard every two seconds. After five without a word the ball goes: a stale number must not stand beside
// a live camera; and one lost heartbeat, or a line that comes back at once, shows nothing of it.

import {Corrections} from "./correction.js";
import {fillWords, refill, replay} from "./dom.js";
import {Feed} from "./feed.js";
import {sceneOf} from "./game.js";
import {language, setLanguage} from "./labels.js";
import {cardNodes} from "./overlay_card.js";
import {LateLine} from "./overlay_late.js";
import {drawBall, drawMinis, drawMoney, fitLower} from "./overlay_lower.js";
import {runClock, takeTurns} from "./wall.js";

const STALE_MS = 5000;
const WATCH_MS = 200;
// A bar larger than this carries the additional prize up to the card.
const ROOMY = 1.1;
const IN_PLAY = ["draw", "check", "won", "suspended"];

const $ = (id) => document.getElementById(id);
const settings = document.body.dataset;
const shows = (part) => settings.show.split(" ").indexOf(part) >= 0;
const animated = settings.anim !== "0";
const scale = Number(settings.scale) || 1;
let frame = null;
let feed = null;
let stale = true;
let playing = true;
const corrections = new Corrections(draw);
const now = () => (feed ? feed.now : Date.now());

document.documentElement.style.setProperty("--safe", settings.safe);

function drawCard(board, scene) {
  const correction = scene === "draw" ? corrections.now(board) : null;
  const nodes = board && shows("card") ? cardNodes(board, scene, correction, now()) : [];
  refill($("card"), nodes);
  $("card").hidden = nodes.length === 0;
  $("jackpot").hidden = nodes.length > 0 && scale > ROOMY;
}

function draw() {
  fillWords(document);
  const scene = frame ? sceneOf(frame) : "idle";
  const board = frame ? frame.board : null;
  const told = playing && Boolean(board);
  const on = told && IN_PLAY.indexOf(scene) >= 0;
  $("stage").dataset.scene = scene;
  drawBall(board, on && !stale && (scene !== "suspended" || board.called > 0), shows);
  drawMoney(board, shows("prize") && (on || (told && (scene === "ready" || scene === "second"))));
  drawCard(board, told && !stale ? scene : "idle");
  drawMinis(board, shows("board") && on && !stale);
  $("clock").hidden = !(playing && shows("clock"));
  fitLower(scale);
}

function show(next, how) {
  frame = next;
  corrections.watch(next.board);
  watch();
  draw();
  if (how.sound && animated && next.event.kind === "BallCalled") {
    replay($("ball"), "ball-in");
  }
}

function watch() {
  if (frame && sceneOf(frame) === "suspended") {
    draw();
  }
  const old = !feed || !frame || feed.silence > STALE_MS;
  if (old !== stale) {
    stale = old;
    draw();
  }
}

// CasparCG and its relatives drive a page by these four globals; the page itself is never removed.
window.play = () => { playing = true; draw(); };
window.stop = () => { playing = false; draw(); };
window.next = () => draw();
window.update = () => draw();

setLanguage(language());
takeTurns(draw);
runClock([$("clock")]);
draw();
const line = new LateLine(Number(settings.delay) || 0, show);
feed = new Feed({audience: "public", token: settings.token}, {
  onFrame: (next, how) => line.take(next, how),
  // A mixer shows whatever page comes: one that says that the token is wrong must not come over the camera.
  onBye: () => {},
});
setInterval(watch, WATCH_MS);
// A mixer stops a page that is not on the air: back again, it first looks how old it is.
document.addEventListener("visibilitychange", watch);
document.fonts.ready.then(draw);

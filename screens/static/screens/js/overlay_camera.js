// The camera below the graphics, for halls without a mixer. The graphics know nothing of it and go on without it.

import {mjpeg, movie} from "./overlay_pictures.js";
import {whep} from "./overlay_whep.js";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;
const KINDS = {mjpeg: mjpeg, hls: movie, video: movie, whep: whep};

const camera = document.getElementById("camera");
const picture = document.getElementById("picture");
const settings = camera.dataset;

// Begins, and after any trouble ends it and begins again. What a try says after its end is not heard.
function begin(wait) {
  let ended = false;
  let good = false;
  const end = KINDS[settings.kind](picture, settings.url, {
    seen: () => {
      if (!ended) {
        good = true;
        settings.state = "live";
      }
    },
    lost: () => {
      if (!ended) {
        ended = true;
        settings.state = "lost";
        end();
        const now = good ? FIRST_WAIT_MS : wait;
        setTimeout(() => begin(Math.min(now * 2, LONGEST_WAIT_MS)), now);
      }
    },
  });
}

if (settings.url) {
  begin(FIRST_WAIT_MS);
}

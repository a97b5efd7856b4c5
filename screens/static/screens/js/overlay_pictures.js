// Two kinds of camera that a browser shows by itself. Each is kind(place, url, {seen, lost}) and gives what ends it.
// A picture that stands still beside a live number would be taken for the draw: standing still is being lost.

const LOOK_MS = 4000;
const ANSWER_MS = 4000;
const STILL_MS = 4000;
const WATCH_MS = 500;

function drop(node) {
  node.onload = node.onerror = null;
  node.removeAttribute("src");
  if (node.parentNode) {
    node.parentNode.removeChild(node);
  }
}

// Frames sent one after the other (MJPEG). A browser says when the first is there and when there is none, but nothing
// when they stop: so it is asked for again and again, and the new picture takes the place of the one before.
export function mjpeg(place, url, on) {
  let shown = null;
  let coming = null;
  let timer = null;

  function look() {
    const node = new Image();
    coming = node;
    node.onload = () => {
      clearTimeout(timer);
      place.appendChild(node);
      if (shown) {
        drop(shown);
      }
      shown = node;
      coming = null;
      on.seen();
      timer = setTimeout(look, LOOK_MS);
    };
    node.onerror = on.lost;
    timer = setTimeout(on.lost, ANSWER_MS);
    // Another address each time, or the browser would give the picture it has.
    node.src = url + (url.indexOf("?") < 0 ? "?" : "&") + "t=" + Date.now();
  }

  look();
  return () => {
    clearTimeout(timer);
    [shown, coming].filter(Boolean).forEach(drop);
  };
}

// A stream of pictures that says how many it has shown. `start(node)` gives it its source.
export function watched(place, on, start) {
  const node = document.createElement("video");
  node.muted = true;
  node.autoplay = true;
  node.playsInline = true;
  node.onerror = on.lost;
  let frames = 0;
  let since = Date.now();
  const timer = setInterval(() => {
    const counted = node.getVideoPlaybackQuality().totalVideoFrames;
    if (counted !== frames) {
      frames = counted;
      since = Date.now();
      on.seen();
    } else if (Date.now() - since > STILL_MS) {
      on.lost();
    }
  }, WATCH_MS);
  place.appendChild(node);
  start(node);
  return () => {
    clearInterval(timer);
    node.srcObject = null;
    drop(node);
    node.load();
  };
}

// What the browser itself plays: HLS where it can, and files.
export function movie(place, url, on) {
  return watched(place, on, (node) => {
    node.loop = true;
    node.src = url;
  });
}

// The staff faces' top bar: session and game, state, connection. base_staff.html holds its places.

import {t, word} from "./labels.js";

function put(id, text) {
  const node = document.getElementById(id);
  if (node && node.textContent !== text) {
    node.textContent = text;
  }
}

export function gameState(frame) {
  if (!frame.session || frame.session.state === "closed") {
    return "no_session";
  }
  if (frame.session.state !== "open") {
    return frame.session.state;
  }
  return frame.board ? frame.board.state : "no_game";
}

// Call it with every frame.
export function showBar(frame) {
  const session = frame.session;
  const board = frame.board;
  put("bar-session", session ? t("bar.session", {number: session.session_no}) : t("bar.no_session"));
  put("bar-game", board ? t("bar.game", {number: board.game_no}) : "");
  const state = gameState(frame);
  const pill = document.getElementById("bar-state");
  if (pill) {
    pill.textContent = word("state", state);
    pill.dataset.state = state;
  }
}

// Call it from the feed's onLink.
export function showLink(link) {
  const badge = document.getElementById("bar-link");
  if (badge) {
    badge.dataset.link = link;
    badge.textContent = t("link." + link);
  }
}

// An enrolled device is there whatever page it shows: one that has no game to show says so by a socket of its own.

import {Feed} from "./feed.js";

if (!document.documentElement.hasAttribute("data-link")) {
  new Feed({audience: "public"}, {onFrame: () => {}});
}

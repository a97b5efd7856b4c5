// A player's log-in: a card that is read fills itself in, and only the PIN is left to type.
import {t} from "./labels.js";
import {listen} from "./seller/wedge.js";

const $ = (id) => document.getElementById(id);

listen((text) => {
  $("who").value = text;
  // What was read is a secret: it is not left in sight.
  $("who").type = "password";
  $("entry-told").textContent = t("entry.scanned");
  $("pin").value = "";
  $("pin").focus();
});
$("who").addEventListener("focus", () => {
  if ($("who").type === "password") {
    $("who").type = "text";
    $("who").value = "";
  }
});
// A page that comes back out of the browser's memory has nobody's number in it.
addEventListener("pageshow", () => $("entry").reset());

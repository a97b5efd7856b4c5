// The list of receipts: drawn by the house; a key prints one, and asks first where it would be a copy.
import { t } from "./labels.js";
import { ask } from "./staff/ask.js";
import { say } from "./staff/dom.js";
import { refuse } from "./staff/house.js";
import { drawnByTheHouse } from "./staff/parts.js";
import { choosePrinter, drawPrinterKey, printerOf, printerState } from "./staff/till.js";
import { toast } from "./toast.js";

const { house, draw } = drawnByTheHouse(["CardsSold", "SaleUndone", "CardsRefunded", "RefundPaid", "PrizePaid", "TakingsHandedIn", "DrawerOpened", "SessionOpened"]);
const place = (id) => document.querySelector(`#${id}`);
const changed = house.onChange;
let told = "";

function drawPrinter() {
  if (!place("printer")) return;
  drawPrinterKey(house, place("printer"));
  const { text } = printerState(house);
  say(place("printer-state"), printerOf(house) ? text : "");
  // A paper that went through, or is stuck, changes the list and is no event.
  const now = JSON.stringify(house.devices.filter((one) => one.kind === "printer"));
  if (told && told !== now) draw();
  told = now;
}

house.onChange = (...news) => {
  changed(...news);
  drawPrinter();
};

async function print({ source, number, again }) {
  const printer = printerOf(house);
  refuse(place("refusal"), printer ? "" : t("receipts.no_printer"));
  if (!printer) return;
  const run = () => house.strict("print_receipt", { source, printer });
  const done = again === "yes"
    ? await ask({ title: t("receipts.again.title", { number }), lead: t("receipts.again.lead"), yes: t("receipts.again"), run })
    : await house.act("print_receipt", { source, printer });
  if (!done) return;
  toast(t("receipts.done", { number, printer }), "good");
  await draw();
}

document.addEventListener("click", (press) => {
  const key = press.target.closest("[data-source]");
  if (key) print(key.dataset);
});
place("printer")?.addEventListener("click", () => choosePrinter(house, drawPrinter));
house.start();

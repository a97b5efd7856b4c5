// The till's printer and its drawer: how it is, what waits, and the drawer opened with a reason.
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { say, show } from "../staff/dom.js";
import { choosePrinter, drawPrinterKey, hasDrawer, printerOf, printerState, waitingOf } from "../staff/till.js";

const place = (id) => document.querySelector(`#${id}`);

export function joinPrinter(house) {
  place("printer").addEventListener("click", () => choosePrinter(house, draw));
  place("drawer").addEventListener("click", () => openDrawer(house));
  place("drop-papers").addEventListener("click", () => drop(house));

  function draw() {
    const printer = printerOf(house);
    show(place("printing"), Boolean(house.mine.printers?.length));
    drawPrinterKey(house, place("printer"));
    show(place("printer-state"), Boolean(printer));
    show(place("drawer"), Boolean(printer) && hasDrawer(house));
    show(place("drop-papers"), Boolean(printer) && waitingOf(house) > 0);
    if (!printer) return;
    const { tone, text } = printerState(house);
    place("printer-state").dataset.tone = tone;
    say(place("printer-state"), text);
  }
  return draw;
}

function openDrawer(house) {
  return ask({
    title: t("printer.drawer.title"), lead: t("printer.drawer.lead"), yes: t("printer.drawer"),
    fields: [{ name: "reason", label: t("staff.reason"), maxlength: 200 }],
    run: ({ reason }) => house.strict("open_drawer", { printer: printerOf(house), reason }),
  });
}

function drop(house) {
  return ask({
    title: t("printer.drop.title", { n: waitingOf(house) }), lead: t("printer.drop.lead"), yes: t("printer.drop"), danger: true,
    run: () => house.strict("drop_receipts", { printer: printerOf(house) }),
  });
}

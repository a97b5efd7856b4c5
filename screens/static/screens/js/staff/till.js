// Which printer is mine: kept in this browser and sent with each deed of money. Nothing chosen is the hall's first one,
// and none on a screen whose house is told so: a seller's tablet, which stands at no printer.
import { t, word } from "../labels.js";
import { ask } from "./ask.js";
import { say, show } from "./dom.js";

const KEPT = "till.printer";
const NONE = "-";
const WITH_RECEIPT = new Set(["sell_cards", "undo_sale", "refund_cards", "pay_prize", "deposit", "withdraw", "open_player", "close_player", "hand_in_takings"]);

/** The code of this screen's printer, "" for no receipts. One that is no longer in the hall counts for nothing. */
export function printerOf(house) {
  const kept = localStorage.getItem(KEPT) || "";
  const codes = house.mine.printers || [];
  if (kept === NONE) return "";
  if (codes.includes(kept)) return kept;
  return house.printsUnasked ? codes[0] || "" : "";
}

/** The body of a deed with this screen's printer, where the deed has a receipt. */
export function withPrinter(house, name, body) {
  const printer = WITH_RECEIPT.has(name) ? printerOf(house) : "";
  return printer ? { ...body, printer } : body;
}

const machineOf = (house) => house.devices.find((one) => one.kind === "printer" && one.code === printerOf(house));

/** Whether a drawer is plugged into this screen's printer. */
export const hasDrawer = (house) => Boolean(machineOf(house)?.drawer);

/** How many papers wait for this screen's printer. */
export const waitingOf = (house) => machineOf(house)?.waiting || 0;

/** "good", "warn" or "bad", and the state in words: "Paper out, 3 papers wait". */
export function printerState(house) {
  const machine = machineOf(house);
  const waiting = machine?.waiting ? t("printer.waiting", { n: machine.waiting }) : "";
  if (!machine) return { tone: "warn", text: t("printer.unknown") };
  if (machine.link !== "up") return { tone: "bad", text: [t("printer.down"), waiting].filter(Boolean).join(" ") };
  const faults = (machine.faults || []).map((fault) => word("fault", fault));
  const halted = machine.faults?.some((fault) => fault !== "PAPERLOW");
  return { tone: halted ? "bad" : faults.length ? "warn" : "good", text: [...(faults.length ? faults : [t("printer.ready")]), waiting].filter(Boolean).join(", ") };
}

/** The key that chooses; away where the hall has no printer. */
export function drawPrinterKey(house, key) {
  const chosen = printerOf(house);
  show(key, Boolean(house.mine.printers?.length));
  say(key, chosen ? t("printer.mine", { code: chosen }) : t("printer.off"));
}

export async function choosePrinter(house, redraw) {
  const codes = house.mine.printers || [];
  const kept = localStorage.getItem(KEPT) || "";
  const unasked = house.printsUnasked ? "" : NONE;
  const values = await ask({
    title: t("printer.title"), lead: t("printer.lead"),
    fields: [{ name: "code", label: t("printer.which"), required: false, value: kept === NONE || codes.includes(kept) ? kept : unasked,
      options: [...(house.printsUnasked ? [["", t("printer.first")]] : []), ...codes.map((code) => [code, code]), [NONE, t("printer.none")]] }],
  });
  if (values) localStorage.setItem(KEPT, values.code);
  redraw();
}

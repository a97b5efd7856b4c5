// Which scanner is mine: one that plays keyboard needs no choice; of those on the hall's ports the seller names one.
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { say } from "../staff/dom.js";
import { listen } from "./wedge.js";

const KEPT = "seller.scanner";
const heard = new Set();

export const mine = () => localStorage.getItem(KEPT) || "";

/** Calls onScan(text) for each scan of this seller's, whichever way it comes. */
export function listenAll(onScan) {
  listen(onScan);
  listenPorts(onScan);
}

/** Calls onScan(text) for each scan of the chosen scanner on the hall's ports. */
export function listenPorts(onScan) {
  document.addEventListener("hall-scan", ({ detail }) => {
    heard.add(detail.device);
    if (detail.device === mine()) onScan(detail.text);
  });
}

export function drawScanner(key) {
  say(key, mine() ? t("seller.scanner.mine", { code: mine() }) : t("seller.scanner.none"));
}

/** The scanners on the ports, those heard of, and the one chosen before even if it is away. */
export async function choose(house, key) {
  const ports = house.devices.filter((one) => one.kind === "scanner").map((one) => one.code);
  const codes = [...new Set([...ports, ...heard, ...(mine() ? [mine()] : [])])].sort();
  const values = await ask({
    title: t("seller.scanner.title"), lead: t("seller.scanner.lead"),
    fields: [{ name: "code", label: t("seller.scanner.which"), required: false, value: mine(),
      options: [["", t("seller.scanner.keyboard")], ...codes.map((code) => [code, code])] }],
  });
  if (values) localStorage.setItem(KEPT, values.code);
  drawScanner(key);
}

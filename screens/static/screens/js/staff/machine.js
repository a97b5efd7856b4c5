// The machines in words: link, state and faults.
import { t, word } from "../labels.js";
import { h } from "./dom.js";

/** Is the machine fit to play? "good", "warn" or "bad". */
export function health(machine) {
  if (!machine || machine.link === "down") return "bad";
  return machine.link !== "up" || machine.faults?.length ? "warn" : "good";
}

/** The link when it is not up, else what the machine is doing. */
export function stateOf(machine) {
  if (machine.link !== "up") return word("device", machine.link);
  return machine.state ? word("machine", machine.state) : word("device", "up");
}

/** One line for a machine, with its faults; `onClear(machine, fault)` adds a key to clear each. */
export function machineRow(machine, onClear) {
  const faults = machine.faults || [];
  return h("li", { class: `machine is-${health(machine)}` },
    h("span", { class: "machine-dot", "aria-hidden": "true" }),
    h("span", { class: "machine-name" }, word("kind", machine.kind), " ", h("small", {}, machine.code)),
    h("span", { class: "machine-state" }, stateOf(machine)),
    machine.link === "up" && machine.drawing_since_s
      ? h("span", { class: "machine-note" }, t("staff.drawing_since", { seconds: Math.round(machine.drawing_since_s) })) : null,
    machine.message && machine.message !== "ok" ? h("span", { class: "machine-note" }, machine.message) : null,
    faults.map((fault) => h("span", { class: "machine-fault" },
      h("span", {}, word("fault", fault)),
      onClear ? h("button", { class: "button button-small", type: "button", onclick: () => onClear(machine, fault) }, t("staff.clear")) : null)));
}

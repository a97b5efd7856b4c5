// The machines in words: link, state and faults.
import { t, word } from "../labels.js";
import { h } from "./dom.js";

/** Is the machine fit to play? "good", "warn" or "bad". */
export function health(machine) {
  if (!machine || machine.link === "down") return "bad";
  return machine.link !== "up" || machine.faults?.length || machine.slow || machine.differs ? "warn" : "good";
}

/** The link when it is not up, else what the machine is doing. */
export function stateOf(machine) {
  if (machine.link !== "up") return word("device", machine.link);
  return machine.state ? word("machine", machine.state) : word("device", "up");
}

function drawing({ slow, drawing_for_s: seconds }) {
  return h("span", { class: slow ? "machine-note is-warn" : "machine-note" }, t(slow ? "staff.slow" : "staff.drawing_since", { seconds }));
}

function differs({ machine, house }) {
  return machine === house ? t("staff.differs_map") : t("staff.differs", { machine, house });
}

/** One line for a machine, with its faults; `onClear(machine, fault)` adds a key to clear each. */
export function machineRow(machine, onClear) {
  const faults = machine.faults || [];
  return h("li", { class: `machine is-${health(machine)}` },
    h("span", { class: "machine-dot", "aria-hidden": "true" }),
    h("span", { class: "machine-name" }, word("kind", machine.kind), " ", h("small", {}, machine.code)),
    h("span", { class: "machine-state" }, stateOf(machine)),
    machine.link === "up" && machine.drawing_for_s ? drawing(machine) : null,
    machine.differs ? h("span", { class: "machine-note is-warn" }, differs(machine.differs)) : null,
    machine.message && machine.message !== "ok" ? h("span", { class: "machine-note" }, word("why", machine.message)) : null,
    faults.map((fault) => h("span", { class: "machine-fault" },
      h("span", {}, word("fault", fault)),
      onClear && machine.kind === "extractor" ? h("button", { class: "button button-small", type: "button", onclick: () => onClear(machine, fault) }, t("staff.clear")) : null)));
}

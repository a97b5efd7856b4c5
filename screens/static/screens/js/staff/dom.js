// Small tools to build and change the page without a framework.

/** Makes an element: h("button", {class: "key", onclick: fn, "data-x": 1}, "text", child, null). */
export function h(tag, props = {}, ...children) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else if (name === "class") el.className = value;
    else if (name === "value") el.value = value;
    else el.setAttribute(name, value === true ? "" : String(value));
  }
  fill(el, ...children);
  return el;
}

/** Replaces what an element holds. */
export function fill(el, ...children) {
  el.replaceChildren(...children.flat(2).filter((c) => c !== null && c !== undefined && c !== false));
  return el;
}

/** Changes text only when it differs, so that live regions do not speak twice. */
export function say(el, text) {
  if (el.textContent !== String(text)) el.textContent = text;
}

/** Shows or hides. */
export function show(el, visible) {
  el.hidden = !visible;
}

/** Rebuilds a part only when what it is made from has changed: keeps focus and selection elsewhere. */
export function keyed(el, key, build) {
  const text = JSON.stringify(key);
  if (el.dataset.made === text) return;
  el.dataset.made = text;
  fill(el, build());
}

/** A table of facts: [[name, value], …] as a description list. */
export function facts(rows, className = "facts") {
  const list = h("dl", { class: className });
  for (const [name, value, tone] of rows) {
    list.append(h("div", { class: tone || null }, h("dt", {}, name), h("dd", {}, value)));
  }
  return list;
}

/** Is this element where somebody types? */
export function typing(el) {
  return Boolean(el?.closest?.("input:not([type=radio]):not([type=checkbox]), select, textarea"));
}

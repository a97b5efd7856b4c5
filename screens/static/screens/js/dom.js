// Small helpers to build and refill elements without markup in strings.

import {t} from "./labels.js";

// el("p", "sale-price", "2,00 €") or el("div", "tiles", [node, node])
export function el(tag, className, content) {
  const node = document.createElement(tag);
  if (className) {
    node.className = className;
  }
  fill(node, content);
  return node;
}

function fill(node, content) {
  if (Array.isArray(content)) {
    content.filter(Boolean).forEach((child) => node.appendChild(child));
  } else if (content !== undefined && content !== null) {
    node.textContent = String(content);
  }
}

export function refill(node, content) {
  while (node.firstChild) {
    node.removeChild(node.firstChild);
  }
  fill(node, content);
}

// Changes text only when it differs, so that readers and fits are not disturbed.
export function put(node, text) {
  const wanted = text === null || text === undefined ? "" : String(text);
  if (node && node.textContent !== wanted) {
    node.textContent = wanted;
  }
}

// Fills every [data-t] with its word in the current language.
export function fillWords(root) {
  Array.from(root.querySelectorAll("[data-t]")).forEach((node) => put(node, t(node.dataset.t)));
}

// Shrinks the text of every .fit under root until it fits its width: font-size is calc(size * var(--fit)).
export function fitAll(root) {
  const nodes = Array.from(root.querySelectorAll(".fit"));
  nodes.forEach((node) => node.style.setProperty("--fit", "1"));
  const ratios = nodes.map((node) => (node.scrollWidth > node.clientWidth && node.clientWidth > 0
    ? node.clientWidth / node.scrollWidth : 1));
  nodes.forEach((node, index) => {
    if (ratios[index] < 1) {
      node.style.setProperty("--fit", String(Math.max(0.35, ratios[index] * 0.985)));
    }
  });
}

// Restarts a CSS animation named by a class.
export function replay(node, className) {
  node.classList.remove(className);
  void node.offsetWidth;
  node.classList.add(className);
}

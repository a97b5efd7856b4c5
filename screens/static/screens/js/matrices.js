// A long file takes seconds to check or store: the button says so, and is not pressed twice.

function keyOf(form) {
  return form.querySelector("[data-busy]") || document.querySelector(`[data-busy][form="${form.id}"]`);
}

for (const form of document.querySelectorAll("form[data-once]")) {
  const key = keyOf(form);
  const words = key.textContent;
  form.addEventListener("submit", (event) => {
    if (key.getAttribute("aria-busy") === "true") {
      event.preventDefault();
      return;
    }
    key.setAttribute("aria-busy", "true");
    key.textContent = key.dataset.busy;
  });
  // The page may be shown again as it was left, from the browser's own memory.
  window.addEventListener("pageshow", () => {
    key.removeAttribute("aria-busy");
    key.textContent = words;
  });
}

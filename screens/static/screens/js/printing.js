// Printing cards: the range and the form follow the series, the pages are counted, and running prints are asked for each second.
const place = (id) => document.getElementById(id);
const EVERY_MS = 1000;

function pages() {
  const kind = document.querySelector("[name=kind]:checked");
  const cards = Number(place("last").value) - Number(place("first").value) + 1;
  const output = place("pages");
  const count = kind && cards > 0 ? Math.ceil(cards / Number(kind.dataset.perSheet)) : 0;
  output.textContent = count ? output.dataset.words.replace("{n}", String(count)) : "";
}

function follow() {
  const chosen = place("series").selectedOptions[0];
  place("first").value = chosen.dataset.first;
  place("last").value = chosen.dataset.last;
  const kind = chosen.dataset.parts === "2" ? "double" : "single";
  document.querySelector(`[name=kind][value=${kind}]`).checked = true;
  pages();
}

if (place("series")) {
  place("series").addEventListener("change", follow);
  document.querySelector(".print-form").addEventListener("input", pages);
  pages();
}

/** Puts in the rows that changed; one whose button has the focus keeps it. */
function put(fresh) {
  const rows = new DOMParser().parseFromString(fresh, "text/html").querySelectorAll(".print-job");
  for (const row of rows) {
    const old = place(row.id);
    if (!old) {
      window.location.reload();
      return;
    }
    const same = (one) => one.querySelector(".print-far").innerHTML + one.dataset.state;
    if (same(old) === same(row)) continue;
    if (old.dataset.state === row.dataset.state) {
      old.querySelector(".print-far").replaceWith(document.importNode(row.querySelector(".print-far"), true));
    } else {
      const focused = old.contains(document.activeElement);
      old.replaceWith(document.importNode(row, true));
      if (focused) place(row.id).querySelector("a, button")?.focus();
    }
  }
}

async function ask() {
  const list = place("jobs");
  if (list.querySelector("[data-active]")) {
    try {
      const answer = await fetch(list.dataset.address, { credentials: "same-origin", headers: { Accept: "text/html" } });
      if (answer.ok && !answer.redirected) put(await answer.text());
    } catch {
      // The house is away for a moment: asked again in a second.
    }
  }
  window.setTimeout(ask, EVERY_MS);
}
window.setTimeout(ask, EVERY_MS);

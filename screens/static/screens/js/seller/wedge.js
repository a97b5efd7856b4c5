// A scanner that plays keyboard: signs much faster than fingers, then Enter, wherever the focus is.

const MOST_GAP_MS = 250;
const MEAN_GAP_MS = 50;
// The bracket begins the name of a symbology, as in "]Q3".
const SIGN = /^[0-9A-Za-z/'\] -]$/;

/**
 * Calls onScan(text) for each scan; its Enter then presses nothing, and the field it ran into is as it was. `takes(el)`
 * says whether a scan that ran into this element (null: none that is typed into) is the page's; others go where they went.
 */
export function listen(onScan, takes = () => true) {
  let signs = "";
  let began = 0;
  // Not 0: on a page younger than the gap, that would be a key of this very burst.
  let heard = -Infinity;
  let field = null;

  document.addEventListener("keydown", (press) => {
    if (press.ctrlKey || press.altKey || press.metaKey) return;
    const now = press.timeStamp;
    if (press.key === "Enter") {
      const fast = signs.trim() && now - heard <= MOST_GAP_MS && (now - began) / signs.length <= MEAN_GAP_MS;
      const text = signs;
      signs = "";
      heard = -Infinity;
      if (!fast || !takes(field?.el ?? null)) return;
      press.preventDefault();
      press.stopPropagation();
      if (field) field.el.value = field.value;
      onScan(text);
      return;
    }
    if (press.key.length > 1) return;
    const anew = now - heard > MOST_GAP_MS || press.repeat;
    if (anew || !signs) {
      signs = "";
      began = now;
    }
    if (anew) {
      // Kept from the burst's first key on, though that may be no sign of a code.
      const el = document.activeElement;
      field = el instanceof HTMLInputElement ? { el, value: el.value } : null;
    }
    heard = now;
    signs = SIGN.test(press.key) ? signs + press.key : "";
  }, true);
}

/** Puts a scanned card into an open dialog that asks for first and last; tells whether there was one. */
export function fillDialog(card) {
  const dialog = document.querySelector("dialog[open]");
  const [first, last] = ["first", "last"].map((name) => dialog?.querySelector(`input[name=${name}]`));
  if (!first || !last) return Boolean(dialog);
  const second = document.activeElement === last;
  (second ? last : first).value = card;
  (second ? dialog.querySelector("[type=submit]") : last).focus();
  if (!second) last.select();
  return true;
}

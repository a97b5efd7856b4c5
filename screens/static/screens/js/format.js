// Numbers as people here write them, alike on every browser (old televisions format "es" in their own ways).

const NBSP = "\u00a0";

function grouped(digits, separator) {
  return digits.replace(/\B(?=(\d{3})+$)/g, separator);
}

function isEnglish(lang) {
  return String(lang || document.documentElement.lang || "es").slice(0, 2) === "en";
}

// 1234 -> "1.234" (es, ca) or "1,234" (en)
export function number(n, lang) {
  const whole = Math.round(Number(n) || 0);
  return (whole < 0 ? "−" : "") + grouped(String(Math.abs(whole)), isEnglish(lang) ? "," : ".");
}

// 123450 -> "1.234,50 €" (es, ca) or "€1,234.50" (en)
export function euros(cents, lang) {
  const whole = Math.round(Number(cents) || 0);
  const digits = String(Math.abs(whole)).padStart(3, "0");
  const sign = whole < 0 ? "−" : "";
  const units = digits.slice(0, -2);
  if (isEnglish(lang)) {
    return sign + "€" + grouped(units, ",") + "." + digits.slice(-2);
  }
  return sign + grouped(units, ".") + "," + digits.slice(-2) + NBSP + "€";
}

// The hall's time zone; a screen's own may be set wrongly.
const zone = document.documentElement.dataset.zone || undefined;

// "2026-11-30T20:01:02Z" -> "21:01" in the hall; with the seconds, "21:01:02"
export function time(iso, lang, seconds) {
  const moment = iso ? new Date(iso) : new Date();
  if (isNaN(moment)) {
    return "";
  }
  return moment.toLocaleTimeString(lang || document.documentElement.lang || "es",
    {hour: "2-digit", minute: "2-digit", second: seconds ? "2-digit" : undefined, hourCycle: "h23", timeZone: zone});
}

// "2026-11-30T20:01:02Z" -> "30/11, 21:01" in the hall
export function dayAndTime(iso, lang) {
  return new Date(iso).toLocaleString(lang || document.documentElement.lang || "es",
    {day: "numeric", month: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone});
}

// "1.234,50" or "12" -> cents; null when it is not an amount
export function centsOf(text) {
  const plain = String(text).replace(/[\s€\u00a0]/g, "");
  const match = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(plain);
  if (!match) {
    return null;
  }
  return Number(match[1].replace(/\./g, "")) * 100 + Number((match[2] || "0").padEnd(2, "0"));
}

// The series as it is printed: "A 000123"; card numbers keep their plain digits.
export function seriesName(lot) {
  const told = !lot.letter || String(lot.ident).indexOf(lot.letter) === 0;
  return told ? String(lot.ident) : lot.letter + NBSP + lot.ident;
}

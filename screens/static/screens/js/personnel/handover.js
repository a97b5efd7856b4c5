// A one-time password: shown once, large, with a paper to hand over.
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { h } from "../staff/dom.js";

/** Shows the password until somebody says that it was handed over; one that was given before cannot be shown. */
export function handOver({ username, password, until }) {
  if (!password) {
    return ask({ title: t("personnel.given.title", { username }), lead: t("personnel.given.lost"), sticky: true, yes: t("personnel.given.do") });
  }
  const zone = document.documentElement.dataset.zone;
  const form = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short", timeZone: zone });
  const body = h("div", { class: "handover" },
    h("p", { class: "handover-name" }, username),
    h("p", { class: "handover-password", translate: "no" }, password),
    h("p", { class: "handover-until" }, t("personnel.given.until", { moment: form.format(new Date(until)) })),
    h("button", { class: "button handover-print", type: "button", onclick: () => window.print() }, t("personnel.given.print")));
  document.body.classList.add("is-handing-over");
  const asked = ask({ title: t("personnel.given.title", { username }), lead: t("personnel.given.lead"), body, sticky: true, yes: t("personnel.given.do") });
  return asked.finally(() => document.body.classList.remove("is-handing-over"));
}

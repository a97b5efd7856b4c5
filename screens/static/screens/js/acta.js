// The book of minutes on the screen: who signs an entry, and the next book.
import { deed } from "./deeds.js";
import { t } from "./labels.js";
import { ask } from "./staff/ask.js";
import { pinFields } from "./staff/sign.js";

const told = document.querySelector("#signers");
const signers = told ? JSON.parse(told.textContent) : {};

for (const key of document.querySelectorAll("[data-sign]")) {
  const { sign, post } = key.dataset;
  key.addEventListener("click", async () => {
    const signed = await ask({
      title: t("acta.sign", { entry: sign }), lead: t("acta.sign_lead", { post: t(`post.${post}`) }), yes: t("acta.sign_do"),
      fields: pinFields(signers[post] || []),
      run: (values) => deed("sign_entry", { entry_no: Number(sign), as_post: post, ...values }),
    });
    if (signed) location.reload();
  });
}

document.querySelector("#open-book")?.addEventListener("click", async () => {
  const opened = await ask({
    title: t("acta.book"), lead: t("acta.book_lead"), yes: t("acta.book_do"),
    fields: [{ name: "authorised_ref", label: t("acta.book_ref"), type: "textarea", maxlength: 500, hint: t("acta.book_hint") }],
    run: ({ authorised_ref: said }) => deed("open_book", { authorised_ref: said.replace(/\s+/g, " ") }),
  });
  if (opened) location.reload();
});

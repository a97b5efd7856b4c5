// Steps in which the table waits for somebody else: no session, preparing, over.
import { t } from "../labels.js";
import { h, keyed } from "../staff/dom.js";
import { shell } from "./shell.js";

const NEEDED_POSTS = ["hall_manager", "table_chief", "cashier", "seller_caller"];

/** Nothing to do here: says what is missing and who does it. */
export function waitStep(name) {
  return (house) => {
    const step = shell(name);
    const list = h("ul", { class: "todo" });
    step.body.append(list);
    step.el.querySelector("footer").hidden = true;
    return {
      el: step.el,
      update() {
        step.update(house, { text: t(`desk.${name}.lead`), lines: [] });
        const rows = name === "preparing" ? preparing(house.session) : [];
        keyed(list, rows, () => rows.map(([done, text]) => h("li", { class: done ? "is-done" : null }, text)));
      },
    };
  };
}

function preparing(session) {
  const posts = NEEDED_POSTS.map((post) => {
    const there = session.posts.some((one) => one.post === post && one.usernames.length);
    return [there, t(`post.${post}`)];
  });
  return [
    [session.in_order.length + session.faulty.length > 0, t("desk.preparing.equipment")],
    [session.count?.count === 90, t("desk.preparing.count")],
    ...posts,
  ];
}

// Who is at which post; a change during the session goes into the minutes.
import { t } from "../labels.js";
import { h, keyed } from "../staff/dom.js";

export const POSTS = ["hall_manager", "table_chief", "cashier", "seller_caller"];

/** A row of people to each post; the suggestion is everybody who may hold it. */
export function posts(house) {
  const refusal = h("p", { class: "refusal", role: "alert", hidden: true });
  const rows = h("div", { class: "posts" });
  const save = h("button", { type: "submit", class: "button button-main" }, t("manager.posts.do"));
  const form = h("form", { class: "posts-form", onchange: ready }, rows, h("div", { class: "keys" }, save), refusal);
  let session = null;

  const chosen = (post) => [...rows.querySelectorAll(`[name="${post}"]:checked`)].map((one) => one.value);
  const posted = (post) => session?.posts.find((one) => one.post === post)?.usernames || [];

  const changed = () => POSTS.filter((post) => String(chosen(post).sort()) !== String([...posted(post)].sort()));
  function ready() {
    save.disabled = !changed().length;
  }

  form.addEventListener("submit", async (press) => {
    press.preventDefault();
    save.disabled = true;
    for (const [post, people] of changed().map((post) => [post, chosen(post)])) {
      if (!await house.act("post_staff", { post, usernames: people }, refusal)) break;
    }
    ready();
  });
  return {
    el: form,
    update(now) {
      session = now;
      const staff = house.mine.staff || [];
      keyed(rows, [staff, now.session_no, now.posts], () => POSTS.map((post) => h("fieldset", { class: "post" },
        h("legend", {}, t(`post.${post}`)), h("div", { class: "people" }, peopleOf(post, staff)))));
      ready();
    },
  };

  function peopleOf(post, staff) {
    const able = staff.filter((one) => !one.roles || one.roles.includes(post));
    if (!able.length) return h("p", { class: "none" }, t("manager.posts.nobody"));
    const there = posted(post);
    return able.map((one) => h("label", { class: "person" },
      h("input", { type: "checkbox", name: post, value: one.username, checked: there.length ? there.includes(one.username) : session.state === "preparing" }),
      h("span", {}, one.name || one.username)));
  }
}

// Who is at which post; a change during the session is a substitution, and goes into the minutes with its reason.
import { t } from "../labels.js";
import { h, keyed, show } from "../staff/dom.js";

/** The posts without which no game is possible, and those that some halls must have. */
export const REQUIRED = ["hall_manager", "table_chief", "cashier", "seller_caller"];
const POSTS = [...REQUIRED, "floor_assistant", "admission"];

/** Are there as many people as the hall needs? The house counts better: each person at one post only. */
export function enough(now, permit) {
  const there = (post) => now.posts.find((one) => one.post === post)?.usernames.length || 0;
  return POSTS.every((post) => there(post) >= Math.max(permit?.minimum[post] || 0, REQUIRED.includes(post) ? 1 : 0));
}

/** A row of people to each post; the suggestion is everybody whose own post it is. */
export function posts(house, name) {
  const refusal = h("p", { class: "refusal", role: "alert", hidden: true });
  const rows = h("div", { class: "posts" });
  const save = h("button", { type: "submit", class: "button button-main" }, t("manager.posts.do"));
  const reason = h("input", { id: `reason-${name}`, maxlength: 500, autocomplete: "off", oninput: ready });
  const why = h("div", { class: "field", hidden: true }, h("label", { for: reason.id }, t("manager.posts.reason")), reason);
  const form = h("form", { class: "posts-form", onchange: ready }, rows, why, h("div", { class: "keys" }, save), refusal);
  let session = null;

  const chosen = (post) => [...rows.querySelectorAll(`[name="${post}"]:checked`)].map((one) => one.value);
  const posted = (post) => session?.posts.find((one) => one.post === post)?.usernames || [];

  const changed = () => POSTS.filter((post) => String(chosen(post).sort()) !== String([...posted(post)].sort()));
  function ready() {
    const open = session?.state === "open";
    show(why, open && changed().length > 0);
    save.disabled = !changed().length || (open && !reason.value.trim());
    for (const one of rows.querySelectorAll("[data-least]")) {
      const there = chosen(one.dataset.post).length;
      one.textContent = there < Number(one.dataset.least) ? `${there}/${one.dataset.least}` : "";
    }
  }

  form.addEventListener("submit", async (press) => {
    press.preventDefault();
    save.disabled = true;
    const changes = Object.fromEntries(changed().map((post) => [post, chosen(post)]));
    if (await house.act("change_posts", { ...changes, reason: reason.value.trim() }, refusal)) reason.value = "";
    ready();
  });
  return {
    el: form,
    update(now) {
      session = now;
      const staff = house.mine.staff || [];
      const minimum = house.mine.permit?.minimum || {};
      keyed(rows, [staff, now.session_no, now.state, now.posts, minimum], () => POSTS.map((post) => h("fieldset", { class: "post" },
        h("legend", {}, t(`post.${post}`), minimum[post] ? [h("span", { class: "dim" }, ` · ${t("manager.posts.least", { n: minimum[post] })}`),
          h("span", { class: "post-short", "data-post": post, "data-least": minimum[post] })] : null),
        peopleOf(post, staff))));
      ready();
    },
  };

  function peopleOf(post, staff) {
    const own = staff.filter((one) => one.roles.includes(post));
    const others = staff.filter((one) => one.stands_in.includes(post));
    const there = posted(post);
    const row = (list, suggested) => h("div", { class: "people" }, list.map((one) => h("label", { class: "person" },
      h("input", { type: "checkbox", name: post, value: one.username, checked: there.length ? there.includes(one.username) : suggested }),
      h("span", {}, one.name || one.username))));
    return [
      own.length ? row(own, session.state === "preparing") : h("p", { class: "none" }, t("manager.posts.nobody")),
      others.length ? h("details", { class: "stand-ins", open: others.some((one) => there.includes(one.username)) },
        h("summary", {}, t("manager.posts.stand_ins", { n: others.length })), row(others, false)) : null,
    ];
  }
}

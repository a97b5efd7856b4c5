// The rota's deeds: a turn planned on some nights, one taken out, the week before copied, tonight's posts filled.
import { Refusal } from "../deeds.js";
import { t } from "../labels.js";
import { toast } from "../toast.js";
import { ask } from "../staff/ask.js";

const read = (id) => {
  const found = document.querySelector(`#${id}`);
  return found ? JSON.parse(found.textContent) : null;
};

/** Gives the works of the rota; `done` does a deed and draws the page again. */
export function rotaWork(done) {
  let hours = read("rota-hours");
  const nights = () => [...document.querySelectorAll("#open-nights [data-night]")].map((one) => [one.dataset.night, one.textContent]);

  return {
    add: ({ post, words, night }) => ask({
      title: t("rota.add.title", { post: words }), yes: t("rota.add.do"),
      fields: [
        { name: "username", label: t("rota.add.person"), options: read("rota-people")[post] },
        { name: "starts", label: t("rota.add.from"), type: "time", value: hours[0] },
        { name: "ends", label: t("rota.add.to"), type: "time", value: hours[1], hint: t("rota.add.hint") },
        ...nights().map(([day, shown]) => ({ name: `on ${day}`, label: shown, type: "check", value: day === night })),
      ],
      run: ({ username, starts, ends, ...ticks }) => {
        const chosen = nights().map(([day]) => day).filter((day) => ticks[`on ${day}`]);
        if (!chosen.length) throw new Refusal({ code: "bad_input", message: t("rota.add.none") }, 400);
        hours = [starts, ends];
        return done("plan_turns", { username, post, nights: chosen, starts, ends });
      },
    }),
    drop: ({ username, name, post, words, night, shown, starts, ends }) => ask({
      title: t("rota.drop.title"), lead: `${name} · ${words} · ${shown} · ${starts}–${ends}`, yes: t("rota.drop.do"), danger: true,
      run: () => done("drop_turn", { username, post, night, starts }),
    }),
    copy: ({ monday }) => ask({
      title: t("rota.copy.title"), lead: t("rota.copy.lead"), yes: t("rota.copy.do"),
      run: async () => {
        const answer = await done("copy_week", { monday }, "");
        toast(t("rota.copy.done", answer), "good");
        return answer;
      },
    }),
    post: ({ hour, state }) => ask({
      title: t("rota.post.title"), lead: t("rota.post.lead", { hour }), yes: t("rota.post.do"),
      fields: state === "open" ? [{ name: "reason", label: t("staff.reason"), hint: t("rota.reason_hint"), maxlength: 500 }] : [],
      run: ({ reason = "" }) => done("post_from_rota", { hour, reason: reason.replace(/\s+/g, " ") }),
    }),
  };
}

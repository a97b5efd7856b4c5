// The ball sets: the page comes drawn from the house; here are its deeds, and its parts are asked for again.
import { t } from "./labels.js";
import { toast } from "./toast.js";
import { ask } from "./staff/ask.js";
import { drawnByTheHouse } from "./staff/parts.js";

// What happens elsewhere in the house and changes what is drawn here.
const { house, draw } = drawnByTheHouse(["BallSetRegistered", "SpareNamed", "BallSetRetired", "BallSetChanged", "BallsCounted", "GameClosed", "IncidentNoted"]);

async function done(name, body) {
  const answer = await house.strict(name, body);
  toast(t("balls.done"), "good");
  await draw();
  return answer;
}

const work = {
  register: () => ask({
    title: t("balls.register.title"), lead: t("balls.register.lead"), yes: t("balls.register.do"),
    fields: [
      { name: "ball_set", label: t("balls.register.name"), hint: t("balls.register.name_hint"), maxlength: 20 },
      { name: "machine", label: t("balls.register.machine"), options: ["pneumatic", "drum"].map((one) => [one, t(`machine.${one}`)]) },
      { name: "approval_ref", label: t("balls.register.approval"), hint: t("balls.register.approval_hint"), maxlength: 80 },
      { name: "supplier", label: t("balls.register.supplier"), maxlength: 120, required: false },
      { name: "games", label: t("balls.register.games"), hint: t("balls.register.games_hint"), type: "number", value: 0, maxlength: 6 },
    ],
    run: ({ machine, ...rest }) => done("register_ball_set", { ...rest, pneumatic: machine === "pneumatic" }),
  }),
  spare: ({ set }) => ask({
    title: t("balls.spare.title", { set }), lead: t("balls.spare.lead"), yes: t("balls.spare.do"),
    run: () => done("name_spare_set", { ball_set: set }),
  }),
  retire: ({ set }) => ask({
    title: t("balls.retire.title", { set }), lead: t("balls.retire.lead"), yes: t("balls.retire.do"), danger: true,
    fields: [{ name: "reason", label: t("staff.reason"), hint: t("balls.retire.reason_hint"), maxlength: 500 }],
    run: ({ reason }) => done("retire_ball_set", { ball_set: set, reason: reason.replace(/\s+/g, " ") }),
  }),
};

document.addEventListener("click", (press) => {
  const key = press.target.closest("[data-do]");
  if (key) work[key.dataset.do](key.dataset);
});
house.start();

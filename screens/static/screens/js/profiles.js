// The regulation: the page comes drawn from the house; here is its one deed, the choice of the profile.
import { t } from "./labels.js";
import { ask } from "./staff/ask.js";
import { House } from "./staff/house.js";

const house = new House(() => {});

function choose({ choose: code, name, year }) {
  return ask({
    title: t("profiles.choose.title", { name }),
    lead: year ? `${t("profiles.choose.example", { year })} ${t("profiles.choose.lead")}` : t("profiles.choose.lead"),
    yes: t("profiles.choose.do"),
    run: () => house.strict("choose_profile", { code }),
  });
}

document.addEventListener("click", async (press) => {
  const key = press.target.closest("[data-choose]");
  if (key && (await choose(key.dataset))) location.reload();
});
house.start();

// The visitors' file: the page comes drawn from the house; here are the deeds on single records.
import { t } from "../labels.js";
import { ask } from "../staff/ask.js";
import { drawnByTheHouse } from "../staff/parts.js";
import { toast } from "../toast.js";

const { house, draw } = drawnByTheHouse(["RetentionHeld", "VisitorsPurged", "VisitorRegistered"]);
const oneLine = (text) => text.replace(/\s+/g, " ");
const why = { name: "reason", label: t("file.reason"), hint: t("file.reason_hint"), maxlength: 200 };

async function done(body) {
  const answer = await house.strict("hold_retention", { ...body, reason: oneLine(body.reason) });
  toast(t("file.done"), "good");
  await draw();
  return answer;
}

document.addEventListener("click", (press) => {
  const free = press.target.closest("[data-free]");
  if (free) {
    ask({
      title: t("file.free"), lead: t("file.free_lead"), yes: t("file.free"), danger: true, rows: [[t("record.document"), free.dataset.free]], fields: [why],
      run: ({ reason }) => done({ who: free.dataset.free, held: false, reason }),
    });
  }
  if (press.target.closest("[data-hold]")) {
    ask({
      title: t("file.hold"), lead: t("file.hold_lead"), yes: t("file.hold"), fields: [{ name: "who", label: t("file.who"), maxlength: 40 }, why],
      run: (values) => done({ ...values, held: true }),
    });
  }
});
house.start();

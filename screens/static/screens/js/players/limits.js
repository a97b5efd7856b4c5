// A limit or a pause, asked for in a dialog; the same at the cash desk and at the player's terminal.
import { centsOf, dayAndTime } from "../format.js";
import { t } from "../labels.js";
import { refused } from "../cashier/ask_more.js";
import { ask } from "../staff/ask.js";
import { toast } from "../toast.js";

/** "" is no limit; else cents, or minutes. Throws a refusal where it is neither. */
function valueOf(text, isTime) {
  if (text === "") return null;
  const value = isTime ? (/^[0-9]{1,4}$/.test(text) ? Number(text) : null) : centsOf(text);
  if (value === null) throw refused(t(isTime ? "players.limit.wrong_minutes" : "players.limit.wrong"));
  return value;
}

function shown(value, isTime) {
  if (value === "") return "";
  return isTime ? value : (Number(value) / 100).toFixed(2).replace(/\.00$/, "").replace(".", document.documentElement.lang === "en" ? "." : ",");
}

/** Asks for a limit; send(body) does the deed. */
export async function askLimit({ limit, name, value }, send, hours) {
  const isTime = limit === "time_day";
  const done = await ask({
    title: name, lead: t("players.limit.lead", { hours }), yes: t("players.limit.do"),
    fields: [{ name: "value", label: t(isTime ? "players.limit.minutes" : "players.limit.euros"), value: shown(value, isTime), required: false, inputmode: "decimal", maxlength: 10 }],
    run: async ({ value: typed }) => send({ kind: limit, value: valueOf(typed, isTime) }),
  });
  if (done) toast(done.next_from ? t("players.limit.later", { at: dayAndTime(done.next_from) }) : t("players.limit.now"), "good");
  return done;
}

export async function askPause(send) {
  return ask({
    title: t("players.pause.title"), lead: t("players.pause.lead"), yes: t("players.pause.do"), danger: true,
    fields: [{ name: "pause", label: t("players.pause.how_long"), type: "choice", value: "24h",
      options: ["24h", "7d", "30d"].map((code) => [code, t(`players.pause.${code}`)]) }],
    run: ({ pause }) => send({ pause }),
  });
}

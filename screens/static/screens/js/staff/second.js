// The second person: signs in place, with PIN or password, or is asked at their own screen, and stands for the deed too.
import { t } from "../labels.js";

const SENIORS = ["hall_manager", "table_chief"];

/** Who may sign: everybody of the hall but oneself; `seniors` leaves those who direct the session or run the table. */
function signers(house, seniors) {
  const posted = (house.session?.posts || []).filter((one) => SENIORS.includes(one.post)).flatMap((one) => one.usernames);
  return (house.mine.staff || [])
    .filter((one) => one.username !== house.mine.me?.username)
    .filter((one) => !seniors || posted.includes(one.username) || one.roles.some((role) => SENIORS.includes(role)));
}

/** The fields of the second person; what they give goes with the deed, and House.strict asks at the other screen. */
export function secondPerson(house, { seniors = false } = {}) {
  const people = signers(house, seniors).map((one) => [one.username, one.name || one.username]);
  const who = { name: "second", label: t(seniors ? "fix.second_senior" : "fix.second") };
  return [
    people.length ? { ...who, options: [["", "–"], ...people] } : who,
    { name: "second_password", label: t("fix.second_password"), type: "password" },
    { name: "second_remote", label: t("approval.ask_there"), type: "button", frees: "second_password", hint: t("approval.ask_there_hint") },
  ];
}

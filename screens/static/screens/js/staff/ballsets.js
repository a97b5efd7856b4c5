// How a set of balls is told wherever one is chosen.
import { number } from "../format.js";
import { t } from "../labels.js";

/** A set in a list: what it may still play in a pneumatic machine, what it has played in a drum; the spare is marked. */
export function ballSetText(one) {
  const text = one.left === null ? t("staff.ball_set", { code: one.code, games: number(one.games) })
    : t("staff.ball_set_left", { code: one.code, n: number(one.left), count: one.left });
  return one.state === "spare" ? t("staff.ball_set_spare", { set: text }) : text;
}

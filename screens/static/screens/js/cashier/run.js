// One run of unsold cards: back to the desk, on to a colleague, or out of the sale.
import { runText } from "../desk/cards.js";
import { t } from "../labels.js";
import { countOf } from "../lots.js";
import { askMore, refused, want } from "./ask_more.js";
import { sellers } from "./people.js";

const BACK = "back";
const SPOIL = "spoil";
const TO = "to:";

export const runTitle = (run) => t("cashier.run.title", { run: runText(run), n: countOf([run]) });

/** Asks what happens to cards of a run; `seller` "" = they are at the desk. `named` are those that stand in the form at first. */
export function askRun(house, seller, run, named = run) {
  const { game_no } = house.board;
  const colleagues = sellers(house).filter((one) => one.posted && one.seller !== seller).map((one) => [TO + one.seller, t("cashier.run.to", { name: one.name })]);
  const what = seller ? [[BACK, t("cashier.run.back")], ...colleagues, [SPOIL, t("cashier.run.spoil")]] : [[SPOIL, t("cashier.run.spoil")]];
  return askMore({
    title: runTitle(run), lead: seller ? house.person(seller) : t("cashier.floor.desk"), yes: t("cashier.run.do"),
    fields: [
      { name: "what", label: t("cashier.run.what"), options: what },
      { name: "first", label: t("cashier.run.first"), type: "number", value: named.first, maxlength: 9 },
      { name: "last", label: t("cashier.run.last"), type: "number", value: named.last, maxlength: 9 },
      { name: "reason", label: t("staff.reason"), maxlength: 200 },
    ],
    run: ({ what: deed, first, last, reason }) => {
      if (!(first >= run.first && first <= last && last <= run.last)) throw refused(t("cashier.run.within", { run: runText(run) }));
      if (deed === SPOIL) return house.strict("spoil_cards", { game_no, seller, first, last, reason });
      if (deed === BACK) return house.strict("return_block", { game_no, seller, first, last });
      return house.strict("hand_over_block", { game_no, seller, to: deed.slice(TO.length), first, last });
    },
  }, (form, field) => {
    form.classList.add("ask-run");
    const reason = field("reason");
    const follow = () => want(reason, field("what").input.value === SPOIL);
    field("what").input.addEventListener("change", follow);
    follow();
  });
}

// Cards of void games that were closed before they came back: each is paid when it is brought.
import { runsText } from "../desk/cards.js";
import { euros } from "../format.js";
import { t } from "../labels.js";
import { h, keyed, say, show } from "../staff/dom.js";
import { Handed } from "./handed.js";

const place = (id) => document.querySelector(`#${id}`);

export function joinLate(house) {
  const handed = new Handed(house, drawTwice);
  function drawTwice() {
    const { twice } = handed;
    show(place("late-twice"), Boolean(twice));
    keyed(place("late-twice"), twice, () => twice && [h("strong", {}, t("cashier.refund.stop")), h("p", {}, twice), h("p", {}, t("cashier.refund.stop_what")),
      h("button", { type: "button", class: "button button-big", onclick: () => handed.understood() }, t("cashier.refund.understood"))]);
  }

  function game(one) {
    const id = `late-${one.session_no}-${one.game_no}`;
    const refusal = h("p", { class: "refusal", role: "alert", hidden: true });
    const input = h("input", { id, class: "input input-big", autocomplete: "off", required: true, maxlength: 40, "data-scan": "", placeholder: t("cashier.pay.card") });
    const form = h("form", { class: "pay" },
      h("p", { class: "pay-what" }, h("strong", {}, t("cashier.refund.late_game", { session: one.session_no, game: one.game_no }))),
      h("p", { class: "pay-card" }, t("cashier.refund.out"), " ", h("b", {}, runsText(one.out)), one.keeps && h("span", { class: "late-keep" }, t("cashier.refund.give_back"))),
      h("label", { class: "visually-hidden", for: id }, t("cashier.pay.card")), h("div", { class: "pay-inputs" }, input),
      h("button", { class: "button button-main button-big", type: "submit" }, t("cashier.refund.late_do", { amount: euros(one.each_cents) })), refusal);
    form.addEventListener("submit", async (press) => {
      press.preventDefault();
      const paid = await handed.take({ game_no: one.game_no, session_no: one.session_no, card: input.value, last: null }, refusal);
      if (!paid) return input.select();
      say(place("late-told"), t("cashier.refund.late_done", { card: paid.first, amount: euros(paid.cents) }));
      input.value = "";
      return input.focus();
    });
    return form;
  }

  return () => {
    const list = house.mine.late_refunds || [];
    show(place("late-refunds"), list.length > 0 || Boolean(place("late-told").textContent));
    keyed(place("late-list"), list, () => list.map(game));
    handed.of("late");
  };
}

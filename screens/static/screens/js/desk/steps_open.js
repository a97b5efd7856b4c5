// Opening the sale: the series, the machine, the ball set; two games at once with double cards.
import { euros, time } from "../format.js";
import { t } from "../labels.js";
import { ballSetText } from "../staff/ballsets.js";
import { h, keyed, show } from "../staff/dom.js";
import { lastGameOpen } from "../staff/people.js";
import { series } from "../staff/reading.js";
import { priceOf } from "../stops.js";
import { priceText } from "./pair.js";
import { key, shell } from "./shell.js";

/** Choose the series, the machine and the ball set: the hall's habit is already chosen. */
export function openStep(house) {
  const step = shell("open");
  const form = h("div", { class: "choices" });
  const two = h("p", { class: "pair-note", role: "status", hidden: true });
  form.addEventListener("change", () => doubleCards(form, two, house.mine.series));
  const open = key(t("desk.open.do"), () => house.act("open_sale", chosen(form), step.refusal), { primary: true, hint: "Enter" });
  step.body.append(form, two);
  step.keys.append(open);
  return {
    el: step.el,
    update() {
      const { mine, board } = house;
      const over = lastGamePlayed(house);
      const ended = lastGameOpen(house) ? "last.not_played" : "last.played";
      step.update(house, over ? { head: t(ended), text: t(`${ended}_lead`, { game: house.session.last_game }) }
        : { head: t("desk.open.title"), text: [board ? t("desk.open.after", { game: board.game_no }) : t("desk.open.lead"), closesSoon(house)].join(" ") });
      show(form, !over);
      const made = [mine.series, mine.extractors, mine.ball_sets, mine.suggested];
      if (mine.suggested) {
        keyed(form, made, () => choices(mine));
        doubleCards(form, two, mine.series);
        if (over) show(two, false);
      }
      open.disabled = !mine.suggested || over;
    },
  };
}

/** No sale opens after the game announced as the last. */
function lastGamePlayed({ board, session }) {
  return Boolean(session?.last_game) && board?.session_no === session.session_no && board.game_no >= session.last_game;
}

const SOON_MS = 60 * 60 * 1000;

/** In the last hour of the night the table is told when no sale opens any more. */
function closesSoon({ session }) {
  const closes = session?.closes_at ? new Date(session.closes_at) : null;
  return closes && closes - Date.now() < SOON_MS ? t("last.until", { closing: time(session.closes_at) }) : "";
}

/** Double cards are two games in one sale, without virtual cards: told before it opens. */
function doubleCards(form, note, all) {
  const paper = all.find((one) => String(one.id) === form.querySelector("[name=physical_series]").value);
  const virtual = form.querySelector("[name=virtual_series]");
  const double = (paper?.parts || 1) > 1;
  if (double) virtual.value = "";
  virtual.disabled = double;
  keyed(note, double && paper.id, () => (double ? [h("b", {}, t("desk.pair.open", { price: priceText(paper) })), " ", t("desk.pair.open_more")] : []));
  show(note, double);
}

/** What draws without a machine. */
const OTHERS = { manual: "desk.open.manual", rng: "desk.open.electronic" };

function choices(mine) {
  const bySeries = (medium) => [["", t("desk.open.none")], ...mine.series.filter((s) => s.medium === medium)
    .map((s) => [s.id, t(s.parts > 1 ? "desk.open.series_double" : "desk.open.series", { series: series(s), next: s.next_card, price: euros(priceOf(s)) })])];
  const machines = [...mine.extractors.map((one) => [one.code, one.code in OTHERS ? t(OTHERS[one.code]) : one.name || one.code])];
  if (!machines.some(([code]) => code === "manual")) machines.push(["manual", t("desk.open.manual")]);
  const sets = mine.ball_sets.map((one) => [one.code, ballSetText(one)]);
  const worn = mine.ball_sets.find((one) => one.code === mine.suggested.ball_set && one.warning);
  return [
    choice("physical_series", t("desk.open.physical"), bySeries("physical"), mine.suggested.physical_series),
    choice("virtual_series", t("desk.open.virtual"), bySeries("virtual"), mine.suggested.virtual_series),
    choice("extractor", t("desk.open.extractor"), machines, mine.suggested.extractor),
    choice("ball_set", t("desk.open.balls"), sets, mine.suggested.ball_set, worn ? t("desk.open.worn") : ""),
  ];
}

function choice(name, label, options, value, warning = "") {
  return h("div", { class: "field" }, h("label", { for: `open-${name}` }, label),
    h("select", { id: `open-${name}`, name },
      options.map(([code, text]) => h("option", { value: code ?? "", selected: String(code) === String(value ?? "") }, text))),
    warning && h("p", { class: "help warn" }, warning));
}

function chosen(form) {
  const read = (name) => form.querySelector(`[name=${name}]`).value;
  const id = (text) => (text === "" ? null : Number(text));
  return {
    physical_series: id(read("physical_series")), virtual_series: id(read("virtual_series")),
    extractor: read("extractor"), ball_set: read("ball_set"),
  };
}

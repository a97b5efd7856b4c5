// A player has called: type or scan the card, check it against the master card, ask for others, go on or end.
import { face, markFace, missingFor } from "../face.js";
import { t, word } from "../labels.js";
import { ask } from "../staff/ask.js";
import { h, keyed, say, show } from "../staff/dom.js";
import { refuse } from "../staff/house.js";
import { called, cardText, openClaims, prizeNow, roundClaims } from "../staff/reading.js";
import { Countdown } from "./countdown.js";
import { claimed, halves, HALVES } from "./halves.js";
import { key, shell } from "./shell.js";
import { roundPrize } from "./stage.js";

/** The step; `wanted()` gives the prize that the person asked to check (F2, F3). */
export function claimStep(house, claim, wanted) {
  const step = shell("claim");
  const entry = cardEntry(house, step, wanted);
  const others = h("p", { class: "others", "aria-live": "polite", hidden: true });
  const claims = h("div", { class: "claims" });
  const clock = new Countdown(() => update());
  step.body.append(entry.el, others, claims);

  const verify = key(t("desk.claim.verify"), () => house.game("verify_claim", { claim_no: openClaims(house.board)[0]?.claim_no }, step.refusal), { hint: "Enter" });
  const falseAlarm = key(t("desk.claim.false_alarm"), () => house.game("resume_draw", {}, step.refusal), { quiet: true });
  const resume = key(t("desk.claim.resume"), () => house.game("resume_play", {}, step.refusal), { hint: "Enter" });
  const close = key(t("desk.claim.close"), () => closeBingo(house), { hint: "Enter" });
  step.keys.append(falseAlarm, verify, resume, close, clock.el);

  function update() {
    const { board } = house;
    if (!board) return;
    const open = openClaims(board);
    const won = board.state === "checking" ? roundPrize(board) : null;
    const judged = roundClaims(board).some((one) => one.status !== "open");
    clock.watch(won ? board.upheld_at : "", board.terms?.claim_window_s ?? 10, Boolean(house.event));
    const left = clock.left();
    step.update(house, { head: heading(open, won, judged), text: leadOf(open, won, judged, board), lines: board.state === "checking" ? undefined : [] });
    entry.update(wanted() || prizeNow(board), open.length > 0, !open.length && !judged);
    say(others, won ? t(`desk.claim.more_${won}`) : "");
    show(others, Boolean(won) && !open.length && step.aloud.hidden);
    keyed(claims, [board.claims, board.called, board.window], () => inOrder(board).map((one, at) => claimCard(one, board, at === 0)));
    choose(verify, open.length > 0);
    choose(resume, judged && !open.length && won !== "bingo", left);
    choose(close, won === "bingo" && !open.length, left);
    show(falseAlarm, board.state === "drawing" && board.pause === "claim");
    if (won === "line") resume.label(left ? t("desk.claim.resume_in", { seconds: left }) : t("desk.claim.resume_bingo"));
    else resume.label(t("desk.claim.resume"));
    close.label(left ? t("desk.claim.close_in", { seconds: left }) : t("desk.claim.close"));
    show(clock.el, Boolean(won) && left > 0);
  }
  return { el: step.el, update, focus: entry.focus, leave: () => clock.stop() };
}

/** The card to look at first: the one to be checked, else the last one judged. */
function inOrder(board) {
  const round = roundClaims(board).slice().reverse();
  const [open] = openClaims(board);
  return open ? [open, ...round.filter((one) => one !== open)] : round;
}

function choose(button, visible, wait = 0) {
  show(button, visible);
  button.classList.toggle("button-main", visible);
  button.disabled = wait > 0;
}

function heading(open, won, judged) {
  if (open.length) return t("desk.claim.check", { card: open[0].card });
  if (won) return t(`desk.claim.good_${won}`);
  return t(judged ? "desk.claim.not_good" : "desk.claim.title");
}

function leadOf(open, won, judged, board) {
  if (open.length) return t("desk.claim.check_lead");
  if (won) return t("desk.claim.good_lead");
  return t(judged ? "desk.claim.not_good_lead" : "desk.claim.lead", { n: board.called });
}

/** The field for the card: digits and Enter, by hand or by a scanner. */
function cardEntry(house, step, wanted) {
  const input = h("input", { id: "claim-card", class: "input input-big card-input", inputmode: "numeric", autocomplete: "off", enterkeyhint: "go",
    maxlength: 40, required: true, placeholder: t("desk.claim.placeholder") });
  const refusal = h("p", { class: "refusal", role: "alert", hidden: true });
  const prizes = ["line", "bingo"].map((code) => h("label", { class: "pick" },
    h("input", { type: "radio", name: "claim-prize", value: code }), h("span", {}, t(`prize.${code}`), h("kbd", { class: "kbd" }, code === "line" ? "F2" : "F3"))));
  const add = h("button", { class: "button", type: "submit" }, t("desk.claim.add"));
  const form = h("form", { class: "claim-entry" }, h("div", { class: "picks", role: "radiogroup", "aria-label": t("desk.claim.prize") }, prizes),
    h("label", { for: "claim-card", class: "visually-hidden" }, t("desk.claim.card")), input, add, refusal);
  const part = halves();
  form.insertBefore(part.el, add);
  let asked = null;
  form.addEventListener("submit", async (press) => {
    press.preventDefault();
    const card = cardText(input.value);
    if (!card || form.dataset.busy) return;
    form.dataset.busy = "1";
    const prize = form.querySelector("[name=claim-prize]:checked").value;
    const answer = await claimed(house, { prize, card, part: part.value() }, refusal);
    delete form.dataset.busy;
    if (answer.done) {
      input.value = "";
      document.activeElement?.blur(); // the field or the halves: Enter is the step's again
      part.clear();
    } else if (HALVES.includes(answer.code)) {
      part.ask();
    } else {
      input.select();
    }
  });
  input.addEventListener("input", () => refuse(refusal, ""));
  return {
    el: form,
    focus: () => input.focus(),
    update(prize, checking, first) {
      if (asked !== prize) {
        asked = prize;
        form.querySelector(`[value=${prize}]`).checked = true;
      }
      part.update(house.board);
      form.classList.toggle("is-pair", Boolean(house.board.pair));
      form.classList.toggle("is-second", checking);
      add.classList.toggle("button-main", first);
    },
  };
}

/** One called card: its master face, hits and misses, and the verdict. */
function claimCard(one, board, whole) {
  const numbers = called(board);
  const missing = one.status === "rejected" && one.missing.length ? one.missing : missingFor(one.rows, numbers, one.prize);
  const good = one.status === "open" ? !missing.length : one.status === "upheld";
  const grid = markFace(face(one.rows), numbers, { last: numbers[numbers.length - 1], missing });
  return h("article", { class: `claim is-${one.status} ${good ? "looks-good" : "looks-bad"}` },
    h("header", {},
      h("strong", { class: "claim-card" }, t("desk.claim.number", { card: one.card })),
      h("span", { class: "claim-what" }, t(`prize.${one.prize}`), " · ", one.part ? t(`desk.claim.part_${one.part}`) : t(`medium.${one.medium}`), one.automatic ? ` · ${t("desk.claim.automatic")}` : ""),
      h("span", { class: "verdict" }, one.status === "open" ? t(good ? "desk.claim.complete" : "desk.claim.incomplete") : t(`claim.${one.status}`))),
    whole && grid,
    h("p", { class: "claim-why" }, one.status === "rejected" && one.reason && !missing.length ? word("reason", one.reason) : "",
      missing.length ? h("span", { class: "missing" }, `${t("desk.claim.missing")} `, h("b", {}, missing.join(" · "))) : t("desk.claim.at_ball", { n: one.ball })));
}

function closeBingo(house) {
  const { board } = house;
  const winners = board.claims.filter((one) => one.status === "upheld" && one.prize === "bingo");
  return ask({
    title: t("desk.claim.close_ask", { game: board.game_no }), lead: t("desk.claim.close_lead"), yes: t("desk.claim.close"),
    rows: [[t("desk.claim.winners"), winners.map((one) => one.card).join(" · ")]],
    run: () => house.strict("close_bingo", { game_no: board.game_no }),
  });
}

// Additional prizes as the walls tell them: what is played for and whether it can still be won. Pure functions.

import {soldIn, sumOver} from "./lots.js";

const GROWS = "grows";
const OPEN = "open";
const LOST = "lost";
const WON = "won";

function lastCall(one, called) {
  const limit = one.exact_ball || one.last_ball;
  return limit ? limit - called : null;
}

// Until which ball a table of (cards sold, ball) lets it be won; while cards are sold, by those sold so far.
function limitBy(limits, sold) {
  return limits.reduce((ball, row) => (sold >= row[0] ? row[1] : ball), limits.length ? limits[0][1] : 0);
}

// [{code, kind, name, cents, state, left, missing, due, ball, exact}], in the profile's order; [] when none is on.
//   state: grows (not played for in this game), open, lost (its ball is past), won
//   left: balls until the last at which it is won, null when any ball will do; missing: cents until a prima is due
export function jackpotsOf(board) {
  const terms = (board && board.terms && board.terms.jackpots) || [];
  const figures = (board && board.figures && board.figures.jackpots) || [];
  return terms.map((rule) => {
    const told = figures.find((one) => one.code === rule.code);
    const held = rule.fund_cents + (told ? told.funded_cents : 0);
    const played = told ? told.prize_cents > 0 : rule.played;
    const accumulated = rule.kind === "accumulated";
    const limit = told || {exact_ball: rule.exact_ball, last_ball: limitBy(rule.limits, sumOver(board.lots, soldIn))};
    const left = played ? lastCall(limit, board.called) : null;
    const won = (board.awards || []).some((award) => award.jackpot === rule.code && award.status !== "void");
    const over = board.state === "won" || board.state === "unclaimed" || board.state === "paying" || board.state === "closed";
    let state = played ? OPEN : GROWS;
    if (won) {
      state = WON;
    } else if (played && (over || (left !== null && left < 0))) {
      state = LOST;
    }
    return {
      code: rule.code, kind: rule.kind, name: rule.name, state: state, left: left,
      cents: told && played ? told.prize_cents : accumulated ? held : rule.amount_cents,
      missing: !played && !accumulated && !rule.due_at ? Math.max(rule.amount_cents - held, 0) : 0,
      due: rule.due_at || "", ball: limit.exact_ball || limit.last_ball || 0, exact: Boolean(limit.exact_ball),
    };
  }).filter((one) => one.cents > 0);
}

// The name of an award's additional prize; "" for line and bingo.
export function jackpotName(board, award) {
  const found = ((board.terms && board.terms.jackpots) || []).find((one) => award.jackpot && one.code === award.jackpot);
  return found ? found.name : "";
}

// Those that a game plays for, won or not: what a list of its prizes names.
export function jackpotsInPlay(board) {
  return jackpotsOf(board).filter((one) => one.state !== GROWS);
}

// What is said under the amount: t and number formats come from the face. Words: screens/labels/jackpot_words.py
export function jackpotWords(one, t, money, hour) {
  if (one.state === WON) {
    return t("jackpot.won");
  }
  if (one.state === LOST) {
    return t("jackpot.lost");
  }
  if (one.state === GROWS) {
    if (one.due) {
      return t("jackpot.from", {hour: hour(one.due)});
    }
    return one.missing ? t("jackpot.missing", {amount: money(one.missing)}) : t("jackpot.grows");
  }
  if (one.left === null) {
    return one.exact ? t("jackpot.at", {ball: one.ball}) : t("jackpot.bingo");
  }
  if (one.left === 0) {
    return t("jackpot.now");
  }
  return t(one.exact ? "jackpot.in" : "jackpot.left", {n: one.left});
}

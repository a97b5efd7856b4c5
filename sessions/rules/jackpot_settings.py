"""
What the Jefe de Sala sets between games: which additional prizes are on, and what is announced of a prima or an extra.

An amount is announced only where the fund covers it, or where the profile lets the house pay: nobody is promised what
is not there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sessions.rules import errors
from sessions.rules.jackpots import JackpotKind, JackpotRule, JackpotTerms, fund_account
from sessions.rules.session_events import SessionEvent

HOUSE = "house"
FIRST_BALL = 15  # no bingo is possible before
LAST_BALL = 89  # at ball 90 every bingo would win


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotSet(SessionEvent):
    """
    One additional prize as it stands from now on.

    `amount_cents` 0: nothing is announced. A prima with `due_at` (ISO, UTC) goes to the first game from that hour on;
    without it, to the first game after its fund held the amount. `last_ball`: until when an accumulated prize is won,
    where the profile has no table of its own; 0 = it is only funded. `after_game`: the session's last game by then.
    `carried`: the session before left it so. `profile` and `profile_version`: under which it was set.
    """

    code: str
    on: bool
    funding_bp: int = 0
    cap_cents: int = 0
    last_ball: int = 0
    amount_cents: int = 0
    exact_ball: int = 0
    due_at: str = ""
    after_game: int = 0
    carried: bool = False
    profile: str = ""
    profile_version: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FundBroughtIn(SessionEvent):
    """What a fund and its reserve held before the hall kept them here; the money was counted into the cash desk."""

    code: str
    fund_cents: int
    reserve_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fund:
    """What a fund and its reserve hold, and how many games have fed it since it was last won."""

    fund_cents: int = 0
    reserve_cents: int = 0
    games: int = 0


def rule_with(jackpots: tuple[JackpotRule, ...], code: str) -> JackpotRule:
    """
    Find a profile's additional prize.

    Raises:
        NotFound: The profile has none of that code.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.2 (prizes are those of the regulation).
    """
    found = next((rule for rule in jackpots if rule.code == code), None)
    if found is None:
        raise errors.NotFound(what="jackpot", which=code)
    return found


def account_of(rule: JackpotRule) -> str:
    """
    Name the ledger's account an additional prize is paid from.

    Source:
        Q2.
    """
    return HOUSE if rule.from_house else fund_account(rule.fund or rule.code)


def standing_of(rule: JackpotRule, sets: tuple[JackpotSet, ...]) -> JackpotSet:
    """
    Give what stands of an additional prize: the last that was set, else off with the profile's own figures.

    Source:
        Q2.
    """
    off = JackpotSet(code=rule.code, on=False, funding_bp=rule.funding_bp, cap_cents=rule.cap_cents)
    return next((one for one in reversed(sets) if one.code == rule.code), off)


def share_allowed(rule: JackpotRule, share_bp: int) -> bool:
    """
    Tell whether a hall may fund a prize with such a share: the profile's own, or a step of those it leaves to the hall.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.2.
    """
    step = rule.funding_step_bp
    return share_bp == rule.funding_bp or bool(step and share_bp % step == 0 and share_bp >= 0)


def cap_allowed(rule: JackpotRule, cap_cents: int) -> bool:
    """
    Tell whether a hall may cap a prize so: as the profile does, or lower in its steps.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.2.
    """
    step = rule.cap_step_cents
    return cap_cents == rule.cap_cents or bool(step and cap_cents % step == 0 and 0 < cap_cents < rule.cap_cents)


def hall_says_ball(rule: JackpotRule) -> bool:
    """
    Tell whether the hall says until which ball an accumulated prize is won: the profile has no table for it.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.2.
    """
    return rule.kind == JackpotKind.ACCUMULATED and not rule.limits


def amount_allowed(rule: JackpotRule, amount_cents: int) -> bool:
    """
    Tell whether an amount may be announced of a prima or an extra: within the profile's bounds, a step of them.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.2.
    """
    below = amount_cents < max(rule.min_cents, 1)
    above = bool(rule.max_cents) and amount_cents > rule.max_cents
    return not below and not above and (amount_cents - rule.min_cents) % rule.step_cents == 0


def decide_switch(
    rule: JackpotRule,
    standing: JackpotSet,
    *,
    on: bool,
    funding_bp: int | None,
    cap_cents: int | None,
    last_ball: int | None,
    room_bp: int,
    after_game: int,
) -> JackpotSet:
    """
    Switch an additional prize on or off, with its share and its cap where the profile leaves them to the hall.

    Args:
        rule: What the profile says.
        standing: What stood until now.
        on: Whether it is funded and played for.
        funding_bp: The hall's share; None keeps it.
        cap_cents: The hall's cap; None keeps it.
        last_ball: Until which ball an accumulated prize is won, where the profile does not say; None keeps it.
        room_bp: What the other prizes that are on leave of what all may take together.
        after_game: The session's last game.

    Raises:
        ShareNotAllowed: Not a step of the profile's, or more than all may take together.
        CapNotAllowed: Not a step of the profile's, or above its cap.
        OrderNotAllowed: No ball at which some bingos win and others do not.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.2.
    """
    share = standing.funding_bp if funding_bp is None else funding_bp
    step = rule.funding_step_bp
    if not share_allowed(rule, share):
        raise errors.ShareNotAllowed(share_bp=share, step_bp=step, most_bp=rule.funding_bp)
    if on and share > room_bp:
        raise errors.ShareNotAllowed(share_bp=share, step_bp=step, most_bp=room_bp)
    cap = standing.cap_cents if cap_cents is None else cap_cents
    if not cap_allowed(rule, cap):
        raise errors.CapNotAllowed(cap_cents=cap, step_cents=rule.cap_step_cents, most_cents=rule.cap_cents)
    ball = standing.last_ball if last_ball is None else last_ball
    if ball and not (hall_says_ball(rule) and FIRST_BALL <= ball <= LAST_BALL):
        raise errors.OrderNotAllowed(ball=ball, least=FIRST_BALL, most=LAST_BALL)
    # What is switched off is no longer announced; switched on again, it is announced anew.
    told = replace(standing, amount_cents=0, exact_ball=0, due_at="") if not on else standing
    return replace(told, on=on, funding_bp=share, cap_cents=cap, last_ball=ball, after_game=after_game, carried=False)


def _check_amount(rule: JackpotRule, standing: JackpotSet, amount_cents: int) -> None:
    if not standing.on:
        raise errors.JackpotOff(name=rule.name)
    if not amount_allowed(rule, amount_cents):
        raise errors.AmountNotAllowed(
            amount_cents=amount_cents, least_cents=rule.min_cents, most_cents=rule.max_cents, step_cents=rule.step_cents
        )


def _check_covered(rule: JackpotRule, amount_cents: int, free_cents: int) -> None:
    if not rule.from_house and amount_cents > free_cents:
        raise errors.PrizeNotCovered(amount_cents=amount_cents, fund_cents=free_cents)


def decide_prima(
    rule: JackpotRule, standing: JackpotSet, *, amount_cents: int, due_at: str, free_cents: int, after_game: int
) -> JackpotSet:
    """
    Announce a prima: of an amount, for the first game after its fund has reached it; or from an hour on.

    Args:
        rule: What the profile says.
        standing: What stood until now.
        amount_cents: The prize; 0 takes the announcement back.
        due_at: The hour, ISO; "" = when the fund has reached the amount.
        free_cents: What the fund holds beyond what is announced of it already.
        after_game: The session's last game.

    Raises:
        NotFound: The prize is no prima.
        JackpotOff: It is not switched on.
        AmountNotAllowed: Outside the profile's bounds, or no step of it.
        PrizeNotCovered: At an hour the prize must be there; the fund does not hold it yet.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 35.1, 35.2.
    """
    if rule.kind != JackpotKind.PRIMA:
        raise errors.NotFound(what="jackpot", which=rule.code)
    if amount_cents:
        _check_amount(rule, standing, amount_cents)
        if due_at:
            _check_covered(rule, amount_cents, free_cents)
            due_at = datetime.fromisoformat(due_at).astimezone(UTC).isoformat()
    kept = due_at if amount_cents else ""
    return replace(standing, amount_cents=amount_cents, due_at=kept, after_game=after_game, carried=False)


def decide_extra(
    rule: JackpotRule, standing: JackpotSet, *, amount_cents: int, exact_ball: int, free_cents: int, after_game: int
) -> JackpotSet:
    """
    Announce an extra: an amount for the bingo called exactly at ball `exact_ball`.

    Args:
        rule: What the profile says.
        standing: What stood until now.
        amount_cents: The prize; 0 takes the announcement back.
        exact_ball: The order of the draw.
        free_cents: What the fund holds beyond what is announced of it already.
        after_game: The session's last game.

    Raises:
        NotFound: The prize is no extra.
        JackpotOff: It is not switched on.
        AmountNotAllowed: Outside the profile's bounds, or no step of it.
        OrderNotAllowed: Before the profile's first ball for it.
        PrizeNotCovered: The fund does not hold it.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 35.1, 35.2.
    """
    if rule.kind != JackpotKind.EXTRA:
        raise errors.NotFound(what="jackpot", which=rule.code)
    if amount_cents:
        _check_amount(rule, standing, amount_cents)
        if not rule.min_ball <= exact_ball <= LAST_BALL:
            raise errors.OrderNotAllowed(ball=exact_ball, least=rule.min_ball, most=LAST_BALL)
        _check_covered(rule, amount_cents, free_cents)
    ball = exact_ball if amount_cents else 0
    return replace(standing, amount_cents=amount_cents, exact_ball=ball, after_game=after_game, carried=False)


def decide_bringing_in(
    rule: JackpotRule, standing: JackpotSet, *, fund_cents: int, reserve_cents: int, begun: bool
) -> FundBroughtIn:
    """
    Bring in what a fund held before the hall kept it here; `begun`: money has moved in it already.

    Raises:
        NotFound: The house pays that prize, or it shares another one's fund: it has none of its own.
        FundBegun: It can be done once, before any game has fed the fund.
        AmountNotAllowed: Nothing, more than the cap, or a reserve where the profile has none.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.1 (the money of the prizes is in the hall).
    """
    if rule.from_house or rule.fund:
        raise errors.NotFound(what="jackpot", which=rule.code)
    if begun:
        raise errors.FundBegun(name=rule.name)
    most = standing.cap_cents
    too_much = (most and fund_cents > most) or (reserve_cents and not rule.reserve_bp)
    if fund_cents + reserve_cents <= 0 or too_much:
        amount = fund_cents if most and fund_cents > most else reserve_cents
        raise errors.AmountNotAllowed(amount_cents=amount, least_cents=0, most_cents=most, step_cents=1)
    return FundBroughtIn(code=rule.code, fund_cents=fund_cents, reserve_cents=reserve_cents)


def terms_of(
    rules: tuple[JackpotRule, ...],
    sets: tuple[JackpotSet, ...],
    *,
    funds: dict[str, Fund],
    funding_bp: dict[str, int],
    now: datetime,
) -> tuple[JackpotTerms, ...]:
    """
    Fix the terms of the additional prizes that are on, as a sale opens.

    An announced prize is played for only while its fund holds it; two of one fund are covered one after the other, and
    an accumulated prize, whose amount nobody announces, is what its fund holds beyond them.

    Args:
        rules: The profile's additional prizes.
        sets: What stands of each; one that has been won since it was announced announces nothing.
        funds: What each prize's fund holds, by code.
        funding_bp: The share of each, by code, where the profile gives one for what is on together.
        now: When the sale opens.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 32.3, 35.2.
    """
    free = {account_of(rule): funds[rule.code].fund_cents for rule in rules}
    due: set[str] = set()
    for rule in rules:
        standing, account = standing_of(rule, sets), account_of(rule)
        amount = standing.amount_cents if standing.on and rule.kind != JackpotKind.ACCUMULATED else 0
        come = not standing.due_at or datetime.fromisoformat(standing.due_at) <= now
        if amount and come and (rule.from_house or free[account] >= amount):
            due.add(rule.code)
            free[account] -= amount
    terms = []
    for rule in rules:
        standing, fund = standing_of(rule, sets), funds[rule.code]
        if not standing.on:
            continue
        account = account_of(rule)
        limits = rule.limits or ((1, standing.last_ball),)
        accumulated = rule.kind == JackpotKind.ACCUMULATED
        terms.append(
            JackpotTerms(
                code=rule.code,
                kind=rule.kind,
                name=rule.name,
                funding_bp=0 if rule.from_house else funding_bp.get(rule.code, standing.funding_bp),
                reserve_bp=rule.reserve_bp,
                cap_cents=standing.cap_cents,
                overflow_to=rule.overflow_to,
                limits=limits if accumulated else (),
                fund_cents=free[account] if accumulated else fund.fund_cents,
                reserve_cents=fund.reserve_cents,
                amount_cents=standing.amount_cents,
                exact_ball=standing.exact_ball,
                due_at=standing.due_at,
                played=bool(limits[-1][1]) if accumulated else rule.code in due,
                games=fund.games,
                account=account,
            )
        )
    return tuple(terms)

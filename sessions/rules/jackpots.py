"""
Additional prizes: what a profile allows, the terms of one game, the figures of its sale, the end.

Three kinds (JackpotKind): an accumulated bingo, a prima, an extra bingo. Each grows from a share of the takings into a
fund of its own, and is won together with the bingo. Money is whole cents, shares are basis points. No clock here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class JackpotKind(StrEnum):
    """The additional prizes; the words are also those of `PrizeKind`."""

    ACCUMULATED = "accumulated"
    PRIMA = "prima"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotRule:
    """
    One additional prize as a profile allows it (`Regulation.jackpots`); played only where the hall switches it on.

    `funding_bp` is its share of each game's takings; where `funding_step_bp` is not 0 the hall chooses its own, in such
    steps. `reserve_bp` is the part of the funding that is kept for the prize after this one (2,000 = 20 %).
    `cap_cents` is the highest prize (0 = none), `cap_step_cents` the steps in which a hall may choose a lower one; at
    the cap the funding goes to `overflow_to`: line, bingo or another prize's code. `limits` are (cards sold, last ball)
    rows, ascending: the last row that the cards sold reach says until which ball, included, bingo must be called; of an
    accumulated prize without rows, the hall says it.
    `min_cents`, `max_cents` and `step_cents` bind what the Jefe de Sala announces (prima, extra), `min_ball` the order
    announced of an extra. `from_house`: the house pays it, and nothing is funded. `fund`, of a prima or an
    extra, names another prima or extra whose fund it shares.
    """

    code: str
    kind: JackpotKind
    name: str  # what its law calls it, in the profile's language
    funding_bp: int = 0
    funding_step_bp: int = 0
    reserve_bp: int = 0
    cap_cents: int = 0
    cap_step_cents: int = 0
    overflow_to: str = "bingo"
    limits: tuple[tuple[int, int], ...] = ()
    min_cents: int = 0
    max_cents: int = 0
    step_cents: int = 1
    min_ball: int = 50
    from_house: bool = False
    fund: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharesWith:
    """
    The shares while exactly these additional prizes are on, where the profile gives them (`Regulation.shares_with`).

    Without a row for what is on, line and bingo keep the profile's shares and each prize its own `funding_bp`.
    """

    codes: tuple[str, ...]
    line_bp: int
    bingo_bp: int
    funding_bp: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotTerms:
    """
    One additional prize as it is fixed when a game's sale opens.

    `fund_cents` and `reserve_cents` are what it held then. `amount_cents` is what was announced (prima, extra);
    `played` tells whether this game plays for it: a prima whose amount or hour has not come is funded only.
    """

    code: str
    kind: JackpotKind
    name: str = ""
    funding_bp: int = 0
    reserve_bp: int = 0
    cap_cents: int = 0
    overflow_to: str = "bingo"
    limits: tuple[tuple[int, int], ...] = ()
    fund_cents: int = 0
    reserve_cents: int = 0
    amount_cents: int = 0
    exact_ball: int = 0
    due_at: str = ""  # of a prima: from that hour on (ISO, UTC); "" = once its fund holds the amount
    played: bool = True
    games: int = 0  # games that have fed it since it was last won
    account: str = ""  # where its money is: the fund's account, or the house


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotFigures:
    """
    One additional prize in a sale's figures: what is played for, when it can be won, and what the takings put in.

    `last_ball`: won by a bingo called at that ball or before; `exact_ball`: at that one only; both 0: by any bingo.
    `prize_cents` 0: not played for in this game.
    """

    code: str
    kind: JackpotKind
    name: str = ""
    prize_cents: int = 0
    last_ball: int = 0
    exact_ball: int = 0
    funded_cents: int = 0
    reserved_cents: int = 0
    account: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotOutcome:
    """One additional prize won, at the end of its game: how much, and what of the reserve begins the next one."""

    code: str
    won_cents: int
    promoted_cents: int = 0
    account: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """What a game's takings put into additional prizes, and what of it line and bingo got because one was full."""

    jackpots: tuple[JackpotFigures, ...] = ()
    to_line_cents: int = 0
    to_bingo_cents: int = 0


def fund_account(code: str) -> str:
    """
    Name the ledger's account of a fund.

    Source:
        Q2.
    """
    return f"jackpot:{code}"


def reserve_account(code: str) -> str:
    """
    Name the ledger's account of a fund's reserve.

    Source:
        Q2.
    """
    return f"jackpot:{code}:reserve"


def draw_limit(limits: tuple[tuple[int, int], ...], sold: int) -> int:
    """
    Give the last ball at which a bingo wins, by the cards sold; 0 = any ball.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV: what can be won is known before the first ball.
    """
    return next((ball for least, ball in reversed(limits) if sold >= least), 0)


def share_out(takings_cents: int, sold: int, jackpots: tuple[JackpotTerms, ...], unit: int) -> Shared:
    """
    Fund the additional prizes from one game's takings, to the cent, and say what each is played for.

    A funding is cut into reserve (floored) and prize. What no longer fits under the cap goes where the terms say: to
    another additional prize as far as that one's cap lets it, and else to line or bingo.

    Args:
        takings_cents: The game's takings.
        sold: How many cards were sold, of either medium.
        jackpots: The additional prizes' terms.
        unit: The smallest amount a prize is paid in, in cents.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.2; Q2.
    """
    codes = {j.code for j in jackpots}
    funded: dict[str, int] = {}
    reserved: dict[str, int] = {}
    over: dict[str, int] = {}
    for j in jackpots:
        share = takings_cents * j.funding_bp // 10_000
        full = bool(j.cap_cents) and j.fund_cents >= j.cap_cents
        reserved[j.code] = 0 if full else share * j.reserve_bp // 10_000
        funded[j.code] = min(share - reserved[j.code], _room(j))
        left = share - reserved[j.code] - funded[j.code]
        to = j.overflow_to if j.overflow_to in {"line", *codes} - {j.code} else "bingo"
        over[to] = over.get(to, 0) + left
    to_bingo = over.pop("bingo", 0)
    for j in jackpots:
        spilt = over.get(j.code, 0)
        taken = min(spilt, _room(j) - funded[j.code])
        funded[j.code] += taken
        to_bingo += spilt - taken
    return Shared(
        jackpots=tuple(_figures(j, sold, funded[j.code], reserved[j.code], unit) for j in jackpots),
        to_line_cents=over.get("line", 0),
        to_bingo_cents=to_bingo,
    )


def _room(j: JackpotTerms) -> int:
    """Give the cents that still fit under the cap; what has none takes all there can be."""
    return max(j.cap_cents - j.fund_cents, 0) if j.cap_cents else 10**15


def _figures(j: JackpotTerms, sold: int, funded: int, reserved: int, unit: int) -> JackpotFigures:
    prize = j.amount_cents
    if j.kind == JackpotKind.ACCUMULATED:
        holds = j.fund_cents + funded
        prize = min(holds, j.cap_cents) if j.cap_cents else holds
    return JackpotFigures(
        code=j.code,
        kind=j.kind,
        name=j.name,
        prize_cents=prize - prize % unit if j.played else 0,
        last_ball=draw_limit(j.limits, sold),
        exact_ball=j.exact_ball,
        funded_cents=funded,
        reserved_cents=reserved,
        account=j.account,
    )


def wins(figures: JackpotFigures, ball: int) -> bool:
    """
    Tell whether a good bingo, called when `ball` balls had been called, wins an additional prize too.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.5; Q12.
    """
    if not figures.prize_cents:
        return False
    if figures.exact_ball:
        return ball == figures.exact_ball
    return not figures.last_ball or ball <= figures.last_ball


def promoted_cents(j: JackpotTerms, figures: JackpotFigures, won_cents: int) -> int:
    """
    Give what of the reserve begins the next accumulated prize when this one was won: all of it, up to the cap.

    Source:
        Q2.
    """
    if j.kind != JackpotKind.ACCUMULATED or not won_cents:
        return 0
    reserve = j.reserve_cents + figures.reserved_cents
    left = j.fund_cents + figures.funded_cents - won_cents
    return min(reserve, max(j.cap_cents - left, 0)) if j.cap_cents else reserve


def in_second_game(jackpots: tuple[JackpotTerms, ...], first: tuple[JackpotFigures, ...]) -> tuple[JackpotTerms, ...]:
    """
    Give the terms in the second game of a pair: it feeds the funds, on top of the first, and plays for none of them.

    Both games' figures are announced before the first ball, and nobody can announce twice what may be won once.

    Args:
        jackpots: The terms in the first game.
        first: The first game's figures.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.1; Q4.
    """
    return tuple(
        replace(
            terms,
            played=False,
            fund_cents=terms.fund_cents + figures.funded_cents,
            reserve_cents=terms.reserve_cents + figures.reserved_cents,
        )
        for terms, figures in zip(jackpots, first, strict=True)
    )

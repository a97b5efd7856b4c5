"""
A player's own limits: how much may be deposited or lost, how long played, and the pause.

Stricter counts at once; looser only after a cooling-off, so that nobody undoes in the heat of a game what was decided
with a clear head. Periods roll (the last 24 hours, 7 days, 30 days): no midnight makes room in the middle of a night.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from sessions.rules import errors


class LimitKind(StrEnum):
    """What is limited: cents of the first six, minutes of the last."""

    DEPOSIT_DAY = "deposit_day"
    DEPOSIT_WEEK = "deposit_week"
    DEPOSIT_MONTH = "deposit_month"
    LOSS_DAY = "loss_day"
    LOSS_WEEK = "loss_week"
    LOSS_MONTH = "loss_month"
    TIME_DAY = "time_day"


DEPOSITS: Final = (LimitKind.DEPOSIT_DAY, LimitKind.DEPOSIT_WEEK, LimitKind.DEPOSIT_MONTH)
LOSSES: Final = (LimitKind.LOSS_DAY, LimitKind.LOSS_WEEK, LimitKind.LOSS_MONTH)
PERIODS: Final = {"day": timedelta(hours=24), "week": timedelta(days=7), "month": timedelta(days=30)}
PAUSES: Final = {"24h": timedelta(hours=24), "7d": timedelta(days=7), "30d": timedelta(days=30)}
MOST_CENTS: Final = 10_000_000
MOST_MINUTES: Final = 24 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """
    One limit as it was set: `value` counts until `next_from`, `next_value` from then on; None = no limit.

    `next_from` None: nothing else is to come.
    """

    value: int | None = None
    next_value: int | None = None
    next_from: datetime | None = None


NO_LIMIT: Final = Limit()
Limits = Mapping[LimitKind, Limit]


def period_of(kind: LimitKind) -> timedelta:
    """
    Give how far back a limit looks.

    Source:
        article 85.3: cards are bought with a balance (that a player limits it is the house's own, ADR 33).
    """
    return PERIODS[kind.partition("_")[2]]


def value_at(limit: Limit, now: datetime) -> int | None:
    """
    Give what a limit is at a moment; None = no limit.

    Source:
        article 85.3: cards are bought with a balance (that a player limits it is the house's own, ADR 33).
    """
    due = limit.next_from is not None and limit.next_from <= now
    return limit.next_value if due else limit.value


def decide_limit(limit: Limit, kind: LimitKind, wanted: int | None, *, now: datetime, cooling_off: timedelta) -> Limit:
    """
    Set a limit: a stricter one at once, a looser one after the cooling-off; what counts now calls off what was to come.

    Args:
        limit: The limit as it stands.
        kind: Which.
        wanted: Cents, or minutes of `time_day`; 0 lets nothing through, None takes the limit away.
        now: The moment of asking.
        cooling_off: How long a looser limit waits. The same one asked for again does not wait anew.

    Raises:
        BadLimit: Not a number of cents or minutes that makes sense.

    Source:
        article 85.3: cards are bought with a balance (that a player limits it is the house's own, ADR 33).
    """
    most = MOST_MINUTES if kind == LimitKind.TIME_DAY else MOST_CENTS
    if wanted is not None and not 0 <= wanted <= most:
        raise errors.BadLimit(most=most)
    current = value_at(limit, now)
    if wanted is not None and (current is None or wanted <= current):
        return Limit(value=wanted)
    if wanted == current:
        return Limit(value=current)
    waiting = limit.next_from is not None and limit.next_from > now and limit.next_value == wanted
    return limit if waiting else Limit(value=current, next_value=wanted, next_from=now + cooling_off)


def check_amount(limits: Limits, kinds: tuple[LimitKind, ...], so_far: Mapping[LimitKind, int], cents: int) -> None:
    """
    Check cents to be deposited, or staked, against the limits as they are now.

    Args:
        limits: The player's limits, each as it is now (`Limit.value`).
        kinds: DEPOSITS or LOSSES.
        so_far: Cents deposited, or lost (winnings taken off), in each limit's period until now.
        cents: What is asked for now.

    Raises:
        DepositLimitReached, LossLimitReached: It is more than is left of a limit.

    Source:
        article 85.3: cards are bought with a balance (that a player limits it is the house's own, ADR 33).
    """
    refusal = errors.DepositLimitReached if kinds is DEPOSITS else errors.LossLimitReached
    for kind in kinds:
        value = limits.get(kind, NO_LIMIT).value
        if value is not None and so_far.get(kind, 0) + cents > value:
            left = max(0, value - so_far.get(kind, 0))
            raise refusal(limit_cents=value, left_cents=left, period=kind.partition("_")[2])


def check_time(limits: Limits, played: timedelta) -> None:
    """
    Check the time a player was logged in during the last 24 hours against the limit as it is now.

    Raises:
        TimeLimitReached: It is used up.

    Source:
        article 85.3: cards are bought with a balance (that a player limits it is the house's own, ADR 33).
    """
    minutes = limits.get(LimitKind.TIME_DAY, NO_LIMIT).value
    if minutes is not None and played >= timedelta(minutes=minutes):
        raise errors.TimeLimitReached(minutes=minutes)


def check_pause(until: datetime | None, now: datetime) -> None:
    """
    Check that a player has not stopped playing.

    Raises:
        PlayIsPaused: They have, until later.

    Source:
        article 85.3: cards are bought with a balance (that a player limits it is the house's own, ADR 33).
    """
    if until is not None and now < until:
        raise errors.PlayIsPaused(until=until.isoformat())


def decide_pause(until: datetime | None, pause: str, now: datetime) -> datetime:
    """
    Stop playing for one of `PAUSES`; a pause may be lengthened, never shortened.

    Raises:
        PauseNotShortened: It would end before the one under way.

    Source:
        article 85.3: cards are bought with a balance (that a player limits it is the house's own, ADR 33).
    """
    new = now + PAUSES[pause]
    if until is not None and new < until:
        raise errors.PauseNotShortened(until=until.isoformat())
    return new

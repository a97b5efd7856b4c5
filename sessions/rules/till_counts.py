"""Counting money by denomination: what euro coins and notes there are, and what a count comes to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from sessions.rules import errors
from sessions.rules.till_events import Coins

VALUES: Final = (50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1)
"""The euro's notes and coins, in cents."""
MOST_PIECES: Final = 100_000
MOST_MOVED_CENTS: Final = 100_000_000


def counted(pieces: Mapping[int, int]) -> tuple[Coins, ...]:
    """
    Read a count: pieces by value in cents, the greatest value first; what is not there is left out.

    Raises:
        BadCount: No euro coin or note has that value, or there cannot be so many.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.5: the cashier's money.
    """
    for value, number in pieces.items():
        if value not in VALUES or not 0 <= number <= MOST_PIECES:
            raise errors.BadCount(value_cents=value, pieces=number)
    return tuple(Coins(value_cents=value, pieces=pieces[value]) for value in VALUES if pieces.get(value))


def cents_of(count: Iterable[Coins]) -> int:
    """
    Add a count up, in cents.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.5.
    """
    return sum(coins.value_cents * coins.pieces for coins in count)


def check_amount(amount_cents: int) -> None:
    """
    Check a sum that is moved by hand.

    Raises:
        BadAmount: It is nothing, or more than a million euros.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.5.
    """
    if not 1 <= amount_cents <= MOST_MOVED_CENTS:
        raise errors.BadAmount(amount_cents=amount_cents)

"""What in a report somebody has to look at: too many void games in a session, players who get back all they pay."""

from __future__ import annotations

from typing import Final

MOST_VOIDS: Final = 2
"""So many void games may happen in a session; more are looked at."""
LEAST_GAMES: Final = 20
"""Fewer games of a player tell nothing: one bingo pays for many cards."""


def too_many_voids(games: int) -> bool:
    """
    Tell whether so many void games in one session are more than accident: a fault can be made to get money back.

    A pair of double cards that ended together is one.

    Source:
        Catálogo (BOE-A-1979-25744), bingo V; O. 9-1-1979 (BOE-A-1979-2188), art. 36.1.
    """
    return games > MOST_VOIDS


def leaves_nothing(paid_cents: int, won_cents: int, games: int) -> bool:
    """
    Tell whether a player's account won at least what it paid in games enough to tell: the house gained nothing by it.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 29.1, 35.2.
    """
    return games >= LEAST_GAMES and won_cents >= paid_cents > 0

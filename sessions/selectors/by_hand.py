"""How often people's word took the place of the machine's, month by month; no writes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone

from records import clock
from records.models import Hall
from sessions.models import Game
from sessions.rules.electronic import ELECTRONIC
from sessions.rules.events import MANUAL

MONTHS: Final = 3
MONTHS_A_YEAR: Final = 12


@dataclass(frozen=True, slots=True)
class Month:
    """A month of the hall's machines: balls that came out, and those whose number is two people's word."""

    month: datetime
    balls: int
    by_hand: int

    @property
    def percent(self) -> float:
        """How many in a hundred were by hand."""
        return self.by_hand * 100 / self.balls if self.balls else 0.0


def by_hand_of(hall: Hall) -> list[Month]:
    """
    Give the last months in which a machine drew balls, newest first.

    A game belongs to the month of its session. Games that ended by hand (O79 36.2) or were drawn without balls count
    neither way.
    """
    games = Game.objects.filter(session__hall=hall, session__opened_at__gte=_first_month()).exclude(
        board__extractor__in=(MANUAL, ELECTRONIC)
    )
    balls, by_hand = Counter[datetime](), Counter[datetime]()
    for opened_at, drawn, words in games.values_list("session__opened_at", "board__drawn", "board__by_hand"):
        month = _month_of(opened_at)
        balls[month] += len(drawn or ())
        by_hand[month] += len(words or ())
    return [Month(month, count, by_hand[month]) for month, count in sorted(balls.items(), reverse=True) if count]


def _month_of(moment: datetime) -> datetime:
    return timezone.localtime(moment).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def _first_month() -> datetime:
    now = _month_of(clock.now())
    years, month = divmod(now.year * MONTHS_A_YEAR + now.month - MONTHS, MONTHS_A_YEAR)
    return now.replace(year=years, month=month + 1)

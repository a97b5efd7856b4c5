"""Money and cards of a period: whole, in its parts (games, sessions or months), and by the hour of the night."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from django.utils import timezone

from records.models import Hall
from sessions.rules.report_hours import NightHour, hour_of
from sessions.rules.report_money import GameMoney, Sums, sum_of
from sessions.selectors.reports.games import GameKey, Told, game_rows, in_play, told_games
from sessions.selectors.reports.periods import By, Night, Span, before, key_of, nights_of

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """
    A period's money: `total`, its `parts` in order, the `hours` of its nights, and the period before it, if any.

    A part's key is a game's number (of a session), a session's (of a month) or a month (of a year). `games_in_play` are
    begun and not closed: they are in none of the sums.
    """

    span: Span
    total: Sums
    parts: tuple[tuple[int | str, Sums], ...]
    hours: tuple[tuple[NightHour, Sums], ...]
    games: tuple[GameMoney, ...]
    told: dict[GameKey, Told]
    games_in_play: int


def money_of(hall: Hall, span: Span) -> Money:
    """Add up the closed games of a period."""
    told = told_games(hall, span)
    games = game_rows(hall, span, told)
    zone = timezone.get_default_timezone()
    nights = {night.number: night for night in span.nights}
    by_hour = _grouped((hour_of(game.at, zone), game) for game in games if not game.void)
    return Money(
        span=span,
        total=sum_of(games),
        parts=tuple(_grouped((_part(span.by, game, nights), game) for game in games)),
        hours=tuple(sorted(by_hour)),
        games=tuple(games),
        told=told,
        games_in_play=in_play(span),
    )


def total_of(hall: Hall, span: Span | None) -> Sums | None:
    """Add up a period with which another is compared; None when there is none."""
    return sum_of(game_rows(hall, span)) if span else None


def _part(by: By, game: GameMoney, nights: dict[int, Night]) -> int | str:
    if by == By.SESSION:
        return game.game_no
    return game.session_no if by == By.MONTH else key_of(By.MONTH, nights[game.session_no])


def _grouped(keyed: Iterable[tuple[Key, GameMoney]]) -> list[tuple[Key, Sums]]:
    groups: dict[Key, list[GameMoney]] = defaultdict(list)
    for key, game in keyed:
        groups[key].append(game)
    return [(key, sum_of(games)) for key, games in groups.items()]


def last_night(hall: Hall) -> tuple[Span, Sums, Sums | None] | None:
    """Give the hall's last session that was opened, its sums so far, and those of the one before; None before any."""
    nights = nights_of(hall)
    if not nights:
        return None
    newest = nights[-1]
    span = Span(by=By.SESSION, key=str(newest.number), nights=(newest,), running=newest.closed_at is None)
    return span, sum_of(game_rows(hall, span)), total_of(hall, before(span, nights, newest.day))

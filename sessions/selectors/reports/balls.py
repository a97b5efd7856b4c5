"""Balls over a period: how many of a machine's were people's word, month by month, and how often each came out."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.utils import timezone

from records.models import ActaEntry, Hall
from sessions.models import BallSet, DrawnBall
from sessions.rules.ball_statistics import Frequency, frequency_of
from sessions.rules.electronic import ELECTRONIC
from sessions.rules.events import BALLS, MANUAL
from sessions.selectors.reports.games import GameKey
from sessions.selectors.reports.periods import Span


@dataclass(slots=True)
class MonthByHand:
    """A month of the hall's machines: games, balls that came out, and those whose number is two people's word."""

    key: str
    games: int = 0
    balls: int = 0
    by_hand: int = 0


@dataclass(slots=True)
class _Machine:
    """What the minutes tell of one game of a machine."""

    balls: int = 0
    by_hand: set[int] | None = None
    closed: bool = False
    ordered_by_hand: bool = False


def by_hand_of(hall: Hall, span: Span) -> list[MonthByHand]:
    """
    Give the months of a period, oldest first: of the closed games of machines, the balls people had to name.

    Games that ended by hand (O79 36.2) or were drawn without balls count neither way, as on the page of the devices.
    """
    months: dict[str, MonthByHand] = {}
    days = {night.number: timezone.localtime(night.opened_at) for night in span.nights}
    for (session_no, _game_no), game in _machine_games(hall, span).items():
        if game.ordered_by_hand or not game.closed:
            continue
        key = f"{days[session_no]:%Y-%m}"
        month = months.setdefault(key, MonthByHand(key))
        month.games += 1
        month.balls += game.balls
        month.by_hand += len(game.by_hand or ())
    return [month for _key, month in sorted(months.items()) if month.balls]


def _machine_games(hall: Hall, span: Span) -> dict[GameKey, _Machine]:
    kinds = ("game", "held", "correction", "manual_draw", "end")
    rows = ActaEntry.objects.filter(book__hall=hall, session_no__in=span.session_nos, kind__in=kinds)
    found: Any = rows.order_by("position").values_list("session_no", "game_no", "kind", "payload")
    games: dict[GameKey, _Machine] = {}
    for session_no, game_no, kind, payload in found:
        if kind == "game":
            if payload["extractor"] not in {MANUAL, ELECTRONIC}:
                games[session_no, game_no] = _Machine(by_hand=set())
        elif game := games.get((session_no, game_no)):
            _add(game, kind, payload)
    return games


def _add(game: _Machine, kind: str, told: dict[str, Any]) -> None:
    assert game.by_hand is not None, "it was begun with none"
    match kind:
        case "end":
            game.balls, game.closed = len(told["balls"]) + len(told["uncalled"]), True
        case "manual_draw":
            game.ordered_by_hand = True
        case "held" if told["accepted"] and (told["reason"] == MANUAL or told["number"] != told["read"]):
            game.by_hand.add(told["ordinal"])
        case "correction" if told["what"] == "ball":
            game.by_hand.add(told["ordinal"])


def frequencies_of(span: Span) -> list[tuple[str, Frequency]]:
    """Give, for each set that played in a period, how often each ball came out; readings corrected do not count."""
    drawn = DrawnBall.objects.filter(
        game__session__in=span.pks, game__drawn_with__isnull=False, voided=False
    ).order_by()
    lengths: dict[int, list[int]] = defaultdict(list)
    for ball_set, _game, balls in drawn.values_list("game__drawn_with", "game").annotate(Count("pk")):
        lengths[ball_set].append(balls)
    times: dict[int, list[int]] = defaultdict(lambda: [0] * BALLS)
    for ball_set, number, count in drawn.values_list("game__drawn_with", "number").annotate(Count("pk")):
        times[ball_set][number - 1] = count
    codes = dict(BallSet.objects.filter(pk__in=lengths).values_list("pk", "code"))
    found = [(codes[pk], frequency_of(times[pk], balls)) for pk, balls in lengths.items()]
    return sorted(found, key=lambda one: (-one[1].games, one[0]))

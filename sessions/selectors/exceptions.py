"""What was done out of the ordinary, and by whom: for the review of who may do what. No writes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q

from records.models import Event, Hall
from sessions.rules.events import MANUAL

KINDS: Final = {
    "GameVoided": "void",
    "GameSuspended": "stop",
    "ManualDrawOrdered": "stop",
    "GameWithdrawn": "stop",
    "BallCorrected": "correction",
    "CallCorrected": "correction",
    "SaleFiguresCorrected": "correction",
    "HeldBallResolved": "held_ball",
    "SaleUndone": "undone",
    "DrawerOpened": "drawer",
    "ClaimantShown": "looked",
    "PasswordGiven": "password",
    "StaffReturned": "password",
    "StaffPostsSet": "posts",
    "PinCleared": "password",
}
"""The journal's kinds that are exceptions, and what each counts as."""

SECONDED: Final = ("PrizePaid", "TillOpened", "TillClosed")
"""Kinds that are the hall's daily work, and an exception only where a second person had to answer for them."""

WAYS: Final = (
    "second",
    "void",
    "stop",
    "correction",
    "held_ball",
    "manual_ball",
    "undone",
    "drawer",
    "looked",
    "password",
    "posts",
)
"""What the list counts, in its columns' order. A row with a second person counts there too."""

MOST_ROWS: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Exceptional:
    """One row of the journal that is out of the ordinary."""

    position: int
    at: datetime
    kind: str
    way: str
    actor: str
    second: str
    session_no: int | None
    game_no: int | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """The exceptions of a period: the last rows, whether there are more, and how many of each way by person."""

    rows: list[Exceptional]
    more: int
    people: list[tuple[str, dict[str, int]]]
    seconds: dict[str, int]
    """How often each person stood second for another."""

    @property
    def total(self) -> dict[str, int]:
        """How many there are of each way, of everybody."""
        return {way: sum(counts.get(way, 0) for _person, counts in self.people) for way in WAYS}


def exceptions_of(hall: Hall, since: datetime, until: datetime, *, most: int = MOST_ROWS) -> Review:
    """
    Give the exceptions from `since` until before `until`, newest first; `most` rows are told, all are counted.

    Balls keyed by hand in a game of a machine count for who keyed them.
    """
    kinds = Q(kind__in=KINDS) | Q(kind__in=SECONDED)
    events = Event.objects.filter(kinds, hall=hall, at__gte=since, at__lt=until).order_by("-position")
    rows: list[Exceptional] = []
    counts: dict[str, Counter[str]] = {}
    seconds: Counter[str] = Counter()
    found = 0
    for event in events.iterator():
        one = _told(event)
        if one.way == "second" and not one.second:
            continue
        found += 1
        counts.setdefault(one.actor, Counter())[one.way] += 1
        if one.second:
            seconds[one.second] += 1
            if one.way != "second":
                counts[one.actor]["second"] += 1
        if len(rows) < most:
            rows.append(one)
    for actor, balls in _balls_by_hand(hall, since, until).items():
        counts.setdefault(actor, Counter())["manual_ball"] += balls
    return Review(
        rows=rows,
        more=found - len(rows),
        people=[(person, dict(counts[person])) for person in sorted(counts)],
        seconds=dict(seconds),
    )


def _told(event: Event) -> Exceptional:
    payload: dict[str, Any] = event.payload
    stream = event.stream or ""
    return Exceptional(
        position=event.position,
        at=event.at,
        kind=event.kind,
        way=KINDS.get(event.kind, "second"),
        actor=event.actor,
        second=str(payload.get("second", "")),
        session_no=event.session_no,
        game_no=int(stream.rpartition(":")[2]) if stream.startswith("game:") else payload.get("game_no") or None,
        reason=str(payload.get("reason", "")),
    )


def _balls_by_hand(hall: Hall, since: datetime, until: datetime) -> dict[str, int]:
    """Count the balls each person keyed in games whose balls a machine brings: only there such a ball is held."""
    held = Event.objects.filter(hall=hall, at__gte=since, at__lt=until, kind="BallHeld", payload__reason=MANUAL)
    return dict(Counter(held.values_list("actor", flat=True)))

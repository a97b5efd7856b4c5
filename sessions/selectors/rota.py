"""The rota read: a night's turns, a week with its gaps, tonight against who is really there. No writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.utils.timezone import localtime

from people.models import RotaTurn
from records import clock
from records.models import Hall
from sessions.journal import codec
from sessions.rules.licences import GOOD
from sessions.rules.rota import (
    Difference,
    Gap,
    Turn,
    differences,
    gaps_of,
    hour_of,
    minutes_of,
    night_of,
    people_at,
)
from sessions.rules.session import Post
from sessions.rules.staff import posted
from sessions.selectors.games import live_session
from sessions.selectors.staff import licences_on

DAYS_A_WEEK = 7


def turns_of(hall_id: int, night: date) -> list[Turn]:
    """Give a night's turns: by post, then by when they start."""
    rows = RotaTurn.objects.filter(hall_id=hall_id, night=night).select_related("member__user")
    order = list(Post)
    turns = [
        Turn(username=row.member.user.get_username(), post=Post(row.post), starts=row.starts, ends=row.ends)
        for row in rows.order_by("starts", "pk")
    ]
    return sorted(turns, key=lambda turn: order.index(turn.post))


def tonight() -> tuple[date, int]:
    """Give the night that is going on and its minute, by the hall's wall clock."""
    return night_of(localtime(clock.now()))


@dataclass(frozen=True, slots=True)
class Night:
    """A night of the rota: its turns, the hours with too few people, and whose document is not good then."""

    night: date
    turns: list[Turn]
    gaps: list[Gap]
    without_document: list[str]


def week_of(hall: Hall, monday: date) -> list[Night]:
    """Give the seven nights of a week."""
    return [_night(hall, monday + timedelta(days=day)) for day in range(DAYS_A_WEEK)]


def _night(hall: Hall, night: date) -> Night:
    turns = turns_of(hall.pk, night)
    licences = licences_on(hall.pk, night)
    people = dict.fromkeys(turn.username for turn in turns)
    opening, closing = _hours(hall)
    return Night(
        night=night,
        turns=turns,
        gaps=gaps_of(hall.category, turns, opening, closing),
        without_document=[name for name in people if licences.get(name) not in GOOD],
    )


def _hours(hall: Hall) -> tuple[int | None, int | None]:
    """Give the hours of the hall's permit as minutes of a night, None where not stated."""
    opening = minutes_of(f"{hall.opening_time:%H:%M}") if hall.opening_time else None
    closing = minutes_of(f"{hall.closing_time:%H:%M}") if hall.closing_time else None
    if opening is not None and closing is not None and closing <= opening:
        # Hours that are no span of one night tell nothing.
        return None, None
    return opening, closing


@dataclass(frozen=True, slots=True)
class Tonight:
    """
    Tonight against the rota.

    Keys: `state` of the session, "" without one; `hour` at which the rota is looked at; who should be at each post,
    who is, and the differences.
    """

    state: str
    hour: str
    planned: dict[str, Sequence[str]]
    there: dict[str, Sequence[str]]
    differences: list[Difference]


def tonight_of(hall: Hall) -> Tonight:
    """Compare who is at each post with tonight's rota: now, or before the first turn with those who come first."""
    night, minute = tonight()
    turns = turns_of(hall.pk, night)
    if turns:
        minute = max(minute, min(turn.starts for turn in turns))
    session = live_session(hall.pk)
    board = codec.session_board(session.board) if session else None
    planned = people_at(turns, minute)
    there: Any = posted(board) if board else dict.fromkeys(Post, ())
    return Tonight(
        state=board.state if board else "",
        hour=hour_of(minute),
        planned={str(post): people for post, people in planned.items()},
        there={str(post): people for post, people in there.items()},
        differences=differences(planned, there) if board and any(planned.values()) else [],
    )

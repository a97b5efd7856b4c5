"""
The rota: who is to work when, whether it is enough people, and who of them is really there (O79 22, 25, 26).

Hours are minutes after the midnight with which the night's day began, so that a turn may end after the next midnight.
A night's first hour is six in the morning: what is earlier belongs to the night before.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Final

from sessions.rules import errors
from sessions.rules.session import REQUIRED_POSTS, Post
from sessions.rules.staff import Posted, check_seniors, may_hold, shortage

MINUTES_AN_HOUR: Final = 60
MINUTES_A_DAY: Final = 24 * MINUTES_AN_HOUR
FIRST_MINUTE: Final = 6 * MINUTES_AN_HOUR
"""A night is from six in the morning to six in the morning."""

_HOUR: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Somebody at a post for some hours of a night, in minutes."""

    username: str
    post: Post
    starts: int
    ends: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Hours of a night with too few people: how many are missing at which post, and whether two seniors are there."""

    starts: int
    ends: int
    short: tuple[tuple[str, int], ...]
    seniors: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A post where those who are there are not those who should be."""

    post: Post
    missing: tuple[str, ...]
    instead: tuple[str, ...]


def minutes_of(hour: str) -> int:
    """
    Read an hour of the wall clock as minutes of its night: "18:30" is 1110, "03:00" is 1620.

    Raises:
        ValueError: It is no hour.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 32.3: a night's games go on after midnight.
    """
    found = _HOUR.fullmatch(hour)
    if found is None:
        raise ValueError(hour)
    minutes = int(found[1]) * MINUTES_AN_HOUR + int(found[2])
    return minutes if minutes >= FIRST_MINUTE else minutes + MINUTES_A_DAY


def hour_of(minutes: int) -> str:
    """
    Write minutes of a night as an hour of the wall clock.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 32.3.
    """
    hours, rest = divmod(minutes % MINUTES_A_DAY, MINUTES_AN_HOUR)
    return f"{hours:02d}:{rest:02d}"


def night_of(moment: datetime) -> tuple[date, int]:
    """
    Give the night a moment of the wall clock belongs to, and its minute.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 32.3.
    """
    minute = moment.hour * MINUTES_AN_HOUR + moment.minute
    if minute >= FIRST_MINUTE:
        return moment.date(), minute
    return moment.date() - timedelta(days=1), minute + MINUTES_A_DAY


def decide_turn(
    turn: Turn,
    *,
    night: date,
    today: date,
    planned: Sequence[Turn],
    own: Collection[str],
) -> None:
    """
    Refuse a turn that cannot be.

    Args:
        turn: Who is to be where, from and until when.
        night: The night it is of.
        today: The night that is going on.
        planned: The person's turns of that night.
        own: The person's professional posts.

    Raises:
        TurnPast: The night is over.
        TurnImpossible: It does not end after it starts.
        MayNotSubstitute: Nobody of the person's posts stands in at that one.
        TurnsOverlap: The person is to be at another post then. One person may for a while be both Jefe de Mesa and
            Cajero (26.2.b).

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 26.1, 26.2, 26.3.
    """
    if night < today:
        raise errors.TurnPast(night=night.isoformat())
    if turn.ends <= turn.starts:
        raise errors.TurnImpossible(starts=hour_of(turn.starts), ends=hour_of(turn.ends))
    if not may_hold(own, turn.post):
        raise errors.MayNotSubstitute(username=turn.username, post=str(turn.post))
    for other in planned:
        both = {turn.post, other.post} == {Post.TABLE_CHIEF, Post.CASHIER}
        if turn.starts < other.ends and other.starts < turn.ends and not both:
            raise errors.TurnsOverlap(
                username=turn.username,
                post=str(other.post),
                starts=hour_of(other.starts),
                ends=hour_of(other.ends),
                night=night.isoformat(),
            )


def people_at(turns: Sequence[Turn], minute: int) -> Posted:
    """
    Give who is to be at each post at a minute, in the order of the turns.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 26.1.
    """
    there = [turn for turn in turns if turn.starts <= minute < turn.ends]
    return {post: tuple(dict.fromkeys(t.username for t in there if t.post == post)) for post in Post}


def gaps_of(category: str, turns: Sequence[Turn], opening: int | None, closing: int | None) -> list[Gap]:
    """
    Give the hours of a planned night with fewer people than its hall needs; [] for a night nobody is planned for.

    A hall that has not stated its category needs the four posts without which no game is possible.

    Args:
        category: The hall's, "" when not stated.
        turns: All of the night.
        opening: When games may begin, None: when the first turn starts.
        closing: When no more may begin, None: when the last turn ends.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 25, 26.2.b, 26.3, 32.3.
    """
    if not turns:
        return []
    first = min(t.starts for t in turns) if opening is None else opening
    last = max(t.ends for t in turns) if closing is None else closing
    inside = {edge for t in turns for edge in (t.starts, t.ends) if first < edge < last}
    gaps: list[Gap] = []
    for starts, ends in pairwise(sorted({first, last, *inside})):
        people = people_at(turns, starts)
        short, seniors = tuple(_short(category, people)), _seniors(people)
        if not short and seniors:
            continue
        before = gaps[-1] if gaps else None
        if before and (before.ends, before.short, before.seniors) == (starts, short, seniors):
            gaps[-1] = Gap(starts=before.starts, ends=ends, short=short, seniors=seniors)
        else:
            gaps.append(Gap(starts=starts, ends=ends, short=short, seniors=seniors))
    return gaps


def _short(category: str, people: Posted) -> list[tuple[str, int]]:
    return shortage(category, people) if category else [(str(p), 1) for p in REQUIRED_POSTS if not people[p]]


def _seniors(people: Posted) -> bool:
    try:
        check_seniors(people)
    except errors.TwoSeniorsNeeded:
        return False
    return True


def differences(planned: Posted, there: Posted) -> list[Difference]:
    """
    Give the posts where those there are not those planned: who is missing, and who is there instead.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 26.2 and 26.3.
    """
    found = []
    for post in Post:
        missing = tuple(p for p in planned.get(post, ()) if p not in there.get(post, ()))
        instead = tuple(p for p in there.get(post, ()) if p not in planned.get(post, ()))
        if missing or instead:
            found.append(Difference(post=post, missing=missing, instead=instead))
    return found


def changes_of(planned: Posted, there: Posted) -> Mapping[Post, tuple[str, ...]]:
    """
    Give the posts to be filled anew so that those there are those planned; a post nobody is planned for stays.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 26.2 and 26.3.
    """
    return {d.post: planned[d.post] for d in differences(planned, there) if planned[d.post]}

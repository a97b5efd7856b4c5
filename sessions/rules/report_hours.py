"""Hours in reports: those of a night, in the order they came, and those that people stood at a post."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Final

DAY_HOURS: Final = 24
NIGHT_BEGINS: Final = 8
"""No hall is open at eight in the morning: the hours of a night are told from there on, past midnight."""


@dataclass(frozen=True, slots=True, order=True)
class NightHour:
    """An hour on the hall's wall; `again` is the second one of its name, when the clock is put back in autumn."""

    place: int
    hour: int
    again: bool


def hour_of(at: datetime, zone: tzinfo) -> NightHour:
    """
    Give the hour that the clock on the wall showed; sorting puts the hours of a night in their order.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 32.3.
    """
    local = at.astimezone(zone)
    return NightHour((local.hour - NIGHT_BEGINS) % DAY_HOURS, local.hour, bool(local.fold))


def seconds_at_post(
    changes: Sequence[tuple[datetime, Iterable[str]]], opened: datetime, closed: datetime
) -> dict[str, int]:
    """
    Give how long each person stood at a post of a session, in seconds.

    Args:
        changes: In order, when people took the post and who they all were then; nothing counts before the opening.
        opened: When the session was opened.
        closed: When it was closed, or now.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 24, 26.2.b and 26.3.
    """
    seconds: dict[str, int] = {}
    ends = [*(at for at, _people in changes), closed][1:]
    for (began, people), end in zip(changes, ends, strict=True):
        stood = min(end, closed) - max(began, opened)
        for person in set(people):
            seconds[person] = seconds.get(person, 0) + max(int(stood.total_seconds()), 0)
    return seconds

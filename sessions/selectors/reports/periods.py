"""
The periods of reports: a session, or all the sessions of a month or a year.

A session belongs whole to the day on which it was opened, on the hall's wall: so a month is the sum of its nights.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final

from django.utils import timezone

from records.models import Hall
from sessions.models import BingoSession

MONTHS: Final = 12


class By(StrEnum):
    """What a report is of."""

    SESSION = "session"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """A session: its row's key, its number, when it was opened and closed (None while it is open), and its day."""

    pk: int
    number: int
    opened_at: datetime
    closed_at: datetime | None
    day: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """
    One period: a session's number, a month (2026-11) or a year (2026) as `key`, and the sessions in it, oldest first.

    `running`: its last session is open, or the period is not over.
    """

    by: By
    key: str
    nights: tuple[Night, ...]
    running: bool

    @property
    def session_nos(self) -> list[int]:
        """The numbers of its sessions."""
        return [night.number for night in self.nights]

    @property
    def pks(self) -> list[int]:
        """The keys of its sessions' rows."""
        return [night.pk for night in self.nights]


def nights_of(hall: Hall) -> list[Night]:
    """Give all sessions that were opened, oldest first."""
    rows = BingoSession.objects.filter(hall=hall, opened_at__isnull=False).order_by("session_no")
    found: Any = rows.values_list("pk", "session_no", "opened_at", "closed_at")
    return [
        Night(pk=pk, number=number, opened_at=opened, closed_at=closed, day=timezone.localtime(opened).date())
        for pk, number, opened, closed in found
    ]


def key_of(by: By, night: Night) -> str:
    """Give the key of the period in which a session is."""
    whole = {By.SESSION: str(night.number), By.MONTH: f"{night.day:%Y-%m}", By.YEAR: f"{night.day:%Y}"}
    return whole[by]


def keys_of(by: By, nights: list[Night]) -> list[str]:
    """Give the periods in which there are sessions, newest first."""
    return list(dict.fromkeys(key_of(by, night) for night in reversed(nights)))


def span_of(by: By, key: str, nights: list[Night], today: date) -> Span:
    """Give a period; one without sessions is empty."""
    own = tuple(night for night in nights if key_of(by, night) == key)
    now = {By.MONTH: f"{today:%Y-%m}", By.YEAR: f"{today:%Y}"}.get(by)
    return Span(by=by, key=key, nights=own, running=key == now or any(night.closed_at is None for night in own))


def before(span: Span, nights: list[Night], today: date) -> Span | None:
    """Give the session before, or the month or year before in the calendar; None where nothing was played in it."""
    if by_calendar := _key_before(span):
        earlier = span_of(span.by, by_calendar, nights, today)
        return earlier if earlier.nights else None
    numbers = [night.number for night in nights if span.nights and night.number < span.nights[0].number]
    return span_of(span.by, str(numbers[-1]), nights, today) if numbers else None


def _key_before(span: Span) -> str:
    if span.by == By.YEAR:
        return f"{int(span.key) - 1:04}"
    if span.by == By.MONTH:
        year, month = divmod(int(span.key[:4]) * MONTHS + int(span.key[5:]) - 2, MONTHS)
        return f"{year:04}-{month + 1:02}"
    return ""

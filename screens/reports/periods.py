"""The names of the periods of reports, and of their parts."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.utils.dates import MONTHS, MONTHS_3
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from sessions.rules.report_hours import NightHour
from sessions.selectors.reports.periods import By, Night, Span

# The words of the address: what `por` may say.
BY: Final = {"sesion": By.SESSION, "mes": By.MONTH, "ano": By.YEAR}
BY_WORDS: Final = {"sesion": lazy("By session"), "mes": lazy("By month"), "ano": lazy("By year")}
LAST_HOUR: Final = 23


def name_of(span: Span) -> str:
    """Name a period: Session 12 · 30/11/2026, November 2026, 2026."""
    if span.by == By.SESSION:
        return session_name(span.nights[0]) if span.nights else span.key
    return month_name(span.key) if span.by == By.MONTH else span.key


def session_name(night: Night) -> str:
    """Name a session by its number and day."""
    return _("Session {n} · {day}").format(n=night.number, day=day_name(night.day))


def day_name(day: date) -> str:
    """Write a day short."""
    return date_format(day, "SHORT_DATE_FORMAT")


def month_name(key: str) -> str:
    """Name a month, 2026-11."""
    return f"{MONTHS[int(key[5:])]} {key[:4]}".capitalize()


def short_month(key: str) -> str:
    """Name a month for the foot of a bar."""
    return str(MONTHS_3[int(key[5:])]).capitalize()


def hour_name(hour: NightHour) -> str:
    """Name an hour of the wall's clock: 23:00 to 24:00; the second of its name in the night of the change says so."""
    words = f"{hour.hour:02}:00\u2013{hour.hour + 1:02}:00"
    return _("{hour}, again").format(hour=words) if hour.again else words


def part_name(span: Span, key: int | str) -> str:
    """Name a part of a period: a game of a session, a session of a month, a month of a year."""
    if span.by == By.SESSION:
        return _("Game {n}").format(n=key)
    if span.by == By.MONTH:
        return session_name(next(night for night in span.nights if night.number == key))
    return month_name(str(key))


def part_tick(span: Span, key: int | str) -> str:
    """Name a part at the foot of its bar: the game's number, the day of the month, the month."""
    if span.by == By.SESSION:
        return str(key)
    if span.by == By.MONTH:
        return str(next(night.day.day for night in span.nights if night.number == key))
    return short_month(str(key))

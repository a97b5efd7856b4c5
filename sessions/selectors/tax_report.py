"""
What a hall owes in gaming tax by period, from the journal. No writes; nothing here is posted to the books.

A game counts where it was closed; a void one counts nowhere. A printed series counts where it came in; given back
whole, it is taken off where it went. Months are the hall's own, in its time zone.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Sum
from django.utils import timezone

from records.models import Event, Hall
from sessions.models import Award, CardSeries
from sessions.rules.facts import Medium
from sessions.rules.regulation import Regulation
from sessions.rules.tax import Period, TaxDue, TaxFacts, base_of, tax_due
from sessions.selectors.profiles import regulation_at, today

MONTHS: Final = 12
LONG: Final[dict[Period, int]] = {Period.MONTHLY: 1, Period.QUARTERLY: 3, Period.YEARLY: 12}
_FIGURES: Final = ("SaleClosed", "SaleFiguresCorrected", "PairedSaleClosed")


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxRow:
    """One period of a year, counted from 1: its facts, its tax under the profile at its end, what the games kept."""

    number: int
    first: date
    last: date
    games: int
    facts: TaxFacts
    regulation: Regulation
    due: TaxDue | None
    kept_cents: int
    changed: bool  # the profile changed within the period
    running: bool  # the period is not over


@dataclass(slots=True)
class _Month:
    supplied: int = 0
    played: int = 0
    issued: int = 0
    prizes: int = 0
    kept: int = 0
    games: int = 0


def _in_year(hall: Hall, year: int, *kinds: str) -> Any:
    zone = timezone.get_default_timezone()
    start, end = (datetime(y, 1, 1, tzinfo=zone) for y in (year, year + 1))
    return Event.objects.filter(hall=hall, kind__in=kinds, at__gte=start, at__lt=end)


def years_of(hall: Hall) -> list[int]:
    """Give the years in which something counts, newest first; the present one always."""
    found = {today().year}
    rows = Event.objects.filter(hall=hall, kind__in=("SeriesReceived", "GameClosed"))
    ends = [rows.order_by(order).values_list("at", flat=True).first() for order in ("position", "-position")]
    if ends[0] and ends[1]:
        found |= set(range(timezone.localtime(ends[0]).year, timezone.localtime(ends[1]).year + 1))
    return sorted(found, reverse=True)


def _months(hall: Hall, year: int) -> dict[int, _Month]:
    months: dict[int, _Month] = defaultdict(_Month)
    _add_supplies(hall, year, months)
    _add_games(hall, year, months)
    return months


def _add_supplies(hall: Hall, year: int, months: dict[int, _Month]) -> None:
    """Add the face value of printed series that came in, and take off those given back."""
    for at, told in _in_year(hall, year, "SeriesReceived").values_list("at", "payload"):
        if told["medium"] == Medium.PHYSICAL:
            cards = told["last_number"] - told["first_number"] + 1
            months[timezone.localtime(at).month].supplied += cards * told["face_value_cents"] * told["parts"]
    for at, stream in _in_year(hall, year, "SeriesWithdrawn").values_list("at", "stream"):
        letter, ident = stream.split(":")[1:]
        series = CardSeries.objects.get(hall=hall, letter=letter, ident=ident)
        if series.medium == Medium.PHYSICAL:
            months[timezone.localtime(at).month].supplied -= series.size * series.face_value_cents * series.parts


def _add_games(hall: Hall, year: int, months: dict[int, _Month]) -> None:
    """Add the games closed in the year: their figures as last corrected, and what they owe their winners."""
    closed = {
        stream: (number, timezone.localtime(at).month)
        for stream, number, at in _in_year(hall, year, "GameClosed").values_list("stream", "session_no", "at")
    }
    sessions = {number for number, _month in closed.values()}
    rows = Event.objects.filter(hall=hall, session_no__in=sessions)
    void = set(rows.filter(kind="GameVoided").values_list("stream", flat=True))
    figures = dict(rows.filter(kind__in=_FIGURES).order_by("position").values_list("stream", "payload"))
    prizes = _prizes(hall, sessions)
    for stream, (_number, at) in closed.items():
        if stream in void or stream not in figures:
            continue
        told, month = figures[stream]["figures"], months[at]
        sold = told["physical_sold"] + told["virtual_sold"]
        month.games += 1
        month.played += told["takings_cents"]
        # All cards of a game have one face value (O79 33.4.a), so this division leaves no rest.
        month.issued += told["takings_cents"] * told["virtual_sold"] // sold
        month.kept += told["tax_cents"]
        month.prizes += prizes.get(stream, 0)


def _prizes(hall: Hall, sessions: set[int]) -> dict[str, int]:
    rows = Award.objects.filter(game__session__hall=hall, game__session__session_no__in=sessions)
    sums = rows.exclude(status="void").values_list("game__session__session_no", "game__game_no")
    return {f"game:{session}:{game}": cents for session, game, cents in sums.annotate(total=Sum("cents"))}


def _end_of(year: int, month: int) -> date:
    following = date(year + month // MONTHS, month % MONTHS + 1, 1)
    return following - timedelta(days=1)


def _known_on(hall: Hall, day: date) -> Regulation:
    """Give the profile at the end of a day, as it was filed by then or since."""
    zone = timezone.get_default_timezone()
    return regulation_at(hall, datetime(day.year, day.month, day.day, 23, 59, 59, tzinfo=zone), hindsight=True)


def tax_report(hall: Hall, year: int, period: Period) -> list[TaxRow]:
    """Give the periods of a year that have begun, in order: what happened in each and what it owes."""
    now = today()
    months = _months(hall, year)
    long, rows, before = LONG[period], [], 0
    for number in range(1, MONTHS // long + 1):
        own = range((number - 1) * long + 1, number * long + 1)
        first, last = date(year, own[0], 1), _end_of(year, own[-1])
        if first > now:
            break
        facts = TaxFacts(
            supplied_cents=sum(months[m].supplied for m in own),
            played_cents=sum(months[m].played for m in own),
            issued_cents=sum(months[m].issued for m in own),
            prizes_cents=sum(months[m].prizes for m in own),
        )
        known, at_first = _known_on(hall, min(last, now)), _known_on(hall, first)
        due = tax_due(known.tax, facts, base_before_cents=before) if known.tax else None
        before += base_of(known.tax, facts) if known.tax else 0
        rows.append(
            TaxRow(
                number=number,
                first=first,
                last=last,
                games=sum(months[m].games for m in own),
                facts=facts,
                regulation=known,
                due=due,
                kept_cents=sum(months[m].kept for m in own),
                changed=known.tax != at_first.tax,
                running=last >= now,
            )
        )
    return rows


def total_of(rows: list[TaxRow]) -> TaxRow | None:
    """Add up the periods of a year; the rate is none of one row's. None when there is none."""
    if not rows:
        return None
    names = ("supplied_cents", "played_cents", "issued_cents", "prizes_cents")
    facts = TaxFacts(**{name: sum(getattr(row.facts, name) for row in rows) for name in names})
    dues = [row.due for row in rows if row.due]
    due = None
    if dues:
        sums = {name: sum(getattr(one, name) for one in dues) for name in ("face_cents", "base_cents", "due_cents")}
        due = TaxDue(rate_bp=0, **sums)
    games, kept = sum(row.games for row in rows), sum(row.kept_cents for row in rows)
    return replace(rows[-1], number=0, first=rows[0].first, games=games, facts=facts, due=due, kept_cents=kept)

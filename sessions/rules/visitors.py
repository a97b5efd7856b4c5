"""
Who comes in and how many: entry cards and their days, ages, seats, and how long a record is kept.

A day is a calendar day of the hall; the day of an entry card lasts until six in the morning, so that a night is one.
"""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from enum import StrEnum
from typing import Final

from sessions.rules import errors
from sessions.rules.admission_events import InsideCorrected, VisitorAdmitted, VisitorHeld, VisitorsLeft
from sessions.rules.staff import MOST_PLAYERS

LEAST_AGE: Final = 18
OLDEST: Final = 120
DAY_ENDS: Final = timedelta(hours=6)
_YEAR_MONTHS: Final = 12


class Validity(StrEnum):
    """How long an entry card is valid (O79 31.3)."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class Verdict(StrEnum):
    """What the door says of a document: may not come in, no record yet, or on file."""

    NO_ENTRY = "no_entry"
    NEW = "new"
    KNOWN = "known"


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorState:
    """The door as it stands: people inside, seats (None = no limit stated), and whether no game is on."""

    inside: int
    seats: int | None
    open: bool

    @property
    def full(self) -> bool:
        """Whether nobody else fits in."""
        return self.seats is not None and self.inside >= self.seats


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """An entry card: its number and last day; `issued` = its validity where it is issued as they come in."""

    card_no: int
    valid_until: date
    issued: Validity | None = None


def months_after(day: date, months: int) -> date:
    """
    Give the day so many months later; where that month is shorter, its last day.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 31.3.
    """
    years, month = divmod(day.month - 1 + months, _YEAR_MONTHS)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def age_on(birth: date, day: date) -> int:
    """
    Give the age in whole years; who was born on 29 February has the birthday on 1 March of a common year.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 30.1.a.
    """
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


def check_age(birth: date, day: date, least: int = LEAST_AGE) -> None:
    """
    Refuse who is too young, or a date of birth that nobody has; the hall's own age is never below 18.

    Raises:
        VisitorDataWrong: The date is to come, or more than 120 years ago.
        VisitorTooYoung: They are below the age.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 30.1.a.
    """
    age, years = age_on(birth, day), max(least, LEAST_AGE)
    if not 0 <= age <= OLDEST:
        raise errors.VisitorDataWrong
    if age < years:
        raise errors.VisitorTooYoung(years=years)


def card_day(at: datetime, zone: tzinfo) -> date:
    """
    Give the day on which an entry card is issued or shown: until six in the morning it is still the day before.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 31.3.
    """
    return (at.astimezone(zone).replace(tzinfo=None) - DAY_ENDS).date()


def valid_until(issued: date, validity: Validity) -> date:
    """
    Give an entry card's last day, from date to date.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 31.3.
    """
    match validity:
        case Validity.DAY:
            return issued
        case Validity.WEEK:
            return issued + timedelta(days=7)
        case Validity.MONTH:
            return months_after(issued, 1)
        case Validity.YEAR:
            return months_after(issued, _YEAR_MONTHS)


def seats_of(category: str, capacity: int, terminals: int) -> int | None:
    """
    Give how many people the hall may hold: the stricter of its category and its own capacity; None = neither stated.

    Args:
        category: The permit's, "" when not stated.
        capacity: The permit's own number, 0 when not stated.
        terminals: Electronic terminals, each of which takes a seat.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 21.4, 22.1.
    """
    limits = [most for most in (MOST_PLAYERS.get(category), capacity or None) if most is not None]
    return max(min(limits) - terminals, 0) if limits else None


def check_door(door: DoorState) -> None:
    """
    Refuse an entry while a game is on or the hall is full.

    Raises:
        GameBeingPlayed: A game is on, or the second of a pair is to come.
        HallFull: Nobody else fits in.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 21.4, 32.1.
    """
    if not door.open:
        raise errors.GameBeingPlayed
    if door.full:
        raise errors.HallFull(inside=door.inside, seats=door.seats)


def decide_admission(door: DoorState, *, visitor_no: int, card: Card | None, day: date) -> VisitorAdmitted:
    """
    Let a visitor in who is on file, was not refused, and has an entry card.

    Args:
        door: The door as it stands.
        visitor_no: The record's number.
        card: The card that is shown or issued; None = none.
        day: The card's day (`card_day`).

    Raises:
        GameBeingPlayed, HallFull: As `check_door`.
        EntryCardNeeded: There is no card, or its last day is over.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 21.4, 31.2, 31.4, 32.1.
    """
    check_door(door)
    if card is None or card.valid_until < day:
        raise errors.EntryCardNeeded
    return VisitorAdmitted(
        visitor_no=visitor_no,
        inside=door.inside + 1,
        card_no=card.card_no,
        issued=str(card.issued) if card.issued else "",
        valid_until=card.valid_until.isoformat(),
    )


def decide_hold(door: DoorState, *, visitor_no: int, last_turn: int) -> VisitorHeld:
    """
    Let a visitor wait at the door, with the next turn, for the end of the game or for a seat.

    Raises:
        NobodyMustWait: They may come in now.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 21.4, 32.1.
    """
    if door.open and not door.full:
        raise errors.NobodyMustWait
    return VisitorHeld(visitor_no=visitor_no, turn=last_turn + 1, waiting=True)


def decide_leaving(door: DoorState, *, count: int, visitor_no: int = 0) -> VisitorsLeft:
    """
    Count people out.

    Raises:
        FewerInside: There are not as many inside.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 21.4.
    """
    if count > door.inside:
        raise errors.FewerInside(inside=door.inside)
    return VisitorsLeft(count=count, inside=door.inside - count, visitor_no=visitor_no)


def decide_correction(door: DoorState, *, inside: int, reason: str) -> InsideCorrected:
    """
    Put right the number of people inside, after they were counted; it may be above the seats, which is then seen.

    Raises:
        CountUnchanged: It is that number already.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 21.4.
    """
    if inside == door.inside:
        raise errors.CountUnchanged(inside=inside)
    return InsideCorrected(was=door.inside, inside=inside, reason=reason)


def time_is_over(last_visit: date, months: int, today: date) -> bool:
    """
    Tell whether a record's time is over: the day after so many months from the last visit; on that day it is kept.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 31.5.
    """
    return today > months_after(last_visit, months)

"""
The professional document: who may serve in a hall, and until when (O79 23 c, 28).

Days are days of the hall's wall clock. A document is good on its last day.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from sessions.rules import errors

VALID_YEARS: Final = 3
"""O79 28.5."""

SOON_DAYS: Final = 60
"""So long before its last day a document is to be renewed; the law says nothing of it."""

LONGEST_NUMBER: Final = 40


class Licence(StrEnum):
    """How somebody's document is on a day."""

    VALID = "valid"
    ENDING = "ending"
    EXPIRED = "expired"
    UNDATED = "undated"
    NONE = "none"


GOOD: Final = frozenset({Licence.VALID, Licence.ENDING})
"""With these somebody may be at a post."""


def last_day_of(issued: date) -> date:
    """
    Give the last day of a document issued on a day: the same day three years later, counted from date to date.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 28.5.
    """
    try:
        return issued.replace(year=issued.year + VALID_YEARS)
    except ValueError:  # the 29th of February, three years later
        return issued.replace(year=issued.year + VALID_YEARS, day=28)


def licence_on(number: str, until: date | None, day: date) -> Licence:
    """
    Tell how a document is on a day; one whose last day is not stated proves nothing.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 28.1 and 28.5.
    """
    if not number:
        return Licence.NONE
    if until is None:
        return Licence.UNDATED
    if until < day:
        return Licence.EXPIRED
    return Licence.ENDING if until - day <= timedelta(days=SOON_DAYS) else Licence.VALID


def check_dates(number: str, issued: date | None, until: date | None, day: date) -> None:
    """
    Refuse a document that cannot be: without a number, issued in the future, or good for more than three years.

    Args:
        number: The document's, "" to take it away; then there are no days either.
        issued: The day it was issued.
        until: Its last day.
        day: Today.

    Raises:
        LicenceImpossible: `fault` is no_number, no_days, not_yet, backwards or too_long.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 28.1 and 28.5.
    """
    if not number:
        if issued or until:
            raise errors.LicenceImpossible(fault="no_number")
        return
    if issued is None or until is None:
        raise errors.LicenceImpossible(fault="no_days")
    if issued > day:
        raise errors.LicenceImpossible(fault="not_yet")
    if until < issued:
        raise errors.LicenceImpossible(fault="backwards")
    if until > last_day_of(issued):
        raise errors.LicenceImpossible(fault="too_long")


def check_licences(people: Collection[str], licences: Mapping[str, Licence]) -> None:
    """
    Refuse to post people without a document that is good today, in a hall that keeps its people's documents.

    Args:
        people: Who is to be posted.
        licences: How each one's document is today; who is not there has none.

    Raises:
        LicenceNeeded: Somebody has none, or its last day is not known.
        LicenceExpired: Somebody's last day is past.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 28.1.
    """
    for person in people:
        licence = licences.get(person, Licence.NONE)
        if licence == Licence.EXPIRED:
            raise errors.LicenceExpired(username=person)
        if licence not in GOOD:
            raise errors.LicenceNeeded(username=person)

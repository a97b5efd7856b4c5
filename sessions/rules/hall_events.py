"""Rows of a hall's journal that belong to no game, session or series."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# Each of these adds its own to the table below.
from sessions.rules import (  # noqa: F401
    access_events,
    admission_events,
    player_events,
    staff_events,
    terminal_events,
    till_events,
)
from sessions.rules.hall_event import HallEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class LicenceSet(HallEvent):
    """What the hall's opening permit says (O79 22, 32.3); hours are the wall clock's, "" = not stated."""

    category: str
    opening: str
    closing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimantShown(HallEvent):
    """The Jefe de Sala was shown who made a complaint; the row says who looked."""

    complaint_no: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileFiled(HallEvent):
    """A version of a profile was filed, valid from a date, its values and texts of this hash."""

    code: str
    version: int
    name: str
    valid_from: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileChosen(HallEvent):
    """The hall plays under another profile, `version` of it being in force then."""

    code: str
    version: int
    was: str
    sha256: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookOpened(HallEvent):
    """The authority stamped the next book of minutes (O79 37.2); it begins with this row."""

    number: int
    first_folio: int
    authorised_ref: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ElectronicDrawAuthorised(HallEvent):
    """The hall may draw without balls, under this reference of this day; both "" = it may not any more."""

    reference: str
    dated: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawerOpened(HallEvent):
    """A cashier opened the cash drawer of a till without a payment, and said why; the row says who and when."""

    printer: str
    reason: str


HALL_EVENTS: Final = {cls.__name__: cls for cls in HallEvent.__subclasses__()}

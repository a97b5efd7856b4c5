"""What happens at the admission desk; visitors are numbers here, never names."""

from __future__ import annotations

from dataclasses import dataclass

from sessions.rules.hall_event import HallEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitorRegistered(HallEvent):
    """A visitor's record was opened at the first visit (O79 31.1); its number is drawn by chance and tells nothing."""

    visitor_no: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitorCorrected(HallEvent):
    """What a visitor's record says was corrected."""

    visitor_no: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitorAdmitted(HallEvent):
    """
    A visitor came in (O79 31.2, 31.4); `inside` = people in the hall after it.

    `card_no` is the entry card that was valid; `issued` = day, week, month or year where it was issued now, else "".
    `valid_until` is its last day, ISO 8601.
    """

    visitor_no: int
    inside: int
    card_no: int
    issued: str
    valid_until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitorHeld(HallEvent):
    """A visitor waits at the door for the end of the game (O79 32.1), with a turn; `waiting` false = waits no more."""

    visitor_no: int
    turn: int
    waiting: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitorsLeft(HallEvent):
    """People went out; `visitor_no` 0 = nobody asked who. `inside` = people in the hall after it."""

    count: int
    inside: int
    visitor_no: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class InsideCorrected(HallEvent):
    """People were counted in the hall, and the number kept at the door was another."""

    was: int
    inside: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRefused(HallEvent):
    """Somebody was not let in while no session was open, so that no minutes could say it (O79 30.1)."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BanRegisterLoaded(HallEvent):
    """A register of bans was loaded, whole: how many marks it has, how many came and how many left (O79 30.1)."""

    register: str
    count: int
    added: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionHeld(HallEvent):
    """A visitor's record is kept beyond its time, for a reason of law; `held` false = no longer."""

    visitor_no: int
    held: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitorsExported(HallEvent):
    """The visitors' file was given out, for whom or what; the row says who did it."""

    count: int
    form: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitorsPurged(HallEvent):
    """So many records were destroyed, their time being over (O79 31.5); `months` after the last visit."""

    count: int
    months: int

"""What changes about the people who work in the hall. People are told by their log-in names: no other name is kept."""

from __future__ import annotations

from dataclasses import dataclass

from sessions.rules.hall_event import HallEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffEngaged(HallEvent):
    """Somebody began to work in the hall, with these professional posts (O79 24)."""

    username: str
    posts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffPostsSet(HallEvent):
    """Somebody's professional posts changed, and with them what they may do; their log-ins ended."""

    username: str
    posts: tuple[str, ...]
    was: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffLicenceSet(HallEvent):
    """Somebody's professional document (O79 28): days as 2026-11-30, the last one included; all "" = taken away."""

    username: str
    number: str
    issued: str
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffRenamed(HallEvent):
    """Somebody's name was written anew; neither name is told."""

    username: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffEnded(HallEvent):
    """Somebody stopped working in the hall: from then on they enter nowhere, and their log-ins ended."""

    username: str
    posts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffReturned(HallEvent):
    """Somebody who had stopped works in the hall again, with the posts they had."""

    username: str
    posts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PasswordGiven(HallEvent):
    """Somebody was given a one-time password, good until that moment (UTC); their log-ins ended."""

    username: str
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PasswordChosen(HallEvent):
    """Somebody chose their own password; their log-ins elsewhere ended."""

    username: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PinCleared(HallEvent):
    """Somebody's PIN was taken away, so that they set another."""

    username: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsPlanned(HallEvent):
    """Somebody is to work at a post on these nights, from and until these hours of the wall clock (O79 26.1)."""

    username: str
    post: str
    nights: tuple[str, ...]
    starts: str
    ends: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnDropped(HallEvent):
    """A turn is no longer planned."""

    username: str
    post: str
    night: str
    starts: str

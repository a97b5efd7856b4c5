"""What happens to the hall's enrolled terminals."""

from __future__ import annotations

from dataclasses import dataclass

from sessions.rules.hall_event import HallEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolmentOffered(HallEvent):
    """A one-time code was shown: it lets one device in, for this use and place. The code is in no record."""

    device: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolmentLocked(HallEvent):
    """Too many wrong codes came from one address of the network; it may not try for a while."""

    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalEnrolled(HallEvent):
    """A device typed its code and was given its secret; `terminal` is its number from now on."""

    terminal: int
    device: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalMoved(HallEvent):
    """A terminal stands elsewhere, or its place has another name."""

    terminal: int
    place: str
    was: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalRevoked(HallEvent):
    """A terminal's secret opens nothing any more."""

    terminal: int
    place: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalLost(HallEvent):
    """Terminals were heard no more while a session was open; `game_no` is the game being played, 0 = none."""

    terminals: tuple[int, ...]
    game_no: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalBack(HallEvent):
    """Terminals that had been lost are heard again."""

    terminals: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalSignedOut(HallEvent):
    """The house ended a player's log-in at a terminal: nobody touched it ("idle"), or it was lost ("lost")."""

    terminal: int
    player: int
    reason: str

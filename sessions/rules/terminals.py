"""
What each kind of device is for, when it is lost, and when a player's log-in at it ends. Facts in, answers out.

A device is let in for one use and is nothing else, whoever logs in at it: a player's terminal has no way into the
hall's work (reliability U4, T15).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from sessions.rules import errors


class TerminalKind(StrEnum):
    """What a device is enrolled for."""

    PLAYER_TERMINAL = "player_terminal"
    SELLER_TABLET = "seller_tablet"
    CALLER = "caller"
    CASH_DESK = "cash_desk"
    TABLE_DESK = "table_desk"
    DOOR = "door"
    WALL = "wall"


@dataclass(frozen=True, slots=True)
class Use:
    """What a kind of device lets through: permissions by their short name, and the address it begins at."""

    permissions: frozenset[str]
    home: str


USES: Final[dict[TerminalKind, Use]] = {
    TerminalKind.PLAYER_TERMINAL: Use(frozenset({"play_cards"}), "/terminal/"),
    TerminalKind.SELLER_TABLET: Use(frozenset({"sell_cards"}), "/venta/"),
    TerminalKind.CALLER: Use(frozenset({"call_balls"}), "/locutor/"),
    TerminalKind.CASH_DESK: Use(frozenset({"keep_cash"}), "/caja/"),
    # The Jefe de Sala has no desk of their own by the law: theirs is the table's, or the server's own computer.
    TerminalKind.TABLE_DESK: Use(frozenset({"run_table", "call_balls", "direct_session"}), "/mesa/"),
    TerminalKind.DOOR: Use(frozenset({"admit"}), "/admision/"),
    TerminalKind.WALL: Use(frozenset(), "/sala/"),
}

KIOSKS: Final = frozenset({TerminalKind.PLAYER_TERMINAL, TerminalKind.WALL})
"""Devices in the public's hands or sight: what is not theirs by name is refused."""

CODE_SIGNS: Final = "ACDEFGHJKMNPQRTUVWXY34679"
"""Signs of a one-time code; none looks like another: no 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B."""

CODE_LENGTH: Final = 8
CODE_LIVES: Final = timedelta(minutes=10)
MOST_TRIES: Final = 5
TRIES_LOCK: Final = timedelta(minutes=15)
LONGEST_PLACE: Final = 60

LOST_SECONDS: Final = 9.0
"""A terminal that says nothing for so long is lost: a page loaded anew is quicker, and people are told within ten."""

LOST_LOG_IN_ENDS: Final = timedelta(minutes=2)
LEAST_BETWEEN_NOTES: Final = timedelta(minutes=1)
"""A terminal that comes and goes is shown each time, and is written down at most once in this time."""

WORST_SKEW_MS: Final = 2_000


def code_in(typed: str) -> str:
    """
    Read a one-time code as somebody typed it: small letters, spaces and dashes are no fault.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.7.
    """
    return "".join(sign for sign in typed.upper() if sign in CODE_SIGNS)[: CODE_LENGTH + 1]


def check_place(place: str) -> str:
    """
    Give a place as it is kept.

    Raises:
        PlaceNeeded: It is empty or too long.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.7.
    """
    kept = " ".join(place.split())
    if not kept or len(kept) > LONGEST_PLACE:
        raise errors.PlaceNeeded(most=LONGEST_PLACE)
    return kept


def check_offer(*, used: bool, expires_at: datetime, now: datetime) -> None:
    """
    Check that a code may still let a device in.

    Raises:
        EnrolmentCodeUsed: It has done so.
        EnrolmentCodeExpired: Its time is over.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.7.
    """
    if used:
        raise errors.EnrolmentCodeUsed
    if now >= expires_at:
        raise errors.EnrolmentCodeExpired


def permissions_at(kind: str) -> frozenset[str]:
    """
    Give the permissions a device of this kind lets through, whoever works at it; an unknown kind lets none.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.
    """
    return USES[TerminalKind(kind)].permissions if kind in set(TerminalKind) else frozenset()


def may_be_noted(noted_at: datetime | None, now: datetime) -> bool:
    """
    Tell whether a loss goes into the journal, or this terminal's last one is too fresh in it.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.1.
    """
    return noted_at is None or now - noted_at >= LEAST_BETWEEN_NOTES


def signs_out(*, idle_seconds: float, limit_seconds: int, plays: bool) -> bool:
    """
    Tell whether a player nobody hears of is logged out: never while their cards play, and never with no limit (0).

    Source:
        article 85.3; O. 9-1-1979 (BOE-A-1979-2188), art. 36.4.
    """
    return bool(limit_seconds) and not plays and idle_seconds >= limit_seconds


def clock_is_wrong(skew_ms: int | None) -> bool:
    """
    Tell whether a device's clock is so far from the hall's that somebody must set it.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.1.
    """
    return skew_ms is not None and abs(skew_ms) > WORST_SKEW_MS


def seats_of(kinds: Iterable[str]) -> int:
    """
    Count the seats that terminals take of the hall's capacity: one each player's terminal.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 21.4.
    """
    return sum(kind == TerminalKind.PLAYER_TERMINAL for kind in kinds)

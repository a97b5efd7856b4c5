"""What happens at the tills between payments: floats, drops, hand-overs, counts; and the tips."""

from __future__ import annotations

from dataclasses import dataclass

from sessions.rules.hall_event import HallEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Coins:
    """So many coins or notes of one value."""

    value_cents: int
    pieces: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TillOpened(HallEvent):
    """
    A cashier counted a till and began a shift at it; `count` is what lies in it, by denomination.

    Expected was what the books had there and what came `from_safe_cents`; a difference above the hall's limit is
    signed by `second`, one of the senior posts.
    """

    till: str
    shift_no: int
    holder: str
    count: tuple[Coins, ...]
    counted_cents: int
    expected_cents: int
    from_safe_cents: int = 0
    second: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TillToppedUp(HallEvent):
    """Money came into a till from the safe; moves are numbered within their shift."""

    till: str
    shift_no: int
    move_no: int
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TillDropped(HallEvent):
    """Money went from a till into the safe; moves are numbered within their shift."""

    till: str
    shift_no: int
    move_no: int
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TillMoveUndone(HallEvent):
    """The last move between a till and the safe was taken back: it was keyed wrong."""

    till: str
    shift_no: int
    move_no: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TillCounted(HallEvent):
    """A till was counted before anybody was told what should lie in it; each count stays, the last one counts."""

    till: str
    shift_no: int
    count: tuple[Coins, ...]
    counted_cents: int
    expected_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TillHandedOver(HallEvent):
    """A till went from one cashier to another by the last count, both with their PIN; the next shift begins."""

    till: str
    shift_no: int
    holder: str
    next_shift_no: int
    taker: str
    counted_cents: int
    expected_cents: int
    reason: str = ""
    second: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TillClosed(HallEvent):
    """A shift ended by the last count; `dropped_cents` of it went into the safe, the rest stays in the drawer."""

    till: str
    shift_no: int
    holder: str
    counted_cents: int
    expected_cents: int
    dropped_cents: int
    reason: str = ""
    second: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SafeMoved(HallEvent):
    """The hall brought money into the safe to work with, or (negative) took it out again."""

    amount_cents: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TipsCounted(HallEvent):
    """
    The tips' box was opened and counted at the end (O79 27.2): one entry of the tips book.

    `counter` signed with their PIN; `licence_no` is the number of their professional document, "" = not stated.
    """

    entry_no: int
    count: tuple[Coins, ...]
    counted_cents: int
    counter: str
    licence_no: str
    remarks: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TipsShared(HallEvent):
    """The whole content of an entry of the tips book was given to the staff's representative (O79 27.3)."""

    entry_no: int
    amount_cents: int
    taker: str

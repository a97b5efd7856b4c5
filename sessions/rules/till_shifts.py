"""A person's time at a till, folded from the hall's journal; and the money each of its events must have moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from sessions.rules.hall_event import HallEvent
from sessions.rules.till_events import (
    SafeMoved,
    TillClosed,
    TillCounted,
    TillDropped,
    TillHandedOver,
    TillMoveUndone,
    TillOpened,
    TillToppedUp,
    TipsCounted,
    TipsShared,
)

MAIN: Final = "main"
"""The code of the main till."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """
    One person's time at a till; `counted_cents` None = not counted since it began. `moves` were made with the safe.

    `undone`: the last of them was taken back.
    """

    till: str
    shift_no: int
    holder: str
    opened_cents: int
    counted_cents: int | None = None
    expected_cents: int | None = None
    moves: int = 0
    undone: bool = False
    open: bool = True


def apply_till_event(shifts: Mapping[int, Shift], event: HallEvent) -> dict[int, Shift]:
    """
    Fold one event into the hall's shifts by number; others than tills' change nothing.

    Raises:
        LookupError: It is of a shift that never began.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.5.
    """
    known = dict(shifts)
    match event:
        case TillOpened():
            known[event.shift_no] = _begun(event.till, event.shift_no, event.holder, event.counted_cents)
        case TillDropped() | TillToppedUp():
            known[event.shift_no] = replace(known[event.shift_no], moves=event.move_no, undone=False)
        case TillMoveUndone():
            known[event.shift_no] = replace(known[event.shift_no], undone=True)
        case TillCounted():
            known[event.shift_no] = replace(
                known[event.shift_no], counted_cents=event.counted_cents, expected_cents=event.expected_cents
            )
        case TillHandedOver():
            known[event.shift_no] = replace(known[event.shift_no], open=False)
            known[event.next_shift_no] = _begun(event.till, event.next_shift_no, event.taker, event.counted_cents)
        case TillClosed():
            known[event.shift_no] = replace(known[event.shift_no], open=False)
        case _:
            pass
    return known


def _begun(till: str, shift_no: int, holder: str, opened_cents: int) -> Shift:
    return Shift(till=till, shift_no=shift_no, holder=holder, opened_cents=opened_cents)


def moved_by(event: HallEvent) -> dict[tuple[str, str], int]:
    """
    Give what an event of the tills must have moved: {(kind of entry, till, "safe" or "tips"): cents onto it}.

    A move taken back is not known here: its entry is the reversal of another.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 24.5, 27.
    """
    match event:
        case SafeMoved():
            return {("safe", "safe"): event.amount_cents}
        case TipsCounted():
            return {("tips", "tips"): event.counted_cents}
        case TipsShared():
            return {("tips_shared", "tips"): -event.amount_cents}
        case _:
            return {(kind, till): cents for kind, till, cents in _moved_at_till(event)}


def _moved_at_till(event: HallEvent) -> Iterator[tuple[str, str, int]]:
    match event:
        case TillOpened():
            yield "till_topup", event.till, event.from_safe_cents
        case TillToppedUp():
            yield "till_topup", event.till, event.amount_cents
        case TillDropped():
            yield "till_drop", event.till, -event.amount_cents
        case TillClosed():
            yield "till_drop", event.till, -event.dropped_cents
        case _:
            pass
    if isinstance(event, TillOpened | TillHandedOver | TillClosed):
        yield "till_difference", event.till, event.counted_cents - event.expected_cents

"""
Tills and shifts: counted when they begin, counted blind when they end, every difference explained.

The law makes the cashier answer for the takings and the prizes (O79 24.5, 35.1); how a hall counts them is its own.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sessions.rules import errors
from sessions.rules.till_counts import cents_of, check_amount
from sessions.rules.till_events import (
    Coins,
    TillClosed,
    TillCounted,
    TillDropped,
    TillHandedOver,
    TillMoveUndone,
    TillOpened,
    TillToppedUp,
)
from sessions.rules.till_shifts import Shift


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What a cashier asks for who begins a shift: the till, what lies in it, what of that comes from the safe now."""

    till: str
    holder: str
    count: tuple[Coins, ...]
    from_safe_cents: int = 0
    second: str = ""


def check_difference(
    *, expected_cents: int, counted_cents: int, limit_cents: int, second: str, by: Collection[str]
) -> None:
    """
    Check that a second person answers for a difference above the hall's limit.

    Raises:
        DifferenceUnsigned: Nobody does, or who counted. It says no sum: the count may be the first of many.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 24.5, 24.7.
    """
    if abs(counted_cents - expected_cents) > limit_cents and (not second or second in by):
        raise errors.DifferenceUnsigned(limit_cents=limit_cents)


def decide_opening(
    open_shifts: Collection[Shift],
    asked: Opening,
    *,
    tills: Collection[str],
    shift_no: int,
    books_cents: int,
    limit_cents: int,
) -> TillOpened:
    """
    Decide that a shift begins; `books_cents` is what the ledger has in that till before it.

    Raises:
        TillUnknown, TillAlreadyOpen, ShiftAlreadyHeld: It is no till, or it or the person is taken.
        BadAmount: Less than nothing comes from the safe, or more than a million euros.
        DifferenceUnsigned: What lies there differs by more than the hall's limit.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.5.
    """
    if asked.till not in tills:
        raise errors.TillUnknown(till=asked.till)
    for shift in open_shifts:
        if shift.till == asked.till:
            raise errors.TillAlreadyOpen(till=shift.till, holder=shift.holder)
        if shift.holder == asked.holder:
            raise errors.ShiftAlreadyHeld(till=shift.till)
    if asked.from_safe_cents:
        check_amount(asked.from_safe_cents)
    sums = {"expected_cents": books_cents + asked.from_safe_cents, "counted_cents": cents_of(asked.count)}
    check_difference(**sums, limit_cents=limit_cents, second=asked.second, by={asked.holder})
    return TillOpened(
        till=asked.till,
        shift_no=shift_no,
        holder=asked.holder,
        count=asked.count,
        from_safe_cents=asked.from_safe_cents,
        second=asked.second,
        **sums,
    )


def decide_move(shift: Shift, amount_cents: int, *, to_safe: bool) -> TillDropped | TillToppedUp:
    """
    Decide that money goes between a till and the safe.

    Raises:
        BadAmount: It is nothing, or more than a million euros.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.1: the money stays in the hall.
    """
    check_amount(amount_cents)
    kind = TillDropped if to_safe else TillToppedUp
    return kind(till=shift.till, shift_no=shift.shift_no, move_no=shift.moves + 1, amount_cents=amount_cents)


def decide_undoing(shift: Shift, reason: str) -> TillMoveUndone:
    """
    Decide that the last move with the safe is taken back; one that was is not the last of anything.

    Raises:
        NoMoveToUndo: There was none, or it was taken back.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.5.
    """
    if not shift.moves or shift.undone:
        raise errors.NoMoveToUndo
    return TillMoveUndone(till=shift.till, shift_no=shift.shift_no, move_no=shift.moves, reason=reason)


def decide_count(shift: Shift, count: tuple[Coins, ...], *, books_cents: int) -> TillCounted:
    """
    Decide a count of a till; it is kept before anybody learns what was expected.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.5.
    """
    return TillCounted(
        till=shift.till,
        shift_no=shift.shift_no,
        count=count,
        counted_cents=cents_of(count),
        expected_cents=books_cents,
    )


def _check_counted(
    shift: Shift, *, books_cents: int, limit_cents: int, reason: str, second: str, by: Collection[str]
) -> tuple[int, int]:
    if shift.counted_cents is None or shift.expected_cents is None:
        raise errors.CountFirst
    if shift.expected_cents != books_cents:
        raise errors.CountIsOld
    sums = {"expected_cents": books_cents, "counted_cents": shift.counted_cents}
    check_difference(**sums, limit_cents=limit_cents, second=second, by=by)
    if shift.counted_cents != books_cents and not reason:
        raise errors.DifferenceUnexplained(**sums)
    return shift.counted_cents, books_cents


def decide_closing(
    shift: Shift, *, books_cents: int, drop_cents: int, limit_cents: int, reason: str = "", second: str = ""
) -> TillClosed:
    """
    Decide that a shift ends by its last count; `drop_cents` of what was counted goes into the safe.

    Raises:
        CountFirst, CountIsOld: It was not counted, or money moved since.
        DifferenceUnsigned, DifferenceUnexplained: It differs, and nobody answers for it or says why.
        MoreThanCounted: More would go into the safe than lies there.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.5.
    """
    found, expected = _check_counted(
        shift, books_cents=books_cents, limit_cents=limit_cents, reason=reason, second=second, by={shift.holder}
    )
    if not 0 <= drop_cents <= found:
        raise errors.MoreThanCounted(counted_cents=found)
    return TillClosed(
        till=shift.till,
        shift_no=shift.shift_no,
        holder=shift.holder,
        counted_cents=found,
        expected_cents=expected,
        dropped_cents=drop_cents,
        reason=reason if found != expected else "",
        second=second,
    )


def decide_hand_over(
    shift: Shift,
    open_shifts: Collection[Shift],
    *,
    taker: str,
    next_shift_no: int,
    books_cents: int,
    limit_cents: int,
    reason: str = "",
    second: str = "",
) -> TillHandedOver:
    """
    Decide that a till goes from one cashier to another by its last count; neither may be the second person.

    Raises:
        SameCashier, ShiftAlreadyHeld: The taker holds this till or another.
        CountFirst, CountIsOld: It was not counted, or money moved since.
        DifferenceUnsigned, DifferenceUnexplained: It differs, and nobody answers for it or says why.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 24.5, 26.2: cashiers stand in for one another.
    """
    if taker == shift.holder:
        raise errors.SameCashier
    for other in open_shifts:
        if other.holder == taker:
            raise errors.ShiftAlreadyHeld(till=other.till)
    found, expected = _check_counted(
        shift, books_cents=books_cents, limit_cents=limit_cents, reason=reason, second=second, by={shift.holder, taker}
    )
    return TillHandedOver(
        till=shift.till,
        shift_no=shift.shift_no,
        holder=shift.holder,
        next_shift_no=next_shift_no,
        taker=taker,
        counted_cents=found,
        expected_cents=expected,
        reason=reason if found != expected else "",
        second=second,
    )


def check_tills_closed(open_shifts: Collection[Shift]) -> None:
    """
    Check that no till is open, as a session wants that closes.

    Raises:
        TillStillOpen: One is.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.5.
    """
    for shift in open_shifts:
        raise errors.TillStillOpen(till=shift.till, holder=shift.holder)

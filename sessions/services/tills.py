"""The tills' deeds: shifts opened, counted, handed over and closed; money to and from the safe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.db.models import Max

from ledger import services as ledger
from ledger.models import Entry
from ledger.rules.accounts import DIFFERENCES, FLOAT, MAIN_TILL, SAFE, till_account
from records.models import Event
from sessions.journal import codec
from sessions.journal.hall_door import OpenHall, open_hall
from sessions.models import TillShift
from sessions.rules import errors, tills
from sessions.rules.hall_event import HallEvent
from sessions.rules.hall_events import HALL_EVENTS
from sessions.rules.till_counts import MOST_MOVED_CENTS, counted
from sessions.rules.till_events import (
    SafeMoved,
    TillClosed,
    TillDropped,
    TillHandedOver,
    TillMoveUndone,
    TillOpened,
    TillToppedUp,
)
from sessions.rules.till_shifts import Shift, apply_till_event
from sessions.selectors.tills import known_tills, shift_of

REQUIRED: Final = "required"


def till_of(hall_id: int, actor: str) -> str:
    """
    Give the account of the till that somebody pays from and takes into: the one they hold, else the main one.

    Within a door it comes before the accounts: the shift stays as it is until the door's end.

    Raises:
        NoOpenShift: They hold none, and the hall wants a shift for every coin.
    """
    held = TillShift.objects.select_for_update(no_key=True).filter(hall_id=hall_id, holder=actor, closed_at=None)
    shift = held.first()
    if shift is not None:
        return shift.account
    if settings.BINGO_TILL_SHIFTS == REQUIRED:
        raise errors.NoOpenShift
    return MAIN_TILL


def open_tills(hall_id: int) -> list[Shift]:
    """Give the shifts that are open, by number; whoever holds the safe's account is alone in changing them."""
    rows = TillShift.objects.filter(hall_id=hall_id, closed_at=None)
    return [shift_of(row) for row in rows.order_by("shift_no")]


def check_tills_closed(hall_id: int) -> None:
    """
    Check that no till is open where the hall wants shifts.

    Raises:
        TillStillOpen: One is.
    """
    if settings.BINGO_TILL_SHIFTS == REQUIRED:
        tills.check_tills_closed(open_tills(hall_id))


def _held(hall_id: int, actor: str) -> Shift:
    """Find the open shift that somebody holds; raises NoOpenShift."""
    row = TillShift.objects.select_for_update(no_key=True).filter(hall_id=hall_id, holder=actor, closed_at=None).first()
    if row is None:
        raise errors.NoOpenShift
    return shift_of(row)


def _next_shift_no(hall_id: int) -> int:
    last = TillShift.objects.filter(hall_id=hall_id).aggregate(last=Max("shift_no"))["last"]
    return (last or 0) + 1


def _books_cents(hall_id: int, till: str) -> int:
    """Give what the books have in a till, locked together with all that a deed of tills moves."""
    account = till_account(till)
    return ledger.lock(hall_id, (account, SAFE, DIFFERENCES))[account].balance_cents


def _said(row: Event) -> HallEvent:
    return codec.decode(HALL_EVENTS[row.kind], row.payload)


def _record(opened: OpenHall, event: HallEvent) -> None:
    """Record an event of the tills and write the shifts as it leaves them."""
    rows = TillShift.objects.filter(hall=opened.hall, closed_at=None)
    before = {row.shift_no: shift_of(row) for row in rows}
    for shift_no, shift in apply_till_event(before, event).items():
        if before.get(shift_no) == shift:
            continue
        told = {name: getattr(shift, name) for name in ("till", "holder", "opened_cents", "moves", "undone")}
        told |= {"counted_cents": shift.counted_cents, "expected_cents": shift.expected_cents}
        told |= {} if shift.open else {"closed_at": opened.at}
        TillShift.objects.update_or_create(
            hall=opened.hall, shift_no=shift_no, defaults=told, create_defaults={**told, "opened_at": opened.at}
        )
    opened.record(event)


def _post(opened: OpenHall, kind: str, legs: Mapping[str, int], *, key: str | None = None) -> None:
    if any(legs.values()):
        ledger.post(opened.hall.pk, kind, legs, actor=opened.actor, at=opened.at, key=key)


def _post_difference(opened: OpenHall, event: TillOpened | TillHandedOver | TillClosed) -> None:
    cents = event.counted_cents - event.expected_cents
    _post(opened, "till_difference", {till_account(event.till): cents, DIFFERENCES: -cents})


def open_till(
    *,
    hall_id: int,
    till: str,
    pieces: Mapping[int, int],
    from_safe_cents: int = 0,
    second: str = "",
    actor: str,
    source_ref: str | None = None,
) -> HallEvent:
    """
    Begin a shift: what lies in the drawer is counted, what of it comes from the safe now is said.

    Raises:
        TillUnknown, TillAlreadyOpen, ShiftAlreadyHeld, BadCount, BadAmount, DifferenceUnsigned: As the rules say.
    """
    count = counted(pieces)
    body = {"till": till, "count": codec.encode(count), "from_safe_cents": from_safe_cents, "second": second}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="open_till", body=body) as opened:
        if again := opened.already():
            return _said(again)
        # The accounts first: two people who open at once come here one after the other.
        books_cents = _books_cents(hall_id, till) if till in known_tills() else 0
        event = tills.decide_opening(
            open_tills(hall_id),
            tills.Opening(till=till, holder=actor, count=count, from_safe_cents=from_safe_cents, second=second),
            tills=known_tills(),
            shift_no=_next_shift_no(hall_id),
            books_cents=books_cents,
            limit_cents=settings.BINGO_TILL_DIFFERENCE_CENTS,
        )
        _record(opened, event)
        _post(opened, "till_topup", {till_account(till): from_safe_cents, SAFE: -from_safe_cents})
        _post_difference(opened, event)
    return event


def move_money(
    *, hall_id: int, amount_cents: int, to_safe: bool, actor: str, source_ref: str | None = None
) -> HallEvent:
    """
    Drop money from one's till into the safe, or top it up from there.

    Raises:
        NoOpenShift, BadAmount: As the rules say.
    """
    body = {"amount_cents": amount_cents, "to_safe": to_safe}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="move_money", body=body) as opened:
        if again := opened.already():
            return _said(again)
        event = tills.decide_move(_held(hall_id, actor), amount_cents, to_safe=to_safe)
        _record(opened, event)
        kind, cents = ("till_drop", -amount_cents) if to_safe else ("till_topup", amount_cents)
        _post(opened, kind, {till_account(event.till): cents, SAFE: -cents}, key=_key(event))
    return event


def _key(event: TillDropped | TillToppedUp | TillMoveUndone) -> str:
    """Name a move with the safe: a request of a person never has that form."""
    return f"#till:{event.shift_no}:{event.move_no}"


def undo_move(*, hall_id: int, reason: str, actor: str, source_ref: str | None = None) -> HallEvent:
    """
    Take back the last move between one's till and the safe, which was keyed wrong.

    Raises:
        NoOpenShift, NoMoveToUndo: As the rules say.
    """
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="undo_move", body={"reason": reason}) as opened:
        if again := opened.already():
            return _said(again)
        event = tills.decide_undoing(_held(hall_id, actor), reason)
        _record(opened, event)
        moved = Entry.objects.get(hall_id=hall_id, key=_key(event))
        ledger.reverse(moved, actor=actor, at=opened.at)
    return event


def count_till(*, hall_id: int, pieces: Mapping[int, int], actor: str, source_ref: str | None = None) -> HallEvent:
    """
    Keep a count of one's till; only then is told what the books expect.

    Raises:
        NoOpenShift, BadCount: As the rules say.
    """
    count = counted(pieces)
    body = {"count": codec.encode(count)}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="count_till", body=body) as opened:
        if again := opened.already():
            return _said(again)
        shift = _held(hall_id, actor)
        event = tills.decide_count(shift, count, books_cents=_books_cents(hall_id, shift.till))
        _record(opened, event)
    return event


def close_till(
    *,
    hall_id: int,
    drop_cents: int,
    reason: str = "",
    second: str = "",
    actor: str,
    source_ref: str | None = None,
) -> HallEvent:
    """
    End one's shift by its last count; what is dropped goes into the safe, the rest stays in the drawer.

    Raises:
        NoOpenShift, CountFirst, CountIsOld, MoreThanCounted: As the rules say.
        DifferenceUnsigned, DifferenceUnexplained: It differs, and nobody answers for it or says why.
    """
    body = {"drop_cents": drop_cents, "reason": reason, "second": second}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="close_till", body=body) as opened:
        if again := opened.already():
            return _said(again)
        shift = _held(hall_id, actor)
        event = tills.decide_closing(
            shift,
            books_cents=_books_cents(hall_id, shift.till),
            drop_cents=drop_cents,
            limit_cents=settings.BINGO_TILL_DIFFERENCE_CENTS,
            reason=reason,
            second=second,
        )
        _record(opened, event)
        _post_difference(opened, event)
        _post(opened, "till_drop", {till_account(shift.till): -drop_cents, SAFE: drop_cents})
    return event


def hand_over(
    *,
    hall_id: int,
    giver: str,
    taker: str,
    reason: str = "",
    second: str = "",
    actor: str,
    source_ref: str | None = None,
) -> HallEvent:
    """
    Hand a till over by its last count; the screen has proved both cashiers by their PIN.

    Raises:
        NoOpenShift, SameCashier, ShiftAlreadyHeld: The giver holds none, or the taker one.
        CountFirst, CountIsOld, DifferenceUnsigned, DifferenceUnexplained: As the rules say.
    """
    body = {"giver": giver, "taker": taker, "reason": reason, "second": second}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="hand_over", body=body) as opened:
        if again := opened.already():
            return _said(again)
        shift = _held(hall_id, giver)
        books_cents = _books_cents(hall_id, shift.till)
        event = tills.decide_hand_over(
            shift,
            open_tills(hall_id),
            taker=taker,
            next_shift_no=_next_shift_no(hall_id),
            books_cents=books_cents,
            limit_cents=settings.BINGO_TILL_DIFFERENCE_CENTS,
            reason=reason,
            second=second,
        )
        _record(opened, event)
        _post_difference(opened, event)
    return event


def move_safe(*, hall_id: int, amount_cents: int, reason: str, actor: str, source_ref: str | None = None) -> HallEvent:
    """
    Bring money into the safe to work with, or (negative) take it out again.

    Raises:
        BadAmount: It is nothing, or more than a million euros.
    """
    body = {"amount_cents": amount_cents, "reason": reason}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="move_safe", body=body) as opened:
        if again := opened.already():
            return _said(again)
        if not 1 <= abs(amount_cents) <= MOST_MOVED_CENTS:
            raise errors.BadAmount(amount_cents=amount_cents)
        event = SafeMoved(amount_cents=amount_cents, reason=reason)
        _post(opened, "safe", {SAFE: amount_cents, FLOAT: -amount_cents})
        opened.record(event)
    return event

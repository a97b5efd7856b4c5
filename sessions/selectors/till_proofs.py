"""Proofs of the cash: sellers' hands against what they sold and handed in, tills and tips against their events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.db.models import Sum

from ledger.models import Account, Leg
from ledger.rules.accounts import SAFE, SELLER, TIPS, is_till, till_account
from records.models import Event, Hall
from sessions.journal import codec
from sessions.models import BingoSession, TillShift
from sessions.rules.hall_event import HallEvent
from sessions.rules.hall_events import HALL_EVENTS
from sessions.rules.till_events import TillDropped, TillMoveUndone, TillToppedUp
from sessions.rules.till_shifts import Shift, apply_till_event, moved_by
from sessions.selectors.cash import sold_by_seller
from sessions.selectors.tills import shift_of

_KINDS = (
    "TillOpened",
    "TillToppedUp",
    "TillDropped",
    "TillMoveUndone",
    "TillCounted",
    "TillHandedOver",
    "TillClosed",
    "SafeMoved",
    "TipsCounted",
    "TipsShared",
)
MOVES = ("till_topup", "till_drop", "till_difference", "safe", "tips", "tips_shared")
"""Kinds of entry that only events of tills, safe and tips make."""


def seller_violations(hall: Hall) -> Iterator[str]:
    """Check that each seller's account holds what was sold in all sessions less what the hand-overs settled."""
    owed: Counter[str] = Counter()
    for session in BingoSession.objects.filter(hall=hall):
        owed.update(sold_by_seller(session))
        for handed in codec.session_board(session.board).handed_in:
            owed[handed.seller] -= handed.expected_cents
    rows = Account.objects.filter(hall=hall, code__startswith=SELLER).values_list("code", "balance_cents")
    held = {code.removeprefix(SELLER): cents for code, cents in rows}
    for seller in sorted({*owed, *held}):
        has = held.get(seller, 0)
        if has != owed[seller]:
            yield f"I15 seller {seller}: the books have {has} cents in hand, sold and not handed in are {owed[seller]}"


def till_events(hall: Hall) -> list[HallEvent]:
    """Read the hall's events of tills, safe and tips, in order."""
    rows = Event.objects.filter(hall=hall, kind__in=_KINDS).order_by("position")
    return [codec.decode(HALL_EVENTS[kind], payload) for kind, payload in rows.values_list("kind", "payload")]


def till_violations(hall: Hall) -> Iterator[str]:
    """Check that the shifts are the fold of their events, and that each event moved its money and nothing else did."""
    try:
        events = till_events(hall)
        yield from _shift_violations(hall, events)
    except codec.UNFOLDABLE as wrong:
        yield f"I15 the tills' events cannot be folded: {wrong!r}"
        return
    yield from _money_violations(hall, events)


def _shift_violations(hall: Hall, events: list[HallEvent]) -> Iterator[str]:
    shifts: dict[int, Shift] = {}
    for event in events:
        shifts = apply_till_event(shifts, event)
    rows = {row.shift_no: row for row in TillShift.objects.filter(hall=hall)}
    for shift_no in sorted({*shifts, *rows}):
        if shift_no not in shifts or shift_no not in rows or shift_of(rows[shift_no]) != shifts[shift_no]:
            yield f"I15 shift {shift_no} is not the fold of its events"


def _money_violations(hall: Hall, events: list[HallEvent]) -> Iterator[str]:
    told: Counter[tuple[str, str]] = Counter()
    moves: dict[tuple[int, int], dict[tuple[str, str], int]] = {}
    for event in events:
        moved = moved_by(event)
        if isinstance(event, TillMoveUndone):
            # Its entry is the opposite of the move's.
            moved = {place: -cents for place, cents in moves[event.shift_no, event.move_no].items()}
        elif isinstance(event, TillDropped | TillToppedUp):
            moves[event.shift_no, event.move_no] = moved
        for (kind, till), cents in moved.items():
            told[kind, till if till in {SAFE, TIPS} else till_account(till)] += cents
    kept = _kept(hall)
    for kind, account in sorted({*told, *kept}):
        moved_cents = kept.get((kind, account), 0)
        if told[kind, account] != moved_cents:
            yield f"I15 {account}: {kind} moved {moved_cents} cents, its events say {told[kind, account]}"


def _kept(hall: Hall) -> dict[tuple[str, str], int]:
    """Add up what entries of the tills' own kinds moved: of tills, and of the safe and the tips by their own kinds."""
    rows: Any = Leg.objects.filter(entry__hall=hall, entry__kind__in=MOVES).values_list("entry__kind", "account__code")
    sums = {(kind, code): cents for kind, code, cents in rows.annotate(cents=Sum("cents")).order_by()}
    own = {SAFE: {"safe"}, TIPS: {"tips", "tips_shared"}}
    return {(kind, code): c for (kind, code), c in sums.items() if is_till(code) or kind in own.get(code, set())}

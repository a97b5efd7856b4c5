"""The tills as they stand: who holds which, and what a screen may know of the money in them. No writes."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from ledger.rules.accounts import MAIN_TILL
from ledger.selectors import balance_cents
from records.models import Hall
from sessions.models import TillShift
from sessions.rules.till_shifts import MAIN, Shift


def known_tills() -> tuple[str, ...]:
    """Give the codes of the hall's tills, the main one first."""
    return (MAIN, *settings.BINGO_TILLS)


def shift_of(row: TillShift) -> Shift:
    """Read a shift's row."""
    return Shift(
        till=row.till,
        shift_no=row.shift_no,
        holder=row.holder,
        opened_cents=row.opened_cents,
        counted_cents=row.counted_cents,
        expected_cents=row.expected_cents,
        moves=row.moves,
        undone=row.undone,
        open=row.closed_at is None,
    )


def till_of_person(hall: Hall, username: str) -> dict[str, Any]:
    """
    Give a cashier's own till as their screen may show it.

    Keys: till, shift_no (0: they hold none), required, tills (code, holder), counted_cents (the last count, None
    before), and cents: what the books have there, None while a shift is held, for its count is blind; `below` tells
    then whether that is less than nothing.
    """
    rows = list(TillShift.objects.filter(hall=hall, closed_at=None))
    held = next((row for row in rows if row.holder == username), None)
    cents = balance_cents(hall.pk, held.account if held else MAIN_TILL)
    holders = {row.till: row.holder for row in rows}
    return {
        "till": held.till if held else MAIN,
        "shift_no": held.shift_no if held else 0,
        "required": settings.BINGO_TILL_SHIFTS == "required",
        "tills": [
            {"till": till, "holder": holders.get(till, "")} for till in dict.fromkeys((*known_tills(), *holders))
        ],
        "counted_cents": held.counted_cents if held else None,
        "difference_cents": _difference(held),
        "moves": held.moves if held and not held.undone else 0,
        "cents": None if held else cents,
        "below": cents < 0,
    }


def of_holder(hall: Hall, username: str) -> dict[str, Any]:
    """Give a cashier's till; who holds one is told no sum of the hall's cash before the count."""
    till = till_of_person(hall, username)
    return {"till": till} | ({"cash_cents": None} if till["shift_no"] else {})


def _difference(held: TillShift | None) -> int | None:
    """Give what the last count differed by, known as soon as it is kept."""
    if held is None or held.counted_cents is None or held.expected_cents is None:
        return None
    return held.counted_cents - held.expected_cents

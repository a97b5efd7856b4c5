"""The tips book (O79 27.2), as the journal keeps it. No writes."""

from __future__ import annotations

from typing import Any

from people.models import StaffMember
from records.models import Event, Hall


def tips_book(hall: Hall) -> list[dict[str, Any]]:
    """
    List the entries of the tips book, newest first.

    Keys: entry_no, at, cents, counter (log-in), name, licence_no, remarks, coins (value_cents, pieces), and of the
    hand-out shared_at, taker, taker_name: None, "" while the money is in the box.
    """
    names = dict(StaffMember.objects.filter(hall=hall).values_list("user__username", "name"))
    rows = Event.objects.filter(hall=hall)
    shared = {row.payload["entry_no"]: row for row in rows.filter(kind="TipsShared")}
    return [
        _entry(row, shared.get(row.payload["entry_no"]), names)
        for row in rows.filter(kind="TipsCounted").order_by("-position")
    ]


def _entry(row: Event, shared: Event | None, names: dict[str, str]) -> dict[str, Any]:
    told, taker = row.payload, shared.payload["taker"] if shared else ""
    return {
        "entry_no": told["entry_no"],
        "at": row.at,
        "cents": told["counted_cents"],
        "counter": told["counter"],
        "name": names.get(told["counter"], told["counter"]),
        "licence_no": told["licence_no"],
        "remarks": told["remarks"],
        "coins": told["count"],
        "shared_at": shared.at if shared else None,
        "taker": taker,
        "taker_name": names.get(taker, taker),
    }

"""The hall's devices as people look at them: where each is, whether it is there, who works at it. No writes."""

from __future__ import annotations

from typing import Any, Final

from people.models import Terminal
from records.models import Hall
from sessions.models import BingoSession
from sessions.rules.terminals import clock_is_wrong, seats_of

MOST_SHOWN: Final = 8


def terminals_of(hall: Hall) -> list[Terminal]:
    """Give the devices that are let in, by their place."""
    return list(Terminal.objects.filter(hall=hall, revoked_at=None).order_by("place", "number"))


def revoked_of(hall: Hall, *, most: int = 20) -> list[Terminal]:
    """Give the devices that were revoked last, newest first."""
    return list(Terminal.objects.filter(hall=hall).exclude(revoked_at=None).order_by("-revoked_at")[:most])


def seats_taken(hall: Hall) -> int:
    """Count the seats that the players' terminals take of the hall's capacity."""
    kinds = Terminal.objects.filter(hall=hall, revoked_at=None).values_list("kind", flat=True)
    return seats_of(kinds)


def troubles_of(hall: Hall) -> dict[str, Any]:
    """
    Give what the manager and the table must know now: `enrolled`, `online`, `lost` and `wrong_clock` devices.

    Each trouble is `number`, `kind`, `place`, and `since` (ISO) or `skew_ms`; of many, the last ones, and `more`. After
    the close people switch devices off: then nothing is missed.
    """
    rows = terminals_of(hall)
    missed = rows if BingoSession.objects.filter(hall=hall).exclude(state="closed").exists() else []
    lost = sorted((row for row in missed if row.lost_at is not None), key=_lost_at, reverse=True)
    wrong = [row for row in rows if row.online and clock_is_wrong(row.skew_ms)]
    return {
        "enrolled": len(rows),
        "online": sum(row.online for row in rows),
        "lost": [_where(row) | {"since": _lost_at(row)} for row in lost[:MOST_SHOWN]],
        "more": max(len(lost) - MOST_SHOWN, 0),
        "wrong_clock": [_where(row) | {"skew_ms": row.skew_ms} for row in wrong[:MOST_SHOWN]],
    }


def _lost_at(row: Terminal) -> str:
    return row.lost_at.isoformat() if row.lost_at else ""


def _where(row: Terminal) -> dict[str, Any]:
    return {"number": row.number, "kind": row.kind, "place": row.place}

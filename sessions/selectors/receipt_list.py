"""The receipts of a session, newest first: what could be on paper, and what is. No writes."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.db.models import Q

from ledger.models import Entry
from ledger.rules.accounts import PLAYER
from records.models import Event, Hall
from sessions.models import BingoSession, ReceiptJob
from sessions.rules.facts import Medium
from sessions.rules.receipts import ReceiptKind
from sessions.selectors.receipts import ACCOUNT_KINDS

KINDS: Final = {
    "CardsSold": ReceiptKind.SALE,
    "SaleUndone": ReceiptKind.UNDONE,
    "CardsRefunded": ReceiptKind.REFUND,
    "RefundPaid": ReceiptKind.REFUND,
    "PrizePaid": ReceiptKind.PRIZE,
    "TakingsHandedIn": ReceiptKind.TAKINGS,
    "DrawerOpened": ReceiptKind.DRAWER,
    **ACCOUNT_KINDS,
}
MEANWHILE: Final = ("DrawerOpened", *ACCOUNT_KINDS)
"""Of no session: shown with the one that was under way."""
MOST: Final = 300
"""Rows shown; a busy session has more, and those of its last games are the ones that are asked for."""


def last_session(hall: Hall) -> BingoSession | None:
    """Give the session that is live, or was last."""
    return BingoSession.objects.filter(hall=hall).order_by("-session_no").first()


def receipts_of(hall: Hall, session: BingoSession, *, most: int = MOST) -> list[dict[str, Any]]:
    """
    List what has a receipt in a session, and the openings of drawers meanwhile.

    A row has source, number, kind, at, actor, cents, game_no, first, last and cards (0 where it is about none), what
    (a card, a player, a seller or a reason), and `papers`: copy, state, attempts, error and printer of each.
    """
    events = Event.objects.filter(hall=hall)
    begun = events.filter(stream=session.stream).order_by("seq").values_list("at", flat=True).first()
    if begun is None:
        return []
    until = session.closed_at
    meanwhile = Q(kind__in=MEANWHILE, at__gte=begun) & (Q(at__lte=until) if until else Q())
    found = events.filter(Q(session_no=session.session_no) | meanwhile, kind__in=KINDS).order_by("-position")
    newest = list(found[: most + 1])[::-1]
    rows = _joined(newest)
    if len(newest) > most and rows and rows[0]["source"] == f"event:{newest[0].position}":
        # The cut may go through one request: what is left of it is neither its sum nor its receipt.
        del rows[0]
    rows += _deposits(hall, begun, until, most)
    rows.sort(key=lambda row: row["at"], reverse=True)
    shown = rows[:most]
    papers = _papers(hall, [row["source"] for row in shown])
    return [row | {"papers": papers.get(row["source"], [])} for row in shown]


def _joined(events: list[Event]) -> list[dict[str, Any]]:
    """Make one row of the events of one request: only its first has the reference."""
    rows: list[dict[str, Any]] = []
    before: Event | None = None
    for event in events:
        if event.payload.get("medium") == Medium.VIRTUAL:
            continue
        row = _row(event)
        if before is not None and _goes_on(before, event):
            rows[-1] |= {
                "cents": rows[-1]["cents"] + row["cents"],
                "cards": rows[-1]["cards"] + row["cards"],
                "last": row["last"],
            }
        else:
            rows.append(row)
        before = event
    return rows


def _goes_on(before: Event, event: Event) -> bool:
    same = (event.stream, event.kind, event.actor, event.at) == (before.stream, before.kind, before.actor, before.at)
    return same and event.source_ref is None and event.seq == (before.seq or 0) + 1


def _row(event: Event) -> dict[str, Any]:
    told = event.payload
    first, last = told.get("first", 0), told.get("last", 0)
    in_game = (event.stream or "").startswith("game:")
    cents = next((told[name] for name in ("cents", "amount_cents", "counted_cents") if name in told), 0)
    return {
        "source": f"event:{event.position}",
        "number": str(event.position),
        "kind": KINDS[event.kind],
        "at": event.at,
        "actor": event.actor,
        "cents": cents,
        "game_no": int(str(event.stream).rsplit(":", 1)[1]) if in_game else told.get("game_no", 0),
        "first": first,
        "last": last,
        "cards": last - first + 1 if first else 0,
        "what": told.get("card")
        or told.get("player")
        or told.get("reason")
        or (told.get("seller") if "counted_cents" in told else "")
        or "",
    }


def _deposits(hall: Hall, begun: datetime, until: datetime | None, most: int) -> list[dict[str, Any]]:
    """List the deposits of old, which have no row in the journal."""
    entries = Entry.objects.filter(hall=hall, kind="deposit", stream="", at__gte=begun)
    entries = entries.filter(at__lte=until) if until else entries
    legs = entries.filter(legs__account__code__startswith=PLAYER).order_by("-pk")
    return [
        {
            "source": f"entry:{pk}",
            "number": f"C-{pk}",
            "kind": ReceiptKind.DEPOSIT,
            "at": at,
            "actor": actor,
            "cents": -cents,
            "game_no": 0,
            "first": 0,
            "last": 0,
            "cards": 0,
            "what": code.removeprefix(PLAYER),
        }
        for pk, at, actor, cents, code in legs.values_list("pk", "at", "actor", "legs__cents", "legs__account__code")[
            :most
        ]
    ]


def _papers(hall: Hall, sources: list[str]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    jobs = ReceiptJob.objects.filter(hall=hall, source__in=sources).order_by("copy")
    for job in jobs.values("source", "copy", "state", "attempts", "error", "printer"):
        found.setdefault(job.pop("source"), []).append(job)
    return found

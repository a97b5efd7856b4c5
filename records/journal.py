"""
Writing and reading the hall's journal. Appending takes the hall's head row, the last lock of every deed.

Nothing here knows bingo: kinds and payloads are the caller's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from records.chain import GENESIS, row_hash
from records.models import Event, Hall
from records.publish import nudge


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A row about to be appended; everything but its place in the chain."""

    kind: str
    payload: dict[str, Any]
    actor: str
    at: datetime
    session_no: int | None = None
    stream: str | None = None
    seq: int | None = None
    source_ref: str | None = None
    body_hash: str = ""


def append(hall_id: int, drafts: Sequence[Draft]) -> list[Event]:
    """
    Append rows to the hall's journal, inside the caller's transaction, and nudge the screens after commit.

    Raises:
        TransactionManagementError: There is no transaction to be part of.
    """
    if not transaction.get_connection().in_atomic_block:
        msg = "the journal is written inside a door's transaction"
        raise transaction.TransactionManagementError(msg)
    hall = Hall.objects.select_for_update(no_key=True).get(pk=hall_id)
    rows = []
    for draft in drafts:
        hall.head_position += 1
        row = Event(
            hall=hall,
            position=hall.head_position,
            session_no=draft.session_no,
            stream=draft.stream,
            seq=draft.seq,
            kind=draft.kind,
            payload=draft.payload,
            actor=draft.actor,
            source_ref=draft.source_ref,
            body_hash=draft.body_hash,
            at=draft.at,
            prev_hash=hall.head_hash,
        )
        row.hash = hall.head_hash = row_hash(row.prev_hash, row.chained_fields(hall.code))
        rows.append(row)
    Event.objects.bulk_create(rows)
    hall.save(update_fields=["head_position", "head_hash"])
    nudge(hall_id, hall.head_position)
    return rows


def recorded(hall_id: int, source_ref: str) -> Event | None:
    """Find the event recorded under a request's or a device's own reference."""
    return next(iter(Event.objects.filter(hall_id=hall_id, source_ref=source_ref).order_by()[:1]), None)


def recorded_run(first: Event) -> list[Event]:
    """
    Give a request's rows of one stream, in order, from its first on.

    Only the first has the reference; the others follow it without one. A row that has one begins another request,
    even of the same person in the same moment.
    """
    rows = Event.objects.filter(hall_id=first.hall_id, stream=first.stream, seq__gt=first.seq, at=first.at)
    alike = rows.filter(actor=first.actor, body_hash=first.body_hash, kind=first.kind, source_ref=None)
    run = [first]
    for row in alike.order_by("seq"):
        if row.seq != (run[-1].seq or 0) + 1:
            break
        run.append(row)
    return run


def events_after(hall_id: int, position: int, *, limit: int = 500) -> list[Event]:
    """Read the events after a position, in order."""
    return list(Event.objects.filter(hall_id=hall_id, position__gt=position).order_by("position")[:limit])


def broken_links(hall: Hall, events: Iterable[Event] | None = None, *, after: int = 0) -> Iterator[tuple[int, str]]:
    """
    Walk the chain and yield (position, what is wrong): gap, prev_hash, hash, head. Nothing = whole.

    `after` > 0 begins behind that row, whose own hash is taken as it stands.
    """
    before = Event.objects.filter(hall=hall, position=after).first() if after else None
    if after and before is None:
        yield after, "gap"
    prev, expected = before.hash if before else GENESIS, after + 1
    told = Event.objects.filter(hall=hall, position__gt=after).order_by("position").iterator()
    for row in told if events is None else events:
        if row.position != expected:
            yield expected, "gap"
            expected = row.position
        if row.prev_hash != prev:
            yield row.position, "prev_hash"
        if row.hash != row_hash(row.prev_hash, row.chained_fields(hall.code)):
            yield row.position, "hash"
        prev, expected = row.hash, row.position + 1
    if (expected - 1, prev) != (hall.head_position, hall.head_hash):
        yield hall.head_position, "head"

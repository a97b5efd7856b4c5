"""
The register of everything: the journal's rows, newest first, by kind, person, device, game, session, dates or words.

A page is read downwards from a position by one index and never counted or skipped through, so a journal of a million
rows answers as one of a thousand. What no index knows (words, names within a row) is looked for in the last two hundred
thousand rows above that position at a time; the page then offers to look further back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db.models import CharField, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from people.models import StaffMember
from records.models import Event, Hall
from sessions.registry_telling import REGISTRY_WORDS, kind_name, sentence_of

PAGE: Final = 50
LOOKED_THROUGH: Final = 200_000
MOST_EXPORTED: Final = 20_000
CHUNK: Final = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is looked for; empty = everything. Days are the hall's own, both included. `game_no` needs `session_no`."""

    kind: str = ""
    person: str = ""
    device: str = ""
    session_no: int | None = None
    game_no: int | None = None
    first_day: date | None = None
    last_day: date | None = None
    text: str = ""

    @property
    def needs_reading(self) -> bool:
        """Whether rows have to be read to know if they are meant: no index knows."""
        return bool(self.person or self.device or self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRow:
    """One row in the active language."""

    position: int
    at: datetime
    kind: str
    kind_name: str
    said: str
    who: str
    actor: str
    session_no: int | None
    game_no: str
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Rows, newest first; `older` = the position to read on below, None at the end; `looked_to` = looked back to."""

    rows: tuple[ToldRow, ...]
    older: int | None
    looked_to: int | None


def registry_page(hall: Hall, asked: Asked, *, below: int | None = None, most: int = PAGE) -> Page:
    """Give a page of rows below a position (None: from the newest on)."""
    top = min(below or hall.head_position + 1, hall.head_position + 1)
    floor = max(top - 1 - LOOKED_THROUGH, 0) if asked.needs_reading else 0
    rows = _meant(hall, asked).filter(position__lt=top, position__gt=floor).order_by("-position")
    found = list(rows[: most + 1])
    names = names_of(hall)
    told = tuple(_told(row, names) for row in found[:most])
    if len(found) > most:
        return Page(rows=told, older=found[most - 1].position, looked_to=None)
    return Page(rows=told, older=floor + 1 if floor else None, looked_to=floor + 1 if floor else None)


def registry_rows(hall: Hall, asked: Asked, *, most: int = MOST_EXPORTED) -> Iterator[ToldRow]:
    """Give rows newest first for a file, at most so many, however far back they are."""
    names, top, left = names_of(hall), hall.head_position + 1, most
    meant = _meant(hall, asked)
    while left > 0:
        rows = list(meant.filter(position__lt=top).order_by("-position")[: min(CHUNK, left)])
        if not rows:
            return
        yield from (_told(row, names) for row in rows)
        top, left = rows[-1].position, left - len(rows)


def registry_row(hall: Hall, position: int) -> tuple[ToldRow, dict[str, Any]] | None:
    """Give one row, and all it holds."""
    row = Event.objects.filter(hall=hall, position=position).first()
    if row is None:
        return None
    facts = {**row.chained_fields(hall.code), "prev_hash": row.prev_hash, "hash": row.hash}
    return _told(row, names_of(hall)), facts


def kinds_known() -> list[tuple[str, str]]:
    """Give every kind of row and its name, by name."""
    return sorted(((kind, kind_name(kind)) for kind in REGISTRY_WORDS), key=lambda pair: pair[1])


def names_of(hall: Hall) -> dict[str, str]:
    """Give the names of who works or worked in the hall, by their log-in."""
    return dict(StaffMember.objects.filter(hall=hall).values_list("user__username", "name"))


def _meant(hall: Hall, asked: Asked) -> QuerySet[Event]:
    rows = Event.objects.filter(hall=hall)
    if asked.kind:
        rows = rows.filter(kind=asked.kind)
    if asked.session_no is not None and asked.game_no is not None:
        rows = rows.filter(stream=f"game:{asked.session_no}:{asked.game_no}")
    elif asked.session_no is not None:
        rows = rows.filter(session_no=asked.session_no)
    rows = _within_days(rows, asked)
    if asked.needs_reading:
        rows = rows.annotate(told=Cast("payload", TextField()), actor_told=Cast("actor", CharField()))
    if asked.person:
        rows = rows.filter(Q(actor=asked.person) | _says(f'"{asked.person}"'))
    if asked.device:
        rows = rows.filter(Q(actor=f"device:{asked.device}") | _says(f'"{asked.device}"'))
    if asked.text:
        rows = rows.filter(_says(asked.text) | Q(actor_told__icontains=asked.text))
    return rows


def _says(text: str) -> Q:
    """Find a text in a row's facts, as it is or as JSON writes letters beyond ASCII."""
    quoted = text.startswith('"') and text.endswith('"')
    escaped = json.dumps(text[1:-1] if quoted else text)
    return Q(told__icontains=text) | Q(told__icontains=escaped if quoted else escaped[1:-1])


def _within_days(rows: QuerySet[Event], asked: Asked) -> QuerySet[Event]:
    zone = timezone.get_current_timezone()
    if asked.first_day is not None:
        rows = rows.filter(at__gte=datetime.combine(asked.first_day, time.min, zone))
    if asked.last_day is not None:
        rows = rows.filter(at__lt=datetime.combine(asked.last_day + timedelta(days=1), time.min, zone))
    return rows


def _told(row: Event, names: dict[str, str]) -> ToldRow:
    _, _, number = (row.stream or "").partition("game:")
    return ToldRow(
        position=row.position,
        at=row.at,
        kind=row.kind,
        kind_name=kind_name(row.kind),
        said=sentence_of(row.kind, row.payload),
        who=names.get(row.actor, row.actor),
        actor=row.actor,
        session_no=row.session_no,
        game_no=number.partition(":")[2],
        hash=row.hash,
    )

"""
The book of minutes, written as it is played: the entries of the rows just appended, in the same transaction.

The hall's head row is locked by the appending, so entries are numbered one after another without a gap. What an entry
is, and where it stands, are rules; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from records.models import ActaBook, ActaEntry, Event
from sessions.rules.acta import entry_of
from sessions.rules.acta_facts import Entry, Recorded
from sessions.rules.acta_folios import Place, place_after
from sessions.rules.acta_rows import lines_of

Boards = tuple[Any, Any]
"""A game's or a session's board before and after an event."""


def recorded(row: Event, boards: Boards, earlier: Sequence[Entry] = ()) -> Recorded:
    """Read a row of the journal as the book does."""
    what, *numbers = str(row.stream).split(":")
    return Recorded(
        kind=row.kind,
        payload=row.payload,
        actor=row.actor,
        game_no=int(numbers[1]) if what == "game" else None,
        before=boards[0],
        after=boards[1],
        earlier=earlier,
    )


def written(hall_id: int, session_no: int) -> list[Entry]:
    """Give the entries that a session has in the hall's books."""
    rows = ActaEntry.objects.filter(book__hall_id=hall_id, session_no=session_no).order_by("position")
    return [Entry(kind=row.kind, fields=row.payload, game_no=row.game_no) for row in rows]


def write(hall_id: int, rows: Sequence[Event], boards: Mapping[int, Boards]) -> None:
    """
    Write the entries of rows just appended; `boards` holds each row's, by its place among them.

    The first session opens the hall's first book by itself. Before that there is no book, and nothing to write in.
    """
    made: list[tuple[Event, Entry]] = []
    for index, (before, after) in boards.items():
        row = rows[index]
        earlier = written(hall_id, row.session_no) if row.kind == "SessionClosed" and row.session_no else []
        entry = entry_of(recorded(row, (before, after), earlier))
        if entry is not None:
            made.append((row, entry))
    if not made:
        return
    book = ActaBook.objects.filter(hall_id=hall_id, closed_at=None).first()
    for row, entry in made:
        if book is None and entry.kind == "opening":
            book = begin_book(hall_id, row.position, row.at)
        if book is not None:
            _enter(book, row, entry)


def begin_book(hall_id: int, position: int, at: datetime, *, authorised_ref: str = "") -> ActaBook:
    """Open the hall's next book at a position of its journal; its folios go on from the last one's."""
    last = ActaBook.objects.filter(hall_id=hall_id).order_by("-number").first()
    return ActaBook.objects.create(
        hall_id=hall_id,
        number=last.number + 1 if last else 1,
        authorised_ref=authorised_ref,
        first_folio=_folio_after(last) if last else 1,
        first_position=position,
        opened_at=at,
    )


def _folio_after(book: ActaBook) -> int:
    last = book.entries.order_by("-entry_no").first()
    return place_of(last).folios[-1] + 1 if last else book.first_folio


def place_of(entry: ActaEntry) -> Place:
    """Give where a stored entry stands."""
    return Place(folio=entry.folio, line=entry.line, lines=entry.lines, session_no=entry.session_no)


def _enter(book: ActaBook, row: Event, entry: Entry) -> None:
    last = book.entries.order_by("-entry_no").first()
    assert row.session_no is not None, "every entry is of a session"
    place = place_after(
        place_of(last) if last else None,
        first_folio=book.first_folio,
        session_no=row.session_no,
        lines=lines_of(entry.kind, entry.fields),
    )
    ActaEntry.objects.create(
        book=book,
        entry_no=last.entry_no + 1 if last else 1,
        folio=place.folio,
        line=place.line,
        lines=place.lines,
        kind=entry.kind,
        session_no=row.session_no,
        game_no=entry.game_no,
        position=row.position,
        payload=entry.fields,
        at=row.at,
    )

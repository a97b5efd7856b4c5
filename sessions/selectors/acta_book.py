"""The book of minutes proved: every stored entry is what the journal makes of its row, where the rules put it (I13)."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice, zip_longest
from typing import Any, Final

from records.models import ActaBook, ActaEntry, Event, Hall
from sessions.journal import codec
from sessions.journal.minutes import Boards, place_of, recorded
from sessions.rules.acta import entry_of
from sessions.rules.acta_facts import Entry
from sessions.rules.acta_folios import Place, place_after
from sessions.rules.acta_rows import lines_of
from sessions.rules.board import Board
from sessions.rules.folding import apply_event
from sessions.rules.hall_events import BookOpened
from sessions.rules.session import SessionBoard, apply_session_event

MOST_TOLD: Final = 5


def derived(rows: Iterable[Event], *, since: int = 0) -> Iterator[tuple[Event, Entry]]:
    """
    Make the entries of whole sessions' rows anew, in order.

    Args:
        rows: Every row of the sessions, from their first, in the journal's order.
        since: Rows before this position made no entry: there was no book yet.
    """
    boards: dict[str, Any] = {}
    earlier: dict[int, list[Entry]] = defaultdict(list)
    for row in rows:
        stream = str(row.stream)
        if not stream.startswith(("game:", "session:")) or row.session_no is None:
            continue
        before, after = _folded(row, boards.get(stream))
        boards[stream] = after
        if row.position < since:
            continue
        entry = entry_of(recorded(row, (before, after), tuple(earlier[row.session_no])))
        if entry is not None:
            earlier[row.session_no].append(entry)
            yield row, entry


def _folded(row: Event, board: Any) -> Boards:
    """Fold a row onto its stream's board; gives the board before and after."""
    assert row.session_no is not None, "only rows of sessions are folded here"
    if str(row.stream).startswith("session:"):
        session = board or SessionBoard(session_no=row.session_no)
        return session, apply_session_event(session, codec.session_event(row.kind, row.payload))
    game = board or Board(session_no=row.session_no, game_no=int(str(row.stream).rsplit(":", 1)[1]))
    return game, apply_event(game, codec.game_event(row.kind, row.payload), row.at.isoformat())


def book_violations(hall: Hall) -> Iterator[str]:
    """Check that the books are the fold of the journal, their numbers and folios without a gap."""
    books = list(ActaBook.objects.filter(hall=hall).order_by("number"))
    if not books:
        return
    since = books[0].first_position
    sessions = Event.objects.filter(hall=hall, position__gte=since, session_no__isnull=False)
    rows = Event.objects.filter(hall=hall, session_no__in=sessions.values("session_no")).order_by("position")
    stored = ActaEntry.objects.filter(book__hall=hall).select_related("book").order_by("book__number", "entry_no")
    expected = _placed(books, derived(rows.iterator(), since=since))
    differing = (
        f"I13 the minutes: {_where(entry, told)} is not what the journal says"
        for entry, told in zip_longest(map(_stored, stored), expected)
        if entry != told
    )
    try:
        yield from islice(differing, MOST_TOLD)
    except codec.UNFOLDABLE as wrong:
        yield f"I13 the minutes cannot be made from the journal: {wrong!r}"
    yield from _bound(books)
    yield from _opened(hall, books)


def _bound(books: list[ActaBook]) -> Iterator[str]:
    """Check the books themselves: numbered from 1, only the last open."""
    for number, book in enumerate(books, start=1):
        if book.number != number or (book.closed_at is None) != (number == len(books)):
            yield f"I13 the minutes: book {book.number} is out of its order"


def _opened(hall: Hall, books: list[ActaBook]) -> Iterator[str]:
    """
    Compare each book with the row that opened it.

    The first one may have opened by itself, with a session; those of before such rows were written have none.
    """
    rows = {row.payload.get("number"): row for row in Event.objects.filter(hall=hall, kind="BookOpened")}
    told = {book.number for book in books if book.number in rows}
    for number in sorted(rows.keys() - told, key=str):
        yield f"I13 the minutes: book {number}, which the journal opened, is not there"
    by_itself = Event.objects.filter(hall=hall, position=books[0].first_position, kind="SessionOpened").exists()
    for book in books:
        row = rows.get(book.number)
        if row is not None:
            whole = _first_lines(book) == (row.payload, row.position, row.at)
        else:
            whole = not any(number < book.number for number in told) and not (
                book is books[0] and by_itself and book.authorised_ref
            )
        if not whole:
            yield f"I13 the minutes: book {book.number} is not what the journal opened"


def _first_lines(book: ActaBook) -> tuple[dict[str, Any], int, Any]:
    """Give what the row that opened a book says of it."""
    told = BookOpened(number=book.number, first_folio=book.first_folio, authorised_ref=book.authorised_ref)
    return codec.encode(told), book.first_position, book.opened_at


def _placed(books: list[ActaBook], made: Iterable[tuple[Event, Entry]]) -> Iterator[dict[str, Any]]:
    """Place entries in the books, as the rules do."""
    waiting = list(books)
    book = waiting.pop(0)
    place: Place | None = None
    entry_no, first_folio = 0, book.first_folio
    for row, entry in made:
        while waiting and row.position >= waiting[0].first_position:
            first_folio = place.folios[-1] + 1 if place else first_folio
            book, place, entry_no = waiting.pop(0), None, 0
        assert row.session_no is not None, "every entry is of a session"
        entry_no += 1
        lines = lines_of(entry.kind, entry.fields)
        place = place_after(place, first_folio=first_folio, session_no=row.session_no, lines=lines)
        yield _told(book.number, entry_no, place, entry, row)


def _told(book: int, entry_no: int, place: Place, entry: Entry, row: Event) -> dict[str, Any]:
    return {
        "book": book,
        "entry_no": entry_no,
        "place": place,
        "kind": entry.kind,
        "game_no": entry.game_no,
        "fields": json.loads(json.dumps(entry.fields)),
        "position": row.position,
        "at": row.at,
    }


def _stored(row: ActaEntry) -> dict[str, Any]:
    return {
        "book": row.book.number,
        "entry_no": row.entry_no,
        "place": place_of(row),
        "kind": row.kind,
        "game_no": row.game_no,
        "fields": row.payload,
        "position": row.position,
        "at": row.at,
    }


def _where(stored: dict[str, Any] | None, told: dict[str, Any] | None) -> str:
    one = stored or told
    assert one is not None, "one of the two is there"
    found = "" if stored and told else " (missing)" if told else " (one too many)"
    return f"entry {one['entry_no']} of book {one['book']}{found}"

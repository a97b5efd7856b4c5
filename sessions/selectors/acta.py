"""
The minutes of a session as they are read (O79 37): folios, entries, signatures; what still has to be signed.

A session played before the hall had a book is told from its journal, on folios of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count, F, IntegerField, Max, Min, Q, QuerySet

from people.models import StaffMember
from records import clock
from records.models import ActaBook, ActaEntry, Event, Hall
from sessions.acta_telling import heading, lines, paragraphs
from sessions.journal import codec
from sessions.journal.minutes import place_of
from sessions.models import BingoSession
from sessions.profile_messages import profile_title
from sessions.rules.acta_facts import Entry, Fields
from sessions.rules.acta_folios import LINES_PER_FOLIO, Place, place_after
from sessions.rules.acta_rows import CLAIMANT, lines_of, signers_of
from sessions.rules.session import Post, SessionBoard, TakingsHandedIn
from sessions.rules.signatures import SIGNED_BY, missing_posts, unsigned
from sessions.selectors.acta_book import derived
from sessions.selectors.evidence import build_at
from sessions.selectors.profiles import regulation_at


def entries_to_sign(hall_id: int, session_no: int) -> list[tuple[int, str]]:
    """Give number and kind of the session's entries that are signed after they were written."""
    entries = ActaEntry.objects.filter(book__hall_id=hall_id, session_no=session_no, kind__in=SIGNED_BY)
    return list(entries.order_by("entry_no").values_list("entry_no", "kind"))


def unsigned_entries(hall_id: int, board: SessionBoard) -> list[int]:
    """Give the numbers of the session's entries that lack a signature."""
    return unsigned(board, entries_to_sign(hall_id, board.session_no))


def entries_unsigned_now(hall: Hall) -> list[int]:
    """Give the numbers of the open session's entries that lack a signature."""
    session = BingoSession.objects.filter(hall=hall, state="open").first()
    return unsigned_entries(hall.pk, codec.session_board(session.board)) if session else []


def pending_signatures(session: BingoSession) -> list[tuple[int, Post]]:
    """Give each signature that the session's entries still lack: the entry's number and the post."""
    board = codec.session_board(BingoSession.objects.get(pk=session.pk).board)
    entries = entries_to_sign(session.hall_id, board.session_no)
    return [(entry_no, post) for entry_no, kind in entries for post in missing_posts(board, entry_no, kind)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A signature's place: whose post, who signed and when; `who` "" while it is missing."""

    post: str
    who: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldEntry:
    """An entry in the active language."""

    entry_no: int
    place: Place
    kind: str
    game_no: int | None
    at: datetime
    by: str
    heading: str
    lines: tuple[str, ...]
    paragraphs: tuple[str, ...]
    signatures: tuple[Signature, ...]
    fields: Fields
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Folio:
    """One page of the book; `runs_on` is an entry that began on an earlier one."""

    number: int
    entries: list[ToldEntry] = field(default_factory=list)
    runs_on: ToldEntry | None = None

    @property
    def used(self) -> int:
        """How many of its lines are written."""
        if self.entries:
            last = self.entries[-1].place
            return min(LINES_PER_FOLIO, last.line + last.lines - 1)
        return LINES_PER_FOLIO


@dataclass(frozen=True, slots=True, kw_only=True)
class Minutes:
    """A session's minutes; `book` is None for one played before there was a book."""

    hall: Hall
    profile_name: str
    session: BingoSession
    book: ActaBook | None
    entries: tuple[ToldEntry, ...]
    folios: tuple[Folio, ...]
    pending: tuple[tuple[ToldEntry, Post], ...]
    takings: tuple[Mapping[str, Any], ...]
    head_hash: str
    position: int
    build: str = ""


def minutes_of(hall: Hall, session: BingoSession) -> Minutes:
    """Read the session's minutes, in the active language."""
    rows = Event.objects.filter(hall=hall, session_no=session.session_no).order_by("position")
    names = dict(StaffMember.objects.filter(hall=hall).values_list("user__username", "name"))
    told = _stored(hall, session, names, rows) or _from_journal(session, names, rows)
    last = rows.last()
    board = codec.session_board(session.board)
    return Minutes(
        hall=hall,
        profile_name=profile_title(regulation_at(hall, session.opened_at or clock.now())),
        session=session,
        book=_book_of(hall, session),
        entries=tuple(told),
        folios=_folios(told),
        pending=tuple((entry, post) for entry in told for post in missing_posts(board, entry.entry_no, entry.kind))
        if session.state == "open"
        else (),
        takings=tuple(_takings(row, names) for row in rows.filter(kind="TakingsHandedIn")),
        head_hash=last.hash if last else hall.head_hash,
        position=last.position if last else 0,
        build=build_at(hall, last.position) if last else "",
    )


def _book_of(hall: Hall, session: BingoSession) -> ActaBook | None:
    entries = ActaEntry.objects.filter(book__hall=hall, session_no=session.session_no).select_related("book")
    first = entries.order_by("position").first()
    return first.book if first else None


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads entries in the active language: people's names by their log-in, and the signatures given so far."""

    names: Mapping[str, str]
    signed: Mapping[tuple[int, str], Signature]

    def told(self, entry: Entry, entry_no: int, place: Place, *, at: datetime, position: int) -> ToldEntry:
        by = entry.fields["by"]
        return ToldEntry(
            entry_no=entry_no,
            place=place,
            kind=entry.kind,
            game_no=entry.game_no,
            at=at,
            by=self.names.get(by, by),
            heading=heading(entry.kind, entry.game_no),
            lines=tuple(lines(entry.kind, entry.fields, self.names)),
            paragraphs=tuple(paragraphs(entry.kind, entry.fields, self.names)),
            signatures=tuple(self._signature(entry, entry_no, post, at) for post in signers_of(entry.kind)),
            fields=entry.fields,
            position=position,
        )

    def _signature(self, entry: Entry, entry_no: int, post: str, at: datetime) -> Signature:
        """An opening and a closing bring their signature with them; the others are signed afterwards."""
        if own := entry.fields.get("signed"):
            return Signature(post=post, who=self.names.get(own, own), at=at)
        return self.signed.get((entry_no, post), Signature(post=post))


def _stored(hall: Hall, session: BingoSession, names: Mapping[str, str], rows: QuerySet[Event]) -> list[ToldEntry]:
    reader = _Reader(names, _signatures(rows, names))
    entries = ActaEntry.objects.filter(book__hall=hall, session_no=session.session_no).order_by("position")
    return [
        reader.told(
            Entry(kind=one.kind, fields=one.payload, game_no=one.game_no),
            one.entry_no,
            place_of(one),
            at=one.at,
            position=one.position,
        )
        for one in entries
    ]


def _from_journal(session: BingoSession, names: Mapping[str, str], rows: QuerySet[Event]) -> list[ToldEntry]:
    reader = _Reader(names, {})
    told: list[ToldEntry] = []
    place: Place | None = None
    for number, (row, entry) in enumerate(derived(rows), start=1):
        weight = lines_of(entry.kind, entry.fields)
        place = place_after(place, first_folio=1, session_no=session.session_no, lines=weight)
        told.append(reader.told(entry, number, place, at=row.at, position=row.position))
    return told


def _signatures(rows: QuerySet[Event], names: Mapping[str, str]) -> dict[tuple[int, str], Signature]:
    found = {}
    for row in rows.filter(kind="EntrySigned"):
        told = row.payload
        who = names.get(told["signer"], told["signer"])
        found[told["entry_no"], told["as_post"]] = Signature(post=told["as_post"], who=who, at=row.at)
    return found


def signs_on_paper(entry: ToldEntry, signature: Signature) -> bool:
    """Tell whether it is a claimant's signature, which is on paper and not in the house."""
    return signature.post == CLAIMANT and bool(entry.fields.get("claimant_signed"))


def _folios(entries: Iterable[ToldEntry]) -> tuple[Folio, ...]:
    folios: dict[int, Folio] = {}
    for entry in entries:
        for number in entry.place.folios:
            runs_on = entry if number != entry.place.folio else None
            folio = folios.setdefault(number, Folio(number=number, runs_on=runs_on))
            if runs_on is None:
                folio.entries.append(entry)
    return tuple(folios[number] for number in sorted(folios))


def _takings(row: Event, names: Mapping[str, str]) -> dict[str, Any]:
    """Tell a count of a seller's money; `signed` is who signed its difference, "" where there was none."""
    event = codec.session_event(row.kind, row.payload)
    assert isinstance(event, TakingsHandedIn), row.kind
    return {
        "at": row.at,
        "seller": names.get(event.seller, event.seller),
        "expected_cents": event.expected_cents,
        "counted_cents": event.counted_cents,
        "difference_cents": event.difference_cents,
        "signed": names.get(event.signed, event.signed),
        "by": names.get(row.actor, row.actor),
    }


def books_of(hall: Hall) -> list[dict[str, Any]]:
    """Give the hall's books, the newest first, each with its sessions and their folios."""
    ends = F("folio") + (F("line") + F("lines") - 2) / LINES_PER_FOLIO
    told = []
    for book in ActaBook.objects.filter(hall=hall).order_by("-number"):
        sessions = book.entries.order_by().values("session_no")
        sessions = sessions.annotate(
            first=Min("folio"),
            last=Max(ends, output_field=IntegerField()),
            at=Min("at"),
            entries=Count("pk"),
            closed=Count("pk", filter=Q(kind="closing")),
        )
        told.append({"book": book, "sessions": list(sessions.order_by("-session_no"))})
    return told


def sessions_without_book(hall: Hall) -> list[BingoSession]:
    """Give the sessions played before there was a book, the newest first."""
    entered = ActaEntry.objects.filter(book__hall=hall).values("session_no")
    played = BingoSession.objects.filter(hall=hall).exclude(opened_at=None)
    return list(played.exclude(session_no__in=entered).order_by("-session_no"))

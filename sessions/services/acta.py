"""The book of minutes: signing its entries, opening the next book."""

from __future__ import annotations

from records.models import ActaBook, ActaEntry, Hall
from sessions.journal.door import open_session as session_door
from sessions.journal.hall_door import open_hall
from sessions.journal.minutes import begin_book
from sessions.models import BingoSession
from sessions.rules import errors, signatures
from sessions.rules.hall_events import BookOpened
from sessions.rules.session import Post, SessionEvent
from sessions.selectors.people import own_posts


def sign_entry(
    *, session_id: int, entry_no: int, as_post: str, signer: str, actor: str, source_ref: str | None = None
) -> SessionEvent:
    """Sign an entry of the open session's minutes for a post; the screen has proved the signer (O79 37.4)."""
    body = {"entry_no": entry_no, "as_post": as_post, "signer": signer}
    with session_door(session_id, actor=actor, source_ref=source_ref, deed="sign_entry", body=body) as opened:
        if again := opened.already():
            return again
        entries = ActaEntry.objects.filter(book__hall_id=opened.hall_id, session_no=opened.board.session_no)
        entry = entries.filter(entry_no=entry_no).first()
        if entry is None:
            raise errors.NotFound(what="entry", which=entry_no)
        event = signatures.decide_signature(
            opened.board,
            entry_no=entry_no,
            kind=entry.kind,
            as_post=Post(as_post),
            signer=signer,
            own=own_posts(opened.hall_id),
        )
        opened.record(event)
    return event


def open_book(*, hall_id: int, authorised_ref: str, actor: str, source_ref: str | None = None) -> ActaBook:
    """
    Close the book in use and open the next, which the authority stamped; its folios go on from the last one's.

    Raises:
        BookInUse: A session is open: its minutes are all in one book.
    """
    body = {"authorised_ref": authorised_ref}
    # The door locks the session that is being prepared, and the next is not open yet: none opens meanwhile.
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="open_book", body=body) as opened:
        if again := opened.already():
            return ActaBook.objects.get(hall_id=hall_id, number=again.payload["number"])
        session = BingoSession.objects.filter(hall_id=hall_id, state="open").first()
        if session is not None:
            raise errors.BookInUse(session_no=session.session_no)
        # The book begins with the row that tells of it: no other row may come between.
        head = Hall.objects.select_for_update(no_key=True).get(pk=hall_id).head_position
        ActaBook.objects.filter(hall_id=hall_id, closed_at=None).update(closed_at=opened.at)
        book = begin_book(hall_id, head + 1, opened.at, authorised_ref=authorised_ref)
        opened.record(BookOpened(number=book.number, first_folio=book.first_folio, authorised_ref=authorised_ref))
    return book

"""The proof of the book finds what was added, left out or placed elsewhere."""

from contextlib import contextmanager

import pytest
from django.db import connection

from records.models import ActaBook, ActaEntry, Event
from records.triggers import guard, unguard
from sessions.journal.minutes import begin_book
from sessions.selectors.acta_book import book_violations
from sessions.selectors.verify import violations
from sessions.services import acta, sessions
from tests.given import a_game_ready, an_open_session
from tests.sessions.stories import end_session

pytestmark = pytest.mark.django_db


def add(story, **changes):
    """Write an entry past the door."""
    last = ActaEntry.objects.filter(book__hall=story.hall).order_by("-entry_no").first()
    told = {
        "book": last.book,
        "entry_no": last.entry_no + 1,
        "folio": last.folio,
        "line": last.line + last.lines,
        "lines": 5,
        "kind": "incident",
        "session_no": 1,
        "position": last.position + 1,
        "payload": {"by": "sala", "code": "noted", "text": "never was"},
        "at": last.at,
    }
    ActaEntry.objects.create(**told | changes)


def test_a_whole_book_is_whole():
    story = a_game_ready()
    sessions.note_incident(session_id=story.session.pk, text="the lights went out", actor="sala")
    assert list(book_violations(story.hall)) == []
    assert list(violations(story.hall)) == []


def test_an_entry_of_nothing_is_found():
    story = an_open_session()
    add(story)
    assert list(book_violations(story.hall)) == [
        "I13 the minutes: entry 2 of book 1 (one too many) is not what the journal says"
    ]
    assert any("the minutes" in found for found in violations(story.hall))


def test_a_page_torn_out_is_found(monkeypatch):
    story = an_open_session()
    with monkeypatch.context() as patched:
        patched.setattr("sessions.journal.minutes._enter", lambda *_: None)
        sessions.note_incident(session_id=story.session.pk, text="left out", actor="sala")
    sessions.note_incident(session_id=story.session.pk, text="the next", actor="sala")
    assert list(book_violations(story.hall)) == [
        "I13 the minutes: entry 2 of book 1 is not what the journal says",
        "I13 the minutes: entry 3 of book 1 (missing) is not what the journal says",
    ]


def test_other_words_than_the_journal_s_are_found(monkeypatch):
    story = an_open_session()
    with monkeypatch.context() as patched:
        patched.setattr("sessions.journal.minutes._enter", lambda *_: None)
        sessions.note_incident(session_id=story.session.pk, text="true", actor="sala")
    first = ActaEntry.objects.get(book__hall=story.hall)
    add(story, line=first.lines + 1, position=first.position + 1, payload={"by": "sala", "code": "noted", "text": "x"})
    assert list(book_violations(story.hall)) == ["I13 the minutes: entry 2 of book 1 is not what the journal says"]


def test_books_out_of_their_order_are_found():
    story = an_open_session()
    ActaBook.objects.filter(hall=story.hall).update(number=2)
    assert "I13 the minutes: book 2 is out of its order" in list(book_violations(story.hall))


@pytest.fixture
def two_books():
    """Give a hall whose second book the authority stamped."""
    story = an_open_session()
    end_session(story)
    acta.open_book(hall_id=story.hall.pk, authorised_ref="Delegación, 200 folios", actor="sala")
    assert list(book_violations(story.hall)) == []
    return story.hall


@pytest.mark.parametrize(
    ("number", "changed"),
    [(2, {"authorised_ref": "nobody"}), (2, {"first_folio": 9}), (1, {"authorised_ref": "nobody"})],
    ids=["another stamp", "another folio", "a stamp on the first"],
)
def test_a_book_that_the_journal_did_not_open_so_is_found(two_books, number, changed):
    ActaBook.objects.filter(hall=two_books, number=number).update(**changed)
    assert f"I13 the minutes: book {number} is not what the journal opened" in list(book_violations(two_books))


def test_a_book_added_or_torn_out_is_found(two_books):
    book = ActaBook.objects.get(hall=two_books, number=2)
    ActaBook.objects.filter(pk=book.pk).update(closed_at=book.opened_at)
    again = {
        "hall": two_books,
        "first_folio": 3,
        "first_position": book.first_position + 1,
        "opened_at": book.opened_at,
    }
    ActaBook.objects.create(number=3, authorised_ref="nobody", **again)
    assert "I13 the minutes: book 3 is not what the journal opened" in list(book_violations(two_books))
    ActaBook.objects.filter(hall=two_books, number__gte=2).delete()
    assert "I13 the minutes: book 2, which the journal opened, is not there" in list(book_violations(two_books))


def test_books_of_before_the_journal_told_of_them_need_no_row():
    story = an_open_session()
    end_session(story)
    first = ActaBook.objects.get(hall=story.hall)
    ActaBook.objects.filter(pk=first.pk).update(closed_at=first.opened_at)
    begin_book(story.hall.pk, 10_000, first.opened_at, authorised_ref="Delegación")
    assert list(book_violations(story.hall)) == []


@contextmanager
def without_triggers():
    class Owner:
        """Whoever owns the database."""

        connection = connection

        def execute(self, sql):
            with connection.cursor() as cursor:
                cursor.execute(sql)

    unguard(Owner(), "records_event")
    yield
    guard(Owner(), "records_event")


@pytest.mark.parametrize(
    "altered",
    ["UPDATE records_event SET kind = 'DrawResumed'", "UPDATE records_event SET payload = '{}'"],
    ids=["cannot happen then", "lacks its facts"],
)
def test_a_row_that_cannot_be_folded_is_told_and_everything_else_is_still_proved(altered):
    story = a_game_ready()
    row = Event.objects.get(hall=story.hall, kind="SaleOpened")
    with without_triggers(), connection.cursor() as cursor:
        cursor.execute(f"{altered} WHERE id = %s", [row.pk])
    found = list(violations(story.hall))
    assert any(one.startswith(f"I9 the chain is broken at position {row.position}") for one in found)
    assert any(one.startswith(f"I13 {story.game.stream} cannot be folded") for one in found)
    assert any(one.startswith("I13 the minutes cannot be made from the journal") for one in found)


def test_a_hall_without_a_book_has_nothing_to_prove(time):
    from tests.given import a_hall

    hall, _, _ = a_hall()
    assert list(book_violations(hall)) == []

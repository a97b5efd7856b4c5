"""The book is written as it is played, by the same transaction; what must be signed is signed before the closing."""

import pytest
from django.db import DatabaseError, connection, transaction

from records.models import ActaBook, ActaEntry, Event
from sessions.rules import errors
from sessions.selectors.acta import pending_signatures
from sessions.selectors.acta_book import book_violations
from sessions.services import acta, draw, sales, sessions
from tests.given import a_game_on_sale, a_game_ready, an_open_session, open_next_sale
from tests.sessions.stories import end_session, play_out, prepare_session, sign_entries

pytestmark = pytest.mark.django_db


def entries(story):
    rows = ActaEntry.objects.filter(book__hall=story.hall).order_by("book__number", "entry_no")
    return [(row.book.number, row.entry_no, row.folio, row.kind) for row in rows]


def test_the_first_session_opens_book_one_with_the_jefe_de_mesa_s_signature():
    story = an_open_session()
    (entry,) = ActaEntry.objects.filter(book__hall=story.hall)
    assert (entry.book.number, entry.entry_no, entry.folio, entry.line, entry.kind) == (1, 1, 1, 1, "opening")
    assert entry.payload["signed"] == "mesa"
    assert Event.objects.get(hall=story.hall, position=entry.position).kind == "SessionOpened"


@pytest.mark.parametrize("signed", ["", "sala", "caja"])
def test_no_session_opens_without_it(signed, time):
    story = an_open_session()
    end_session(story)
    prepare_session(story)
    with pytest.raises(errors.ChiefSignatureNeeded):
        sessions.open_session(session_id=story.session.pk, signed=signed, actor="sala")
    assert not ActaEntry.objects.filter(book__hall=story.hall, session_no=2).exists()


def test_a_game_s_figures_are_entered_before_any_ball_may_fall():
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    with pytest.raises(errors.WrongState):
        draw.start_draw(game_id=story.game_id, actor="mesa")
    assert entries(story) == [(1, 1, 1, "opening")]
    sales.close_sale(game_id=story.game_id, actor="mesa")
    game = ActaEntry.objects.get(book__hall=story.hall, kind="game")
    assert game.game_no == 1
    assert {name: game.payload[name] for name in ("physical", "virtual", "price_cents", "takings_cents")} == {
        "physical": 6,
        "virtual": 0,
        "price_cents": 200,
        "takings_cents": 1_200,
    }
    # O79 35.2 in its wording of 2004: 9 % and 57.5 % of 12 euros.
    assert (game.payload["line_cents"], game.payload["bingo_cents"]) == (108, 690)


def test_an_entry_that_cannot_be_written_undoes_the_deed(monkeypatch):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    before = Event.objects.filter(hall=story.hall).count()

    def fails(*_args, **_kwargs):
        raise OSError

    monkeypatch.setattr("sessions.journal.minutes._enter", fails)
    with pytest.raises(OSError):  # noqa: PT011 - it has no message
        sales.close_sale(game_id=story.game_id, actor="mesa")
    assert Event.objects.filter(hall=story.hall).count() == before
    story.game.refresh_from_db()
    assert story.game.state == "selling"


def test_a_night_is_entered_in_order_and_each_session_begins_a_folio(time):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=3)
    end_session(story)
    story.physical.refresh_from_db()
    from sessions.services import store

    store.destroy_used(session_id=story.session.pk, witness="someone", actor="sala")
    prepare_session(story)
    sessions.open_session(session_id=story.session.pk, signed="mesa", actor="sala")
    assert entries(story) == [
        (1, 1, 1, "opening"),
        (1, 2, 1, "game"),
        (1, 3, 1, "end"),
        (1, 4, 1, "ball_count"),
        (1, 5, 1, "closing"),
        (1, 6, 1, "destruction"),
        (1, 7, 2, "opening"),
    ]
    assert list(book_violations(story.hall)) == []


def test_the_end_of_a_game_tells_its_balls_and_its_winning_cards(time):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=3)
    end = ActaEntry.objects.get(book__hall=story.hall, kind="end").payload
    assert len(end["balls"]) == 15
    assert [(a["prize"], a["card"], a["cents"], a["status"]) for a in end["awards"]] == [
        ("line", 3, 108, "payable"),
        ("bingo", 3, 690, "payable"),
    ]
    assert (end["line_cents"], end["bingo_cents"], end["unpaid_cents"]) == (0, 0, 798)


def test_a_session_is_not_closed_while_an_incident_lacks_a_signature():
    story = an_open_session()
    session = {"session_id": story.session.pk}
    sessions.note_incident(text="the lights went out", actor="mesa", **session)
    assert pending_signatures(story.session) == [(2, "hall_manager"), (2, "table_chief")]
    sessions.count_balls(ball_set="set-1", missing=[], actor="sala", **session)
    with pytest.raises(errors.EntriesUnsigned) as refused:
        sessions.close_session(signed="mesa", actor="sala", **session)
    assert refused.value.params == {"entries": [2]}
    acta.sign_entry(entry_no=2, as_post="hall_manager", signer="sala", actor="sala", **session)
    with pytest.raises(errors.EntriesUnsigned):
        sessions.close_session(signed="mesa", actor="sala", **session)
    sign_entries(story)
    sessions.close_session(signed="mesa", actor="sala", **session)
    assert entries(story)[-1][-1] == "closing"


def test_only_an_entry_of_the_session_is_signed():
    story = an_open_session()
    with pytest.raises(errors.NotFound):
        acta.sign_entry(session_id=story.session.pk, entry_no=9, as_post="table_chief", signer="mesa", actor="mesa")


def test_the_next_book_goes_on_with_the_folios_and_only_between_sessions(time):
    story = an_open_session()
    with pytest.raises(errors.BookInUse) as refused:
        acta.open_book(hall_id=story.hall.pk, authorised_ref="Delegación, 1-12-2026, 200 folios", actor="sala")
    assert refused.value.params == {"session_no": 1}
    end_session(story)
    book = acta.open_book(hall_id=story.hall.pk, authorised_ref="Delegación, 1-12-2026, 200 folios", actor="sala")
    assert (book.number, book.first_folio, book.closed_at) == (2, 2, None)
    assert ActaBook.objects.get(hall=story.hall, number=1).closed_at is not None
    prepare_session(story)
    sessions.open_session(session_id=story.session.pk, signed="mesa", actor="sala")
    assert entries(story)[-1] == (2, 1, 2, "opening")
    assert list(book_violations(story.hall)) == []


def test_a_book_may_be_opened_before_the_first_session():
    from tests.given import a_hall

    hall, _, _ = a_hall()
    assert acta.open_book(hall_id=hall.pk, authorised_ref="Delegación", actor="sala").first_folio == 1
    assert list(book_violations(hall)) == []


def test_a_book_asked_for_twice_with_one_key_is_opened_once_and_stands_in_the_journal():
    from tests.given import a_hall

    hall, _, _ = a_hall()
    told = {"hall_id": hall.pk, "actor": "sala", "source_ref": "sala:1"}
    book = acta.open_book(authorised_ref="Delegación, 200 folios", **told)
    assert acta.open_book(authorised_ref="Delegación, 200 folios", **told) == book
    with pytest.raises(errors.KeyReused):
        acta.open_book(authorised_ref="another", **told)
    assert ActaBook.objects.filter(hall=hall).count() == 1
    row = Event.objects.get(hall=hall, kind="BookOpened")
    assert (row.actor, row.position) == ("sala", book.first_position)
    assert row.payload == {"number": 1, "first_folio": 1, "authorised_ref": "Delegación, 200 folios"}


def test_a_session_that_was_open_before_there_were_books_has_no_entries(time):
    """As a journal of an earlier version: it begins with the next session's opening."""
    story = a_game_ready()
    forget_the_book(story)
    play_out(story, time, winner=3, close=False)
    end_session(story)
    assert entries(story) == []
    assert list(book_violations(story.hall)) == []
    from sessions.services import store

    store.destroy_used(session_id=story.session.pk, witness="someone", actor="sala")
    prepare_session(story)
    sessions.open_session(session_id=story.session.pk, signed="mesa", actor="sala")
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=2, actor="venta")
    sales.close_sale(game_id=story.game_id, actor="mesa")
    assert entries(story) == [(1, 1, 1, "opening"), (1, 2, 1, "game")]
    assert list(book_violations(story.hall)) == []


def forget_the_book(story):
    """Leave the hall as it was before it kept a book."""
    from records.triggers import guard, unguard

    class Owner:
        """What the triggers need of a schema editor."""

        connection = connection

        def execute(self, sql):
            with connection.cursor() as cursor:
                cursor.execute(sql)

    unguard(Owner(), "records_actaentry")
    ActaBook.objects.filter(hall=story.hall).first().entries.all().delete()
    guard(Owner(), "records_actaentry")
    ActaBook.objects.filter(hall=story.hall).delete()


@pytest.mark.parametrize("sql", ["UPDATE records_actaentry SET folio = 9", "DELETE FROM records_actaentry"])
def test_an_entry_is_never_changed_or_torn_out(sql):
    an_open_session()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)

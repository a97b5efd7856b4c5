import pytest
from django.db import connection, transaction

from ledger import services as ledger
from ledger.selectors import balance_cents
from records import clock
from records.models import Event, Hall
from sessions.journal.door import open_game, open_session
from sessions.models import BingoSession, Game, SoldCard
from sessions.rules import errors
from sessions.rules.events import DrawPaused
from sessions.services import draw, payments, sales
from tests.given import a_game_drawing, a_game_on_sale, an_open_session

pytestmark = pytest.mark.django_db


def stored(story):
    """Take the hall's head and the game as stored."""
    return (
        Hall.objects.values_list("head_position", "head_hash").get(pk=story.hall.pk),
        Game.objects.values_list("state", "seq", "board").get(pk=story.game_id),
        SoldCard.objects.filter(game=story.game_id).count(),
    )


def test_a_deed_writes_its_row_its_board_and_the_head_together(time):
    story = a_game_on_sale()
    (position, _), (_, seq, _), _ = stored(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta", source_ref="k1")
    row = Event.objects.get(hall=story.hall, source_ref="k1")
    assert (row.position, row.stream, row.seq) == (position + 1, "game:1:1", seq + 1)
    assert (row.kind, row.actor, row.session_no) == ("CardsSold", "venta", 1)
    assert row.payload["first"] == 1
    assert row.at.year == 2026
    game = Game.objects.get(pk=story.game_id)
    assert (game.seq, game.board["seq"], game.board["lots"][0]["next_card"]) == (seq + 1, seq + 1, 7)


def test_a_door_that_raises_leaves_nothing():
    story = a_game_on_sale()
    before = stored(story)
    with pytest.raises(errors.CardsOutOfSequence):
        sales.sell_cards(game_id=story.game_id, quantity=6, first=3, actor="venta")
    assert stored(story) == before


def break_after_recording(story):
    """Pause the draw, move money, and then fail."""
    with open_game(story.game_id, actor="mesa") as opened:
        opened.record(DrawPaused(reason="person"))
        ledger.post(story.hall.pk, "test", {"cash": 5, "house": -5}, actor="mesa", at=opened.at)
        raise ZeroDivisionError


def test_a_door_that_breaks_after_recording_leaves_nothing():
    """Six cards at 2 euros left 4.02 to the house before."""
    story = a_game_drawing(7)
    before = stored(story)
    with pytest.raises(ZeroDivisionError):
        break_after_recording(story)
    assert stored(story) == before
    assert balance_cents(story.hall.pk, "house") == 402


def test_a_door_in_which_nothing_is_recorded_writes_nothing():
    story = a_game_drawing(7)
    before = stored(story)
    with open_game(story.game_id, actor="mesa"):
        pass
    assert stored(story) == before


def test_doors_do_not_nest():
    story = a_game_drawing(7)
    with (
        pytest.raises(RuntimeError, match="durable"),
        open_game(story.game_id, actor="mesa"),
        open_session(story.session.pk, actor="mesa"),
    ):
        pytest.fail("the second door opened")


def deposit_inside_a_door(story):
    """Call a service, which has a door of its own, from within a door."""
    with open_game(story.game_id, actor="mesa") as opened:
        opened.record(DrawPaused(reason="person"))
        payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=500, actor="caja")


def test_a_service_inside_a_door_raises_and_leaves_nothing():
    story = a_game_drawing(7)
    before = stored(story)
    with pytest.raises(RuntimeError, match="durable"):
        deposit_inside_a_door(story)
    assert stored(story) == before


@pytest.mark.django_db(transaction=True)
def test_a_door_does_not_open_inside_another_transaction():
    story = a_game_drawing(7)
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        draw.pause_draw(game_id=story.game_id, reason="person", actor="mesa")
    assert not connection.in_atomic_block


def test_a_game_or_session_that_does_not_exist_is_not_found():
    with pytest.raises(errors.NotFound), open_game(0, actor="mesa"):
        pytest.fail("a door to nothing opened")
    with pytest.raises(errors.NotFound), open_session(0, actor="mesa"):
        pytest.fail("a door to nothing opened")


def test_the_same_reference_and_body_give_the_first_answer_and_no_event():
    story = a_game_drawing(7)
    order = {"game_id": story.game_id, "ordinal": 2, "number": 8, "source": "rfid", "source_ref": "x:1:9"}
    Game.objects.filter(pk=story.game_id).update(
        board={**Game.objects.get(pk=story.game_id).board, "extractor": "machine"}
    )
    first = draw.draw_ball(**order)
    before = stored(story)
    assert draw.draw_ball(**order) == first
    assert stored(story) == before


def test_the_same_reference_with_another_body_or_deed_is_refused():
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta", source_ref="k1")
    before = stored(story)
    with pytest.raises(errors.KeyReused):
        sales.sell_cards(game_id=story.game_id, quantity=7, actor="venta", source_ref="k1")
    with pytest.raises(errors.KeyReused):
        sales.close_sale(game_id=story.game_id, actor="mesa", source_ref="k1")
    assert stored(story) == before


def test_a_deed_of_several_events_gives_its_reference_to_the_first():
    story = an_open_session()
    with open_session(story.session.pk, actor="sala", source_ref="k1", deed="several") as opened:
        from sessions.rules.session import IncidentNoted

        opened.record(IncidentNoted(code="noted", text="one"))
        opened.record(IncidentNoted(code="noted", text="two"))
    rows = Event.objects.filter(hall=story.hall, kind="IncidentNoted").order_by("position")
    assert [row.source_ref for row in rows] == ["k1", None]
    assert [row.seq for row in rows] == [rows[0].seq, rows[0].seq + 1]
    assert BingoSession.objects.get(pk=story.session.pk).board["incidents"] == 2


def test_what_is_told_after_commit_is_not_told_after_a_refusal(django_capture_on_commit_callbacks):
    story = a_game_on_sale()
    with django_capture_on_commit_callbacks() as told:
        sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    assert len(told) == 1
    with django_capture_on_commit_callbacks() as told, pytest.raises(errors.CardsOutOfSequence):
        sales.sell_cards(game_id=story.game_id, quantity=6, first=1, actor="venta")
    assert told == []


def test_two_sales_alike_in_one_moment_are_answered_each_by_itself():
    """A clock may stand: then only the request's own reference tells two sales of one card apart."""
    story = a_game_on_sale()
    moment = clock.now()
    with clock.injected(lambda: moment):
        first, second = (
            sales.sell_cards(game_id=story.game_id, quantity=1, actor="venta", source_ref=key) for key in ("k1", "k2")
        )
        again = sales.sell_cards(game_id=story.game_id, quantity=1, actor="venta", source_ref="k1")
    assert (first.first, second.first) == (1, 2)
    assert again == first

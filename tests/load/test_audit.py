"""The audit of an evening is itself tried: it is content with a true game, and names each thing that is made untrue."""

import pytest
from django.db import transaction

from ledger.services import post
from records import clock
from records.models import Event
from sessions.models import Game, SoldCard
from sessions.services import floor, payments, sales
from tests.given import a_game_on_sale
from tests.load.audit import of_game
from tests.screens.sockets import make_people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game():
    """Six cards given out: four sold, one brought back, one spoiled; two virtual ones bought."""
    story = a_game_on_sale()
    make_people(story.hall)
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=1_000, actor="caja")
    by = {"game_id": story.game_id}
    floor.issue_block(seller="venta1", quantity=6, actor="caja", **by)
    sales.sell_cards(quantity=4, actor="venta1", **by)
    floor.spoil_cards(seller="venta1", first=5, last=5, reason="torn", actor="venta1", **by)
    floor.return_block(seller="venta1", first=6, last=6, actor="caja", **by)
    sales.buy_cards(quantity=2, holder="player:1", actor="player:1", **by)
    sales.close_sale(actor="mesa", **by)
    return Game.objects.select_related("session__hall").get(pk=story.game_id)


def test_a_true_game_is_content(game):
    told = of_game(game)
    assert told["wrong"] == []
    assert (told["printed"], told["virtual"], told["cents"]) == (4, 2, 1_200)
    assert (told["sellers"], told["holders"]) == ({"venta1": [1, 2, 3, 4]}, {"player:1": [201, 202]})


def names(game):
    """Give what the audit says is untrue, without the figures."""
    return [line.split(": ")[1] for line in of_game(game)["wrong"]]


def test_control_a_row_that_is_missing_is_named(game):
    SoldCard.objects.filter(game=game, number=3).delete()
    assert names(game) == ["rows of printed cards = the journal's"]
    SoldCard.objects.filter(game=game, number=202).delete()
    assert "rows of virtual cards = the journal's" in names(game)


def test_control_money_that_nobody_sold_for_is_named(game):
    with transaction.atomic():
        legs = {"cash": 200, "takings": -200}
        post(game.session.hall_id, "sale", legs, actor="venta1", at=clock.now(), stream=game.stream)
    assert names(game) == ["takings in the ledger = the journal's"]


def test_control_cards_still_in_hands_are_named(game):
    last = Event.objects.filter(stream=game.stream).latest("seq")
    Event.objects.create(
        hall=last.hall,
        position=last.position + 1,
        session_no=1,
        stream=game.stream,
        seq=last.seq + 1,
        kind="BlockIssued",
        payload={"first": 7, "last": 8, "holder": "venta2"},
        actor="caja",
        at=clock.now(),
        prev_hash="",
        hash="",
    )
    assert names(game) == ["sold = issued - returned - spoiled", "cards still in hands"]

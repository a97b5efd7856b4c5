"""A second paper of a card that is no longer in stock would have a true code: it is never printed."""

import pytest
from django.utils.translation import override

from sessions.messages import sentence
from sessions.models import CardSeries
from sessions.printing.order import Kind, check_order, order_for
from sessions.rules import errors
from sessions.services import sales, store
from tests.given import a_game_on_sale, a_hall
from tests.sessions.stories import play_out

pytestmark = pytest.mark.django_db


def check(series, first, last, kind="single"):
    series = CardSeries.objects.select_related("matrix__hall").get(pk=series.pk)
    check_order(order_for(series, series.matrix, Kind(kind), first, last), series, series.matrix)


def refusal(series, first, last):
    with pytest.raises(errors.CardNotInStock) as refused:
        check(series, first, last)
    return refused.value.params


@pytest.fixture
def played(time):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=3)
    return story


def test_cards_sold_in_a_game_are_not_printed_again_and_those_after_them_are(played):
    assert refusal(played.physical, 2, 12) == {"card": 2, "state": "used"}
    check(played.physical, 7, 12)


def test_destroyed_cards_are_not_printed_again(played):
    store.destroy_used(session_id=played.session.pk, witness="Ana", actor="sala")
    assert refusal(played.physical, 6, 7) == {"card": 6, "state": "destroyed"}


def test_cards_spoiled_in_stock_are_not_printed_again():
    _hall, series, _virtual = a_hall()
    store.spoil_stock(series_id=series.pk, first=4, last=6, reason="wet", actor="sala")
    assert refusal(series, 1, 12) == {"card": 4, "state": "spoiled"}
    check(series, 1, 3)


def test_no_card_of_a_series_given_back_is_printed():
    _hall, series, _virtual = a_hall()
    store.withdraw_series(series_id=series.pk, reason="end", actor="sala")
    assert refusal(series, 100, 105) == {"card": 100, "state": "withdrawn"}


def test_no_card_of_a_series_on_sale_is_printed_not_even_above_the_last_one_sold(time):
    story = a_game_on_sale()
    with pytest.raises(errors.GameInPlay) as refused:
        check(story.physical, 150, 155)
    assert refused.value.params == {"game_no": 1}


def test_the_book_is_printed_whatever_became_of_the_cards(played):
    check(played.physical, 1, 12, "book")


def test_the_refusal_names_the_card_and_where_it_is():
    refused = errors.CardNotInStock(card=104, state="destroyed")
    with override("en"):
        said = sentence(refused)
    assert said == "Card 104 cannot be printed: it is destroyed. Only cards in stock are printed."

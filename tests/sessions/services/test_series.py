"""Deliveries: whole or not at all, once, and nothing that was loaded or played before."""

from __future__ import annotations

import pytest

from records.models import Event
from sessions.models import CardSeries
from sessions.rules import errors
from sessions.selectors.stock import store_of
from sessions.selectors.verify import violations
from sessions.services import sales, store
from sessions.services.hall import make_series
from tests.given import a_game_on_sale, a_hall
from tests.sessions import stories
from tests.sessions.stories import play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    """Make a hall with series A 000001, cards 1-200, and V 000001."""
    return a_hall()[0]


def receive(hall, **changes):
    """Take in a delivery under one and the same key, unless another is named."""
    return stories.receive(hall, **{"source_ref": "sala:key-1", **changes})


def names(hall):
    return sorted(CardSeries.objects.filter(hall=hall).values_list("letter", "ident"))


BEFORE = [("A", "000001"), ("V", "000001")]


def test_a_delivery_is_that_many_series_with_consecutive_numbers(hall):
    assert receive(hall) == ["000098", "000099", "000100"]
    assert names(hall) == [*BEFORE[:1], ("B", "000098"), ("B", "000099"), ("B", "000100"), *BEFORE[1:]]
    told = next(one for one in store_of(hall) if one["ident"] == "000099")
    assert {name: told[name] for name in ("delivery", "state", "size", "face_value_cents", "parts", "next_card")} == {
        "delivery": "G-77",
        "state": "received",
        "size": 200,
        "face_value_cents": 150,
        "parts": 1,
        "next_card": 1,
    }
    assert told["counts"]["stock"] == 200
    assert Event.objects.filter(hall=hall, stream="series:B:000100", kind="SeriesReceived", actor="sala").count() == 1
    hall.refresh_from_db()
    assert list(violations(hall)) == []


def test_a_delivery_with_one_series_that_is_there_already_brings_in_none(hall):
    receive(hall, first_ident="000100", quantity=1)
    with pytest.raises(errors.SeriesExists) as refused:
        receive(hall, source_ref="sala:key-2")
    assert refused.value.params == {"letter": "B", "ident": "000100"}
    assert names(hall) == [*BEFORE[:1], ("B", "000100"), *BEFORE[1:]]
    assert Event.objects.filter(hall=hall, kind="SeriesReceived").count() == 3


def test_the_same_delivery_loaded_again_is_refused_and_said_again_is_one(hall):
    first = receive(hall)
    assert receive(hall) == first
    assert CardSeries.objects.filter(hall=hall).count() == 5
    with pytest.raises(errors.SeriesExists):
        receive(hall, source_ref="sala:key-2")
    assert CardSeries.objects.filter(hall=hall).count() == 5


@pytest.mark.parametrize(
    "changes", [{"quantity": 4}, {"face_value_cents": 200}, {"last_number": 100}, {"delivery": "G-78"}, {"letter": "C"}]
)
def test_the_same_key_with_other_figures_is_refused(hall, changes):
    receive(hall)
    with pytest.raises(errors.KeyReused):
        receive(hall, **changes)
    assert CardSeries.objects.filter(hall=hall).count() == 5


def test_a_series_that_was_played_is_not_loaded_again(time):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=200, actor="venta")
    play_out(story, time, winner=3)
    store.destroy_used(session_id=story.session.pk, witness="Ana", actor="sala")
    with pytest.raises(errors.SeriesExists):
        receive(story.hall, letter="A", first_ident="000001", quantity=1)
    assert CardSeries.objects.get(pk=story.physical.pk).next_number == 201


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"quantity": 0}, errors.BadQuantity),
        ({"quantity": 201}, errors.BadQuantity),
        ({"first_ident": "98", "quantity": 3}, errors.BadQuantity),
        ({"last_number": 301}, errors.BadQuantity),
        ({"first_number": 5, "last_number": 4}, errors.BadQuantity),
        ({"parts": 3}, errors.BadQuantity),
        ({"medium": "virtual", "parts": 2}, errors.BadQuantity),
        ({"letter": "A1"}, errors.BadSeriesName),
        ({"letter": "Ñ"}, errors.BadSeriesName),
        ({"first_ident": "00A"}, errors.BadSeriesName),
        ({"matrix_id": 0}, errors.NotFound),
    ],
)
def test_what_no_delivery_can_be_is_refused_and_nothing_is_loaded(hall, changes, refusal):
    with pytest.raises(refusal):
        receive(hall, **changes)
    assert names(hall) == BEFORE


def test_another_hall_s_matrix_gives_no_series(hall):
    other = a_hall()[0]
    with pytest.raises(errors.NotFound):
        receive(hall, matrix_id=other.matrices.get().pk)


def test_double_cards_keep_their_parts_and_are_not_sold_yet(hall):
    receive(hall, quantity=1, parts=2)
    assert CardSeries.objects.get(hall=hall, letter="B").board["parts"] == 2


@pytest.mark.parametrize(("letter", "ident"), [("B", "12/A"), ("B", ""), ("B", "1" * 13), ("Ñ", "1"), ("ABCD", "1")])
def test_a_single_series_has_a_name_that_its_cards_can_carry_too(hall, letter, ident):
    with pytest.raises(errors.BadSeriesName) as refused:
        make_series(hall.matrices.get(), letter, ident, "physical", 1, 6)
    assert refused.value.params == {"letter": letter, "ident": ident}
    assert names(hall) == BEFORE


def test_a_small_letter_is_the_capital(hall):
    assert make_series(hall.matrices.get(), "b", "0012", "physical", 1, 6).letter == "B"

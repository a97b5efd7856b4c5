"""A seller sells cards 101 to 106: from the tablet's request to rows, money and the journal's chain."""

import pytest

from ledger.selectors import balance_cents
from records.models import Event, Hall
from sessions.models import SoldCard
from sessions.selectors.verify import violations
from tests.given import a_game_on_sale
from tests.screens.sockets import do, logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sale():
    return a_game_on_sale()


@pytest.fixture
def sellers(sale):
    people = make_people(sale.hall)
    first, second = logged_in(people["venta1"]), logged_in(people["venta2"])
    assert do(second, "sell_cards", game_no=1, quantity=100)[1]["event"]["last"] == 100
    return first, second


def trace(hall):
    """Give all that a sale leaves behind."""
    hall = Hall.objects.get(pk=hall.pk)
    cards = list(SoldCard.objects.order_by("number").values_list("number", "seller"))
    return hall.head_position, hall.head_hash, cards, balance_cents(hall.pk, "takings")


def test_six_cards_after_the_hundredth_are_101_to_106(sale, sellers):
    status, answer = do(sellers[0], "sell_cards", game_no=1, quantity=6)
    assert status == 200
    sold = answer["event"]
    assert (sold["kind"], sold["first"], sold["last"]) == ("CardsSold", 101, 106)
    assert (sold["seller"], sold["amount_cents"]) == ("venta1", 1_200)

    numbers = SoldCard.objects.filter(seller="venta1").order_by("number").values_list("number", flat=True)
    assert list(numbers) == [101, 102, 103, 104, 105, 106]
    assert balance_cents(sale.hall.pk, "takings") == 21_200
    row = Event.objects.get(hall=sale.hall, source_ref="venta1:key-1")
    assert (row.kind, row.stream, row.actor) == ("CardsSold", "game:1:1", "venta1")
    assert sellers[1].get("/state/").json()["board"]["lots"][0]["next_card"] == 107
    assert list(violations(Hall.objects.get(pk=sale.hall.pk))) == []


def test_the_same_request_again_is_the_same_sale(sale, sellers):
    first = do(sellers[0], "sell_cards", game_no=1, quantity=6)
    before = trace(sale.hall)
    assert do(sellers[0], "sell_cards", game_no=1, quantity=6) == first
    assert trace(sale.hall) == before


def test_the_second_seller_who_names_101_too_is_told_107_and_leaves_no_trace(sale, sellers):
    assert do(sellers[0], "sell_cards", game_no=1, quantity=6, first=101)[0] == 200
    before = trace(sale.hall)
    status, refused = do(sellers[1], "sell_cards", key="key-2", game_no=1, quantity=6, first=101)
    assert (status, refused["code"]) == (409, "cards_out_of_sequence")
    assert refused["params"] == {"first": 101, "expected": 107}
    assert trace(sale.hall) == before

    status, sold = do(sellers[1], "sell_cards", key="key-3", game_no=1, quantity=6)
    assert (sold["event"]["first"], sold["event"]["last"]) == (107, 112)


def test_more_cards_than_the_series_has_left_are_refused_whole(sale, sellers):
    before = trace(sale.hall)
    status, refused = do(sellers[0], "sell_cards", game_no=1, quantity=101)
    assert (status, refused["code"]) == (409, "cards_run_out")
    assert refused["params"] == {"quantity": 101, "left": 100}
    assert trace(sale.hall) == before

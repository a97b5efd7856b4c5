"""The money side as sellers and the cashier see it: sales, blocks, money in hand; and the series to offer next."""

import pytest

from sessions.models import Game
from sessions.selectors import cash, stock
from sessions.selectors.games import shown_game
from sessions.services import floor, sales, takings
from tests.given import an_open_session, open_next_sale
from tests.money import cash_of
from tests.sessions.services.floors import (
    a_floor,
    a_player,
    another_series,
    end_game,
    give_back,
    issue,
    sell,
    undo,
)

pytestmark = pytest.mark.django_db


def game_of(story):
    return Game.objects.select_related("session").get(pk=story.game_id)


def mine(story, seller):
    return cash.sales_of_seller(game_of(story), seller)


def sellers(story):
    told = cash.of_cashier(story.hall, game_of(story))["by_seller"]
    return {row["seller"]: row for row in told}


def hand_in(story, seller, cents):
    takings.hand_in_takings(
        session_id=story.session.pk, seller=seller, counted_cents=cents, signed=seller, actor="caja"
    )


def test_without_a_game_a_seller_has_sold_nothing():
    told = cash.sales_of_seller(None, "ana")
    assert told == {"my_sales": [], "my_total_cents": 0, "my_cards": 0, "my_block": [], "my_cash_cents": 0}


def test_a_seller_sees_his_own_runs_newest_first_and_takes_back_the_newest():
    story = a_floor()
    issue(story, "ana", 8)
    issue(story, "luis", 4)
    sell(story, "ana", 3)
    sell(story, "luis", 2)
    sell(story, "ana", 1)
    told = mine(story, "ana")
    runs = [(s["first"], s["last"], s["quantity"], s["amount_cents"], s["undoable"]) for s in told["my_sales"]]
    assert runs == [(4, 4, 1, 200, True), (1, 3, 3, 600, False)]
    assert (told["my_total_cents"], told["my_cards"], told["my_cash_cents"]) == (800, 4, 800)
    assert told["my_block"] == [{"first": 5, "last": 8}]
    undo(story, "ana", 4, 4)
    assert [s["undoable"] for s in mine(story, "ana")["my_sales"]] == [True]


def test_a_sale_from_the_desk_is_taken_back_until_others_follow():
    story = a_floor()
    sell(story, "ana", 3)
    assert mine(story, "ana")["my_sales"][0]["undoable"]
    sell(story, "luis", 1)
    assert not mine(story, "ana")["my_sales"][0]["undoable"]


def test_after_the_closing_nothing_is_taken_back():
    story = a_floor()
    sell(story, "ana", 3)
    sales.close_sale(game_id=story.game_id, actor="mesa")
    assert not mine(story, "ana")["my_sales"][0]["undoable"]


def test_the_cashier_sees_who_has_cards_and_money():
    story = a_floor()
    issue(story, "ana", 8)
    issue(story, "luis", 4)
    give_back(story, "ana", 4, 5)
    sell(story, "ana", 2)
    hand_in(story, "ana", 350)
    sell(story, "ana", 1)
    told = sellers(story)
    assert told["ana"] == {
        "seller": "ana",
        "cards": 3,
        "amount_cents": 600,
        "held": [{"first": 6, "last": 8}],
        "held_count": 3,
        "cash_cents": 200,
        "handed_in": [{"expected_cents": 400, "counted_cents": 350}],
    }
    assert (told["luis"]["cards"], told["luis"]["held_count"], told["luis"]["cash_cents"]) == (0, 4, 0)
    assert sorted(told) == ["ana", "luis"]
    assert cash.of_cashier(story.hall, game_of(story))["cash_cents"] == 550


def test_virtual_cards_are_no_sellers_takings():
    story = a_floor()
    a_player(story, 1, 1_000)
    sales.buy_cards(game_id=story.game_id, quantity=2, holder="player:1", actor="player:1")
    assert sellers(story) == {}
    told = cash.of_cashier(story.hall, game_of(story))
    assert [(p["number"], p["balance_cents"]) for p in told["players"]] == [(1, 600)]
    assert cash_of(story.hall.pk) == 1_000


def test_money_is_of_the_whole_session_and_cards_of_the_game():
    story = a_floor()
    sell(story, "ana", 5)
    end_game(story)
    open_next_sale(story)
    sell(story, "ana", 2)
    assert (sellers(story)["ana"]["cards"], sellers(story)["ana"]["cash_cents"]) == (2, 1_400)
    told = mine(story, "ana")
    assert (told["my_cards"], told["my_total_cents"], told["my_cash_cents"]) == (2, 400, 1_400)


# The series to offer next --------------------------------------------------------------------------------------


def second(story):
    return stock.second_series(story.hall, shown_game(story.hall.pk))


def from_181():
    """Open a sale with cards 181-200, and a fresh series of the same faces beside."""
    story = an_open_session()
    story.physical.next_number = 181
    story.physical.save()
    open_next_sale(story)
    return story, another_series(story, "000002", 1, 200)


def test_a_second_series_is_suggested_when_the_desk_has_run_out_and_not_before():
    story, fresh = from_181()
    assert second(story) is None
    sell(story, "ana", 19)
    assert second(story) is None
    sell(story, "ana", 1)
    assert second(story) == fresh.pk
    floor.add_series(game_id=story.game_id, series_id=fresh.pk, actor="mesa")
    assert second(story) is None


def test_only_a_series_that_would_be_taken_is_suggested():
    story, fresh = from_181()
    sell(story, "ana", 20)
    fresh.delete()
    assert second(story) is None
    another_series(story, "000003", 1, 200, price=300)
    another_series(story, "000004", 2, 200)
    assert second(story) is None
    right = another_series(story, "000005", 1, 150)
    assert second(story) == right.pk
    floor.add_series(game_id=story.game_id, series_id=right.pk, actor="mesa")


def test_no_second_series_is_suggested_after_the_closing():
    story, _fresh = from_181()
    sell(story, "ana", 20)
    sales.close_sale(game_id=story.game_id, actor="mesa")
    assert second(story) is None


def test_a_seller_to_whom_the_desk_owes_money_is_listed():
    story = a_floor()
    sell(story, "ana", 1)
    hand_in(story, "ana", 200)
    undo(story, "ana", 1, 1)
    assert mine(story, "ana")["my_cash_cents"] == -200
    assert sellers(story)["ana"]["cash_cents"] == -200


def test_a_sellers_tablet_reads_what_he_did_and_not_what_others_sold(monkeypatch):
    story = a_floor()
    for seller in ("luis", "ana", "luis", "luis"):
        sell(story, seller, 2)
    undo(story, "luis", 7, 8)
    sell(story, "ana", 1)
    read, game_event = [], cash.codec.game_event
    monkeypatch.setattr(cash.codec, "game_event", lambda *row: read.append(row[0]) or game_event(*row))
    assert [(s.first, s.last) for s in cash.printed_sales(game_of(story), "ana")] == [(3, 4), (7, 7)]
    assert read == ["CardsSold", "CardsSold"]
    assert [(s.first, s.seller) for s in cash.printed_sales(game_of(story))] == [
        (1, "luis"), (3, "ana"), (5, "luis"), (7, "ana"),
    ]  # fmt: skip

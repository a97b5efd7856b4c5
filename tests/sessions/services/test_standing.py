"""Standing purchases: made once when the sale opens; a refused one is stopped, a late one is not."""

import pytest

from ledger.selectors import balance_cents
from people.models import StaffMember
from sessions.models import SoldCard, StandingPurchase
from sessions.rules import errors
from sessions.services import sales, sessions, standing
from tests.given import an_open_session, open_next_sale
from tests.sessions.services.floors import a_player, wrong

pytestmark = pytest.mark.django_db


def a_wish(story, number, quantity, cents=5_000):
    a_player(story, number, cents)
    return wish(story, number, quantity)


def wish(story, number, quantity):
    return standing.set_standing(hall_id=story.hall.pk, account=f"player:{number}", quantity=quantity)


def buy(story):
    return standing.buy_standing(game_id=story.game_id)


def bought(story, number):
    return SoldCard.objects.filter(game=story.game, holder=f"player:{number}").count()


def wishes(story):
    return list(StandingPurchase.objects.filter(hall=story.hall).order_by("pk").values_list("account", "quantity"))


def test_cards_are_bought_in_the_order_of_the_wishes():
    story = an_open_session()
    a_wish(story, 1, 3)
    a_wish(story, 2, 2)
    open_next_sale(story)
    assert buy(story) == []
    rows = SoldCard.objects.filter(game=story.game).order_by("number").values_list("number", "holder")
    assert list(rows) == [(n, "player:1") for n in (201, 202, 203)] + [(n, "player:2") for n in (204, 205)]
    assert [balance_cents(story.hall.pk, f"player:{n}") for n in (1, 2)] == [4_400, 4_600]
    assert wrong(story) == []


def test_asked_again_nothing_more_is_bought():
    story = an_open_session()
    a_wish(story, 1, 3)
    open_next_sale(story)
    buy(story)
    assert buy(story) == []
    assert bought(story, 1) == 3
    assert balance_cents(story.hall.pk, "player:1") == 4_400


def test_a_wish_changed_since_is_kept_for_the_games_after():
    story = an_open_session()
    a_wish(story, 1, 3)
    open_next_sale(story)
    buy(story)
    wish(story, 1, 5)
    assert buy(story) == []
    assert bought(story, 1) == 3
    assert wishes(story) == [("player:1", 5)]


def test_a_purchase_the_balance_does_not_reach_is_stopped_and_the_others_are_made():
    story = an_open_session()
    a_wish(story, 1, 3, cents=599)
    a_wish(story, 2, 2)
    open_next_sale(story)
    assert buy(story) == ["player:1"]
    assert (bought(story, 1), bought(story, 2)) == (0, 2)
    assert wishes(story) == [("player:2", 2)]
    assert balance_cents(story.hall.pk, "player:1") == 599


def test_a_player_who_came_to_work_here_is_stopped():
    story = an_open_session()
    user = a_player(story, 1, 5_000)
    wish(story, 1, 3)
    # A row from before nobody could be both.
    StaffMember.objects.bulk_create([StaffMember(hall=story.hall, user=user, name="New waiter")])
    open_next_sale(story)
    assert buy(story) == ["player:1"]
    assert wishes(story) == []


def test_asked_after_the_closing_no_wish_is_stopped():
    story = an_open_session()
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    sales.close_sale(game_id=story.game_id, actor="mesa")
    a_wish(story, 1, 3)
    assert buy(story) == []
    assert wishes(story) == [("player:1", 3)]


def test_a_game_without_virtual_cards_stops_no_wish_and_the_next_game_fulfils_it():
    story = an_open_session()
    a_wish(story, 1, 3)
    open_next_sale(story, virtual=False)
    assert buy(story) == []
    assert wishes(story) == [("player:1", 3)]
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    open_next_sale(story)
    assert buy(story) == []
    assert (bought(story, 1), wishes(story)) == (3, [("player:1", 3)])


def test_a_sale_that_closes_between_two_purchases_stops_no_wish(monkeypatch):
    story = an_open_session()
    a_wish(story, 1, 3)
    a_wish(story, 2, 2)
    open_next_sale(story)
    real = standing.buy_cards

    def and_close(**kwargs):
        sale = real(**kwargs)
        sales.close_sale(game_id=story.game_id, actor="mesa")
        return sale

    monkeypatch.setattr(standing, "buy_cards", and_close)
    assert buy(story) == []
    assert (bought(story, 1), bought(story, 2)) == (3, 0)
    assert wishes(story) == [("player:1", 3), ("player:2", 2)]


def test_a_wish_is_0_to_600_cards_and_0_stops_it():
    story = an_open_session()
    assert a_wish(story, 1, 600) == 600
    for quantity in (-1, 601):
        with pytest.raises(errors.BadQuantity):
            wish(story, 1, quantity)
    assert wishes(story) == [("player:1", 600)]
    assert wish(story, 1, 0) == 0
    assert wishes(story) == []


def test_a_wish_ends_with_the_session_in_which_it_was_made():
    """Cards are sold inside the hall only (O79 33.2): who is not there tomorrow buys nothing tomorrow."""
    story = an_open_session()
    a_wish(story, 1, 3)
    sessions.count_balls(session_id=story.session.pk, ball_set="set-1", missing=[], actor="sala")
    sessions.close_session(session_id=story.session.pk, signed="mesa", actor="sala")
    assert not StandingPurchase.objects.exists()

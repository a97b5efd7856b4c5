"""Blocks on the database: sales of several runs, retries, undoing, corrections, withdrawal; then the proofs."""

import pytest

from ledger.selectors import balance_cents
from people.models import AlsoPlays, StaffMember
from records.models import Event
from sessions.models import CardSeries, SoldCard
from sessions.rules import errors
from sessions.services import floor, sales
from tests.given import close_sale, open_next_sale
from tests.money import cash_of
from tests.sessions.services.floors import (
    a_floor,
    a_player,
    board_of,
    give_back,
    issue,
    rows_of,
    sell,
    staff,
    undo,
    wrong,
)

pytestmark = pytest.mark.django_db


def events(story, kind):
    return Event.objects.filter(hall=story.hall, stream=story.game.stream, kind=kind).order_by("seq")


def holes_in_anas_block(story):
    """Let ana hold 1-2 and 5-6, with 3-4 back at the desk."""
    issue(story, "ana", 6)
    give_back(story, "ana", 3, 4)


def test_a_sale_of_several_runs_is_one_deed_one_answer_and_rows_for_each_card():
    story = a_floor()
    holes_in_anas_block(story)
    sale = sell(story, "ana", 3, source_ref="ana:1")
    assert (sale.first, sale.last, sale.quantity, sale.amount_cents) == (1, 5, 3, 600)
    assert [(r.first, r.last, r.amount_cents) for r in sale.runs] == [(1, 2, 400), (5, 5, 200)]
    assert rows_of(story) == [("000001", n, "ana") for n in (1, 2, 5)]
    recorded = events(story, "CardsSold")
    assert [(e.payload["first"], e.payload["last"]) for e in recorded] == [(1, 2), (5, 5)]
    assert [e.source_ref for e in recorded] == ["ana:1", None], "one request, named once"
    assert len({(e.at, e.actor, e.body_hash) for e in recorded}) == 1, "one door"
    assert cash_of(story.hall.pk) == 600
    assert wrong(story) == []


def test_the_same_request_is_answered_with_all_its_runs_and_sells_nothing_more():
    story = a_floor()
    holes_in_anas_block(story)
    sale = sell(story, "ana", 3, source_ref="ana:1")
    assert sell(story, "ana", 3, source_ref="ana:1") == sale
    assert SoldCard.objects.filter(game=story.game).count() == 3
    with pytest.raises(errors.KeyReused):
        sell(story, "ana", 1, source_ref="ana:1")
    with pytest.raises(errors.KeyReused):
        sell(story, "ana", 3, first=1, source_ref="ana:1")
    assert cash_of(story.hall.pk) == 600


def test_an_equal_sale_right_after_is_not_part_of_the_first_ones_answer():
    story = a_floor()
    one = sell(story, "ana", 3, source_ref="ana:1")
    other = sell(story, "ana", 3, source_ref="ana:2")
    assert (one.first, other.first) == (1, 4)
    assert sell(story, "ana", 3, source_ref="ana:1") == one
    assert sell(story, "ana", 3, source_ref="ana:2") == other


def test_a_sale_told_again_after_the_closing_is_answered_as_it_was():
    story = a_floor()
    holes_in_anas_block(story)
    sale = sell(story, "ana", 4, source_ref="ana:1")
    floor.spoil_cards(game_id=story.game_id, seller="", first=3, last=4, reason="torn", actor="caja")
    sales.close_sale(game_id=story.game_id, actor="mesa")
    assert sell(story, "ana", 4, source_ref="ana:1") == sale
    with pytest.raises(errors.WrongState):
        sell(story, "ana", 4, source_ref="ana:2")


def test_a_block_told_again_is_the_same_block():
    story = a_floor()
    holes_in_anas_block(story)
    block = issue(story, "luis", 4, source_ref="caja:1")
    assert [(r.first, r.last) for r in block.runs] == [(3, 4), (7, 8)]
    assert issue(story, "luis", 4, source_ref="caja:1") == block
    with pytest.raises(errors.KeyReused):
        issue(story, "ana", 4, source_ref="caja:1")
    assert board_of(story).lots[0].next_card == 9
    assert wrong(story) == []


def test_returns_hand_overs_and_spoiled_cards_told_again_happen_once():
    story = a_floor()
    issue(story, "ana", 10)
    game = {"game_id": story.game_id, "actor": "caja"}
    moved = {"seller": "ana", "to": "luis", "first": 1, "last": 3, "source_ref": "c:1", **game}
    spoiled = {"seller": "ana", "first": 4, "last": 4, "reason": "torn", "source_ref": "c:2", **game}
    back = {"seller": "ana", "first": 8, "last": 10, "source_ref": "c:3", **game}
    for deed, body in ((floor.hand_over_block, moved), (floor.spoil_cards, spoiled), (floor.return_block, back)):
        assert deed(**body) == deed(**body)
    off = [(o.first, o.last, o.why, o.holder) for o in board_of(story).lots[0].off]
    assert off == [(1, 3, "held", "luis"), (4, 4, "spoiled", ""), (5, 7, "held", "ana")]
    assert wrong(story) == []


def test_cards_are_given_and_passed_to_people_who_sell_only():
    story = a_floor()
    staff(story, "jefa", group="table_chief")
    for nobody in ("jefa", "unknown", ""):
        with pytest.raises(errors.NotASeller) as refused:
            issue(story, nobody, 5)
        assert refused.value.params == {"username": nobody}
    issue(story, "ana", 5)
    with pytest.raises(errors.NotASeller):
        floor.hand_over_block(game_id=story.game_id, seller="ana", to="jefa", first=1, last=2, actor="ana")


def test_a_seller_who_left_the_house_gets_no_cards():
    story = a_floor()
    user = story.hall.staff.get(user__username="ana").user
    user.is_active = False
    user.save()
    with pytest.raises(errors.NotASeller):
        issue(story, "ana", 5)


# Undoing -------------------------------------------------------------------------------------------------------


def test_a_seller_takes_back_his_own_last_run_into_his_block_though_others_sold_since():
    story = a_floor()
    issue(story, "ana", 5)
    issue(story, "luis", 5)
    sell(story, "ana", 3)
    sell(story, "luis", 2)
    undone = undo(story, "ana", 1, 3)
    assert (undone.back_to, undone.amount_cents) == ("ana", 600)
    assert rows_of(story) == [("000001", 6, "luis"), ("000001", 7, "luis")]
    assert [(r.first, r.last) for r in board_of(story).lots[0].held_by("ana")] == [(1, 5)]
    assert cash_of(story.hall.pk) == 400
    again = sell(story, "ana", 1)
    assert (again.first, again.last) == (1, 1)
    assert wrong(story) == []


def test_nobody_takes_back_a_colleagues_sale_or_one_before_his_last():
    story = a_floor()
    issue(story, "ana", 6)
    issue(story, "luis", 6)
    sell(story, "ana", 2)
    sell(story, "ana", 3)
    for seller, first, last in (("luis", 3, 5), ("ana", 1, 2), ("ana", 4, 5), ("ana", 1, 5)):
        with pytest.raises(errors.NotTheLastSale):
            undo(story, seller, first, last)
    undo(story, "ana", 3, 5)
    undo(story, "ana", 1, 2)
    assert rows_of(story) == []
    assert cash_of(story.hall.pk) == 0
    assert wrong(story) == []


def test_a_sale_of_several_runs_is_taken_back_run_by_run_from_the_last():
    story = a_floor()
    holes_in_anas_block(story)
    sell(story, "ana", 4)
    undo(story, "ana", 5, 6)
    undo(story, "ana", 1, 2)
    assert [(r.first, r.last) for r in board_of(story).lots[0].held_by("ana")] == [(1, 2), (5, 6)]
    assert wrong(story) == []


# Closing, corrections, withdrawal ------------------------------------------------------------------------------


def test_the_sale_closes_when_every_hole_is_filled_and_the_next_game_goes_on_after_it():
    story = a_floor()
    issue(story, "ana", 5)
    issue(story, "luis", 5)
    sell(story, "luis", 3)
    with pytest.raises(errors.SaleHasHoles) as refused:
        sales.close_sale(game_id=story.game_id, actor="mesa")
    assert refused.value.params == {"holes": [[1, 5, "ana"]], "count": 5}
    sell(story, "ana", 5)
    sales.close_sale(game_id=story.game_id, actor="mesa")
    with pytest.raises(errors.BlocksOutstanding):
        sales.return_leftovers(game_id=story.game_id, first=9, actor="caja")
    give_back(story, "luis", 9, 10)
    sales.return_leftovers(game_id=story.game_id, first=9, actor="caja")
    assert CardSeries.objects.get(pk=story.physical.pk).next_number == 9
    assert wrong(story) == []


def test_a_card_found_sold_is_written_to_who_had_it_else_to_who_sold_last():
    story = a_floor()
    issue(story, "ana", 4)
    issue(story, "luis", 2)
    sell(story, "ana", 3)
    sales.close_sale(game_id=story.game_id, actor="mesa")
    sales.correct_figures(game_id=story.game_id, last=7, reason="counted again", actor="mesa")
    sellers = [(n, seller) for _, n, seller in rows_of(story)]
    assert sellers == [(1, "ana"), (2, "ana"), (3, "ana"), (4, "ana"), (5, "luis"), (6, "luis"), (7, "ana")]
    assert cash_of(story.hall.pk) == 1_400
    assert wrong(story) == []


def test_a_correction_past_a_spoiled_card_sells_all_but_that():
    story = a_floor()
    sell(story, "ana", 3)
    floor.spoil_cards(game_id=story.game_id, seller="", first=4, last=5, reason="torn", actor="caja")
    close_sale(story)
    sales.correct_figures(game_id=story.game_id, last=7, reason="counted again", actor="mesa")
    assert [n for _, n, _ in rows_of(story)] == [1, 2, 3, 6, 7]
    assert cash_of(story.hall.pk) == 1_000
    assert wrong(story) == []
    sales.correct_figures(game_id=story.game_id, last=2, reason="and again", actor="mesa")
    assert [n for _, n, _ in rows_of(story)] == [1, 2]
    assert wrong(story) == []


def test_cards_spoiled_in_a_game_that_is_withdrawn_are_not_sold_in_the_next():
    story = a_floor()
    issue(story, "ana", 4)
    floor.spoil_cards(game_id=story.game_id, seller="ana", first=2, last=2, reason="torn", actor="ana")
    with pytest.raises(errors.BlocksOutstanding):
        sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    give_back(story, "ana", 1, 1)
    give_back(story, "ana", 3, 4)
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    open_next_sale(story)
    assert [(r.first, r.last) for r in sell(story, "ana", 3).runs] == [(1, 1), (3, 4)]
    assert wrong(story) == []


# Virtual cards -------------------------------------------------------------------------------------------------


def buy(story, number, quantity, **kwargs):
    account = f"player:{number}"
    return sales.buy_cards(game_id=story.game_id, quantity=quantity, holder=account, actor=account, **kwargs)


def test_who_works_in_the_hall_does_not_play():
    story = a_floor()
    user = a_player(story, 1, 2_000)
    a_player(story, 2, 2_000)
    with pytest.raises(AlsoPlays):
        story.hall.staff.create(user=user, name="Also a waiter")
    # A row of before, when nothing kept the two apart, does not buy either.
    StaffMember.objects.bulk_create([StaffMember(hall=story.hall, user=user, name="Also a waiter")])
    with pytest.raises(errors.StaffMayNotPlay):
        buy(story, 1, 1)
    assert buy(story, 2, 1).quantity == 1
    assert balance_cents(story.hall.pk, "player:1") == 2_000


def test_the_halls_own_limits_of_virtual_cards_hold(settings):
    settings.BINGO_MOST_VIRTUAL_A_PLAYER, settings.BINGO_MOST_VIRTUAL_A_GAME = 3, 5
    story = a_floor()
    for number in (1, 2):
        a_player(story, number, 5_000)
    buy(story, 1, 2)
    with pytest.raises(errors.PlayerLimitReached) as refused:
        buy(story, 1, 2)
    assert refused.value.params == {"most": 3, "bought": 2}
    buy(story, 1, 1)
    buy(story, 2, 2)
    with pytest.raises(errors.GameLimitReached) as refused:
        buy(story, 2, 1)
    assert refused.value.params == {"most": 5}
    assert wrong(story) == []


def test_a_player_told_that_the_money_does_not_reach_is_told_all_of_it(monkeypatch):
    """Card 202 is damaged: 3 cards are two runs. 5.00 pays the first card and not the two after."""
    monkeypatch.setattr(
        "sessions.services.lots.unplayable_cards", lambda _sha, first, _last: [202] if first == 201 else []
    )
    story = a_floor()
    a_player(story, 1, 500)
    with pytest.raises(errors.InsufficientBalance) as refused:
        buy(story, 1, 3)
    assert refused.value.params == {"balance_cents": 500, "price_cents": 600}
    assert not SoldCard.objects.filter(game=story.game).exists()
    assert [(r.first, r.last) for r in buy(story, 1, 2).runs] == [(201, 201), (203, 203)]
    assert balance_cents(story.hall.pk, "player:1") == 100

"""Blocks, returns, hand-overs, spoiled cards, the second series: each rule, each refusal, each fold; by hand."""

from dataclasses import replace

import pytest

from sessions.rules import errors, floor
from sessions.rules.board import public_board
from sessions.rules.ranges import DESK, HELD, SPOILED, UNPLAYABLE
from sessions.rules.states import State
from tests.sessions.rules import boards
from tests.sessions.rules.floors import (
    closed,
    desk,
    floor_of,
    from_hand,
    held,
    issued,
    off,
    passed,
    returned,
    runs,
    series_a,
    series_b,
    sold_cards,
    sold_out,
    spoiled,
    with_second,
)

NOT_SELLING = [s for s in State if s != State.SELLING]


# Issue ---------------------------------------------------------------------------------------------------------


def test_a_block_is_the_lowest_cards_at_the_desk():
    (block,) = floor.decide_issue(floor_of(boards.sold(6)), 10, holder="ana")
    assert (block.first, block.last, block.holder) == (7, 16, "ana")
    board = floor_of(boards.sold(6), block)
    assert (held(board), desk(board), sold_cards(board)) == ([(7, 16, "ana")], [(17, 200)], [(1, 6)])
    assert board.blocks
    assert board.lots[0].next_card == 17


def test_a_block_is_made_of_what_came_back_before_what_never_left():
    board = floor_of(issued(1, 5), issued(6, 10, "luis"), returned(2, 3))
    assert desk(board) == [(2, 3), (11, 200)]
    assert runs(floor.decide_issue(board, 4, holder="eva")) == [(2, 3), (11, 12)]


def test_a_block_steps_over_spoiled_and_damaged_cards():
    lot = replace(boards.printed(), off=(off(2, 2, UNPLAYABLE), off(4, 5, SPOILED)))
    board = boards.selling(lots=(lot,))
    assert runs(floor.decide_issue(board, 4, holder="ana")) == [(1, 1), (3, 3), (6, 7)]


@pytest.mark.parametrize("quantity", [0, -1, 1_201])
def test_a_block_is_of_1_to_1200_cards(quantity):
    board = boards.selling(lots=(boards.printed(last=5_000),))
    with pytest.raises(errors.BadQuantity) as refused:
        floor.decide_issue(board, quantity, holder="ana")
    assert refused.value.params == {"quantity": quantity, "most": 1_200}
    assert runs(floor.decide_issue(board, 1_200, holder="ana")) == [(1, 1_200)]


def test_the_desk_gives_its_last_card_and_not_one_more():
    board = floor_of(boards.sold(195))
    assert runs(floor.decide_issue(board, 5, holder="ana")) == [(196, 200)]
    with pytest.raises(errors.CardsRunOut) as refused:
        floor.decide_issue(board, 6, holder="ana")
    assert refused.value.params == {"quantity": 6, "left": 5}


def test_virtual_cards_are_given_to_nobody():
    with pytest.raises(errors.NoSuchSeries):
        floor.decide_issue(boards.selling(lots=(boards.virtual(),)), 1, holder="ana")


# Return --------------------------------------------------------------------------------------------------------


def test_the_middle_of_a_block_comes_back_and_its_ends_stay_in_hand():
    board = floor_of(issued(1, 10))
    back = floor.decide_return(board, 4, 6, holder="ana")
    assert (back.first, back.last, back.holder) == (4, 6, "ana")
    after = boards.play(board, back)
    assert held(after) == [(1, 3, "ana"), (7, 10, "ana")]
    assert desk(after) == [(4, 6), (11, 200)]
    assert after.lots[0].next_card == 11


def test_the_last_cards_that_left_come_back_as_if_they_never_had():
    board = floor_of(issued(1, 10), returned(4, 6), returned(7, 10))
    assert board.lots[0].next_card == 4
    assert [(o.first, o.last, o.why) for o in board.lots[0].off] == [(1, 3, HELD)]


def test_cards_come_back_past_a_spoiled_one_as_if_they_never_had_left():
    board = floor_of(issued(1, 3), spoiled(2, 2, "ana"), returned(3, 3), returned(1, 1))
    assert board.lots[0].next_card == 1
    assert desk(board) == [(1, 1), (3, 200)]
    assert [(o.first, o.last, o.why) for o in board.lots[0].off] == [(2, 2, SPOILED)]


@pytest.mark.parametrize(("first", "last", "holder"), [(1, 10, "luis"), (1, 11, "ana"), (0, 5, "ana"), (6, 5, "ana")])
def test_only_cards_in_those_hands_come_back(first, last, holder):
    with pytest.raises(errors.CardsNotHeld) as refused:
        floor.decide_return(floor_of(issued(1, 10)), first, last, holder=holder)
    assert refused.value.params == {"first": first, "last": last, "holder": holder}


def test_a_sold_card_does_not_come_back():
    with pytest.raises(errors.CardsNotHeld):
        floor.decide_return(floor_of(issued(1, 10), from_hand(1, 1)), 1, 10, holder="ana")


def test_a_card_comes_back_once():
    with pytest.raises(errors.CardsNotHeld):
        floor.decide_return(floor_of(issued(1, 10), returned(5, 5)), 5, 5, holder="ana")


# Hand-over -----------------------------------------------------------------------------------------------------


def test_a_colleague_gets_part_of_a_block():
    board = floor_of(issued(1, 10))
    board = boards.play(board, floor.decide_hand_over(board, 6, 10, holder="ana", to="luis"))
    assert held(board) == [(1, 5, "ana"), (6, 10, "luis")]
    assert board.lots[0].next_card == 11


def test_what_is_handed_over_joins_the_colleagues_own_cards():
    board = floor_of(issued(1, 5), issued(6, 10, "luis"), passed(3, 5, "ana", "luis"))
    assert held(board) == [(1, 2, "ana"), (3, 10, "luis")]


def test_nobody_hands_over_to_himself():
    with pytest.raises(errors.SameSeller):
        floor.decide_hand_over(floor_of(issued(1, 10)), 1, 5, holder="ana", to="ana")


def test_only_ones_own_cards_are_handed_over():
    with pytest.raises(errors.CardsNotHeld):
        floor.decide_hand_over(floor_of(issued(1, 5), issued(6, 9, "luis")), 4, 7, holder="ana", to="luis")


# Spoiled -------------------------------------------------------------------------------------------------------


def test_a_spoiled_card_of_a_block_is_in_nobodys_hands_and_never_at_the_desk():
    board = floor_of(issued(1, 10))
    board = boards.play(board, floor.decide_spoiling(board, 3, 4, holder="ana", reason="stained"))
    assert held(board) == [(1, 2, "ana"), (5, 10, "ana")]
    assert desk(board) == [(11, 200)]
    assert board.lots[0].left == 198
    with pytest.raises(errors.CardsNotHeld):
        floor.decide_return(board, 3, 4, holder="ana")


def test_cards_at_the_desk_are_spoiled_wherever_they_lie():
    board = floor_of(issued(1, 10), returned(2, 4))
    board = boards.play(board, floor.decide_spoiling(board, 3, 3, holder="", reason="torn"))
    board = boards.play(board, floor.decide_spoiling(board, 11, 12, holder="", reason="missing"))
    assert desk(board) == [(2, 2), (4, 4), (13, 200)]


@pytest.mark.parametrize(("first", "last"), [(5, 5), (1, 1), (200, 201), (12, 11)])
def test_the_desk_spoils_only_what_it_has(first, last):
    board = floor_of(boards.sold(4), issued(5, 10))
    with pytest.raises(errors.CardsNotHeld) as refused:
        floor.decide_spoiling(board, first, last, holder="", reason="torn")
    assert refused.value.params == {"first": first, "last": last, "holder": ""}


def test_a_seller_spoils_only_his_own():
    with pytest.raises(errors.CardsNotHeld):
        floor.decide_spoiling(floor_of(issued(1, 5)), 1, 1, holder="luis", reason="torn")


def test_a_card_is_spoiled_once():
    with pytest.raises(errors.CardsNotHeld):
        floor.decide_spoiling(floor_of(spoiled(7, 7)), 7, 7, holder="", reason="torn")


# The second series ---------------------------------------------------------------------------------------------


def test_a_second_series_is_sold_up_to_the_number_before_the_firsts_first():
    added = floor.decide_series_addition(sold_out(), series_b()).lot
    assert (added.ident, added.first_card, added.last_card, added.next_card) == ("000002", 1, 100, 1)
    assert added.complementary
    assert [lot.ident for lot in with_second().printed] == ["000001", "000002"]


def test_a_short_second_series_ends_where_it_ends():
    lot = replace(series_b(), last_card=50, size=50)
    assert floor.decide_series_addition(sold_out(), lot).lot.last_card == 50


def test_the_first_series_may_still_be_in_sellers_hands():
    board = boards.play(boards.selling(lots=(series_a(),)), issued(101, 120))
    assert floor.decide_series_addition(board, series_b()).lot.last_card == 100


def test_damaged_cards_of_the_second_series_are_set_apart_up_to_its_end_only():
    lot = series_b(off=(off(50, 51, UNPLAYABLE), off(99, 105, SPOILED), off(150, 150, SPOILED)))
    added = floor.decide_series_addition(sold_out(), lot).lot
    assert [(o.first, o.last) for o in added.off] == [(50, 51), (99, 100)]
    assert runs(added.at_desk) == [(1, 49), (52, 98)]


def test_a_second_series_waits_until_the_desk_has_run_out():
    with pytest.raises(errors.SeriesNotExhausted) as refused:
        floor.decide_series_addition(sold_out(sold=18), series_b())
    assert refused.value.params == {"left": 2}


def test_a_returned_card_must_be_given_out_again_before_a_second_series():
    board = boards.play(boards.selling(lots=(series_a(),)), issued(101, 120), returned(105, 105))
    with pytest.raises(errors.SeriesNotExhausted) as refused:
        floor.decide_series_addition(board, series_b())
    assert refused.value.params == {"left": 1}


def test_there_is_no_third_series():
    with pytest.raises(errors.SecondSeriesOnSale):
        floor.decide_series_addition(with_second(), replace(series_b(), ident="000003"))


def test_a_second_series_has_the_same_face_value():
    with pytest.raises(errors.FaceValuesDiffer) as refused:
        floor.decide_series_addition(sold_out(), replace(series_b(), face_value_cents=300))
    assert refused.value.params == {"a_cents": 200, "b_cents": 300}


@pytest.mark.parametrize("change", [{"matrix": "other"}, {"parts": 2}])
def test_a_second_series_has_the_same_faces(change):
    with pytest.raises(errors.SecondSeriesDiffers):
        floor.decide_series_addition(sold_out(), replace(series_b(), **change))


@pytest.mark.parametrize("change", [{"next_card": 2}, {"first_card": 2, "next_card": 2}])
def test_a_second_series_is_sold_from_its_number_1(change):
    with pytest.raises(errors.SecondSeriesBegun) as refused:
        floor.decide_series_addition(sold_out(), replace(series_b(), **change))
    assert refused.value.params == {"next": 2}


def test_a_first_series_begun_at_number_1_leaves_no_number_for_a_second():
    board = boards.play(boards.selling(lots=(boards.printed(last=6),)), boards.sold(6))
    with pytest.raises(errors.WholeSeriesOnSale):
        floor.decide_series_addition(board, series_b())


def test_a_second_series_shares_no_number_with_virtual_cards():
    lots = (series_a(), boards.virtual(first=90, last=99))
    board = boards.play(boards.selling(lots=lots), boards.sold(20, first=101))
    with pytest.raises(errors.SeriesOverlap) as refused:
        floor.decide_series_addition(board, series_b())
    assert refused.value.params == {"first": 90, "last": 99}


def test_a_game_of_virtual_cards_has_no_second_series():
    with pytest.raises(errors.NoSuchSeries):
        floor.decide_series_addition(boards.selling(lots=(boards.virtual(),)), series_b())


def test_a_block_goes_on_from_the_first_series_into_the_second():
    board = boards.play(boards.selling(lots=(series_a(),)), issued(101, 120))
    board = boards.play(board, floor.decide_series_addition(board, series_b()), returned(119, 120))
    blocks = floor.decide_issue(board, 4, holder="luis")
    assert runs(blocks) == [(119, 120), (1, 2)]
    board = boards.play(board, *blocks)
    assert held(board) == [(101, 118, "ana"), (119, 120, "luis"), (1, 2, "luis")]


# States and the public -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", NOT_SELLING)
def test_the_floor_is_open_while_the_sale_is(state):
    board = boards.in_state(state)
    with pytest.raises(errors.WrongState):
        floor.decide_issue(board, 1, holder="ana")
    with pytest.raises(errors.WrongState):
        floor.decide_hand_over(board, 1, 1, holder="ana", to="luis")
    with pytest.raises(errors.WrongState):
        floor.decide_series_addition(board, series_b())


@pytest.mark.parametrize("state", [s for s in NOT_SELLING if s not in {State.READY, State.VOID}])
def test_cards_come_back_or_are_found_torn_until_the_draw_begins(state):
    with pytest.raises(errors.WrongState):
        floor.decide_return(boards.in_state(state), 1, 1, holder="ana")
    with pytest.raises(errors.WrongState):
        floor.decide_spoiling(boards.in_state(state), 1, 1, holder="", reason="torn")


def test_after_the_closing_a_card_in_hand_is_not_spoiled_as_one_at_the_desk():
    board = closed(floor_of(issued(1, 10), from_hand(1, 4), returned(9, 10)))
    assert (held(board), sold_cards(board)) == ([(5, 8, "ana")], [(1, 4)])
    with pytest.raises(errors.CardsNotHeld):
        floor.decide_spoiling(board, 5, 5, holder="", reason="torn")
    assert floor.decide_spoiling(board, 9, 10, holder="", reason="torn").last == 10
    assert floor.decide_spoiling(board, 5, 5, holder="ana", reason="torn").holder == "ana"


def test_the_hall_sees_which_cards_are_not_sold_and_not_who_has_them():
    board = floor_of(issued(1, 5), returned(2, 2), spoiled(4, 4, "ana"))
    shown = public_board(board).lots[0]
    assert [(o.first, o.last, o.why, o.holder) for o in shown.off] == [
        (1, 1, HELD, ""),
        (2, 2, DESK, ""),
        (3, 3, HELD, ""),
        (4, 4, SPOILED, ""),
        (5, 5, HELD, ""),
    ]
    assert [o.holder for o in board.lots[0].off if o.why == HELD] == ["ana", "ana", "ana"]

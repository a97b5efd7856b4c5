"""The sale on a floor with blocks and two series: runs, holes, leftovers, corrections, undoing; by hand."""

from dataclasses import replace

import pytest

from sessions.rules import errors, floor, sales
from sessions.rules import events as ev
from sessions.rules.ranges import DESK, HELD, SPOILED, UNPLAYABLE
from tests.sessions.rules import boards
from tests.sessions.rules.boards import play
from tests.sessions.rules.floors import (
    ACTA,
    PHYSICAL,
    VIRTUAL,
    closed,
    desk,
    floor_of,
    from_hand,
    held,
    issued,
    off,
    returned,
    runs,
    series_a,
    sold_cards,
    sold_out,
    spoiled,
    with_second,
)


def sell(board, quantity, *, seller="ana", **kwargs):
    return sales.decide_sales(board, PHYSICAL, quantity, seller=seller, **kwargs)


# Selling -------------------------------------------------------------------------------------------------------


def test_a_seller_sells_his_own_block_lowest_first():
    board = floor_of(issued(1, 10), issued(11, 20, "luis"))
    (run,) = sell(board, 4, seller="luis")
    assert (run.first, run.last, run.amount_cents, run.seller, run.from_block) == (11, 14, 800, "luis", True)
    board = boards.play(board, run)
    assert sold_cards(board) == [(11, 14)]
    assert held(board) == [(1, 10, "ana"), (15, 20, "luis")]
    assert board.lots[0].next_card == 21


def test_one_sale_may_be_several_runs():
    """Cards 1-2 and 5-6 of a block of which 3-4 came back: 4 cards at 2 euros."""
    board = floor_of(issued(1, 6), returned(3, 4))
    sold = sell(board, 3)
    assert [(r.first, r.last, r.amount_cents) for r in sold] == [(1, 2, 400), (5, 5, 200)]
    assert sold_cards(boards.play(board, *sold)) == [(1, 2), (5, 5)]


def test_a_sale_from_a_block_may_begin_where_any_of_its_runs_does():
    board = floor_of(issued(1, 6), returned(3, 4))
    assert runs(sell(board, 3, first=5)) == [(5, 6), (1, 1)]
    for first in (2, 3, 6, 7, 0):
        with pytest.raises(errors.CardsOutOfSequence) as refused:
            sell(board, 1, first=first)
        assert refused.value.params == {"first": first, "expected": 1}


def test_a_sale_from_the_desk_begins_at_its_lowest_card_only():
    lot = replace(boards.printed(), off=(off(3, 4, UNPLAYABLE),))
    board = boards.selling(lots=(lot,))
    assert runs(sell(board, 4, first=1)) == [(1, 2), (5, 6)]
    with pytest.raises(errors.CardsOutOfSequence) as refused:
        sell(board, 1, first=5)
    assert refused.value.params == {"first": 5, "expected": 1}
    board = boards.play(board, *sell(board, 4))
    assert (board.lots[0].next_card, board.lots[0].sold) == (7, 4)


def test_a_seller_with_cards_in_hand_sells_no_other():
    with pytest.raises(errors.CardsRunOut) as refused:
        sell(floor_of(issued(1, 3)), 4)
    assert refused.value.params == {"quantity": 4, "left": 3}


def test_without_a_block_nothing_is_sold_once_blocks_are_given_out():
    with pytest.raises(errors.NoBlock):
        sell(floor_of(issued(1, 3)), 1, seller="luis")
    with pytest.raises(errors.NoBlock):
        sell(floor_of(issued(1, 3), returned(1, 3)), 1)
    with pytest.raises(errors.NoBlock):
        sell(floor_of(issued(1, 1), from_hand(1, 1)), 1, first=2)


def test_virtual_cards_are_sold_while_blocks_are_out():
    board = floor_of(issued(1, 3), lots=(boards.printed(), boards.virtual()))
    (run,) = sales.decide_sales(board, VIRTUAL, 2, seller="p", holder="player:1")
    assert (run.first, run.last, run.from_block) == (201, 202, False)


def test_a_sale_goes_on_from_the_first_series_into_the_second():
    """18 of 101-120 are sold, then the desk sells 119-120 as the last; the second series goes on at 1."""
    lots = (series_a(), replace(boards.printed(last=100), ident="000002", complementary=True))
    board = boards.play(boards.selling(lots=lots), boards.sold(18, first=101))
    sold = sell(board, 5, seller="venta")
    assert [(r.first, r.last, r.amount_cents) for r in sold] == [(119, 120, 400), (1, 3, 600)]
    board = boards.play(board, *sold)
    assert sold_cards(board) == [(101, 120), (1, 3)]
    assert board.last_printed.ident == "000002"


# Limits of virtual cards ---------------------------------------------------------------------------------------


def test_a_player_buys_up_to_the_limit_and_not_one_more():
    terms = replace(boards.TERMS, most_virtual_a_player=5)
    board = boards.selling(terms=terms, lots=(boards.virtual(),))
    assert runs(sales.decide_sales(board, VIRTUAL, 2, seller="p", holder="player:1", bought=3)) == [(201, 202)]
    with pytest.raises(errors.PlayerLimitReached) as refused:
        sales.decide_sales(board, VIRTUAL, 3, seller="p", holder="player:1", bought=3)
    assert refused.value.params == {"most": 5, "bought": 3}


def test_a_game_has_virtual_cards_up_to_its_limit_and_printed_ones_beside():
    terms = replace(boards.TERMS, most_virtual_a_game=4)
    board = boards.selling(terms=terms, lots=(boards.printed(), boards.virtual()))
    board = boards.play(board, boards.sold(3, medium=VIRTUAL, first=201, holder="player:1"))
    assert runs(sales.decide_sales(board, VIRTUAL, 1, seller="p", holder="player:2")) == [(204, 204)]
    with pytest.raises(errors.GameLimitReached):
        sales.decide_sales(board, VIRTUAL, 2, seller="p", holder="player:2")
    assert runs(sell(board, 6)) == [(1, 6)]


# Undoing -------------------------------------------------------------------------------------------------------


def test_a_sale_from_a_block_goes_back_to_it_whatever_others_sold_since():
    board = floor_of(issued(1, 4), issued(5, 8, "luis"), from_hand(1, 2), from_hand(5, 6, "luis"))
    undone = sales.decide_undo(board, PHYSICAL, 1, 2, back_to="ana")
    assert (undone.first, undone.last, undone.amount_cents, undone.back_to) == (1, 2, 400, "ana")
    board = boards.play(board, undone)
    assert held(board) == [(1, 4, "ana"), (7, 8, "luis")]
    assert sold_cards(board) == [(5, 6)]
    assert board.lots[0].next_card == 9


def test_a_sale_from_the_desk_is_not_undone_once_cards_were_given_out_after_it():
    board = floor_of(boards.sold(3), issued(4, 6))
    with pytest.raises(errors.NotTheLastSale):
        sales.decide_undo(board, PHYSICAL, 1, 3)


def test_both_runs_of_a_sale_from_the_desk_are_undone_around_a_damaged_card():
    lot = replace(boards.printed(), off=(off(4, 4, UNPLAYABLE),))
    board = boards.selling(lots=(lot,))
    board = boards.play(board, *sell(board, 6))
    assert sold_cards(board) == [(1, 3), (5, 7)]
    board = boards.play(board, sales.decide_undo(board, PHYSICAL, 5, 7))
    board = boards.play(board, sales.decide_undo(board, PHYSICAL, 1, 3))
    assert sold_cards(board) == []
    assert desk(board) == [(1, 3), (5, 200)]


@pytest.mark.parametrize(("first", "last"), [(3, 4), (2, 3), (9, 9), (201, 201), (0, 2)])
def test_only_sold_cards_are_undone_even_to_a_block(first, last):
    board = floor_of(issued(1, 10), from_hand(1, 2))
    with pytest.raises(errors.NotTheLastSale):
        sales.decide_undo(board, PHYSICAL, first, last, back_to="ana")


# Closing: holes ------------------------------------------------------------------------------------------------


def test_a_sale_with_holes_is_not_closed_and_says_who_has_them():
    board = floor_of(issued(1, 10), issued(11, 20, "luis"), from_hand(1, 4), from_hand(11, 12, "luis"))
    board = boards.play(board, returned(6, 7))
    with pytest.raises(errors.SaleHasHoles) as refused:
        sales.decide_closing(board)
    assert refused.value.params == {"holes": [[5, 5, "ana"], [6, 7, ""], [8, 10, "ana"]], "count": 6}


def test_what_is_held_above_the_last_card_sold_is_no_hole():
    board = floor_of(issued(1, 10), issued(11, 20, "luis"), from_hand(1, 4))
    event = sales.decide_closing(board)
    assert (event.holes, event.leftover_first, event.leftover_last) == ((), 5, 200)
    assert (event.figures.physical_sold, event.figures.takings_cents) == (4, 800)
    board = boards.play(board, event)
    assert board.lots[0].next_card == 5
    assert held(board) == [(5, 10, "ana"), (11, 20, "luis")]


def test_spoiled_cards_are_no_holes():
    board = floor_of(issued(1, 5), spoiled(2, 3, "ana"), from_hand(1, 1), from_hand(4, 5))
    event = sales.decide_closing(board)
    assert (event.holes, event.figures.physical_sold, event.leftover_first) == ((), 3, 6)


def test_where_the_terms_allow_it_holes_are_named_in_the_closing():
    board = floor_of(issued(1, 6), from_hand(1, 2), from_hand(5, 6), terms=ACTA)
    event = sales.decide_closing(board)
    assert [(o.first, o.last, o.why, o.holder) for o in event.holes] == [(3, 4, HELD, "ana")]
    assert (event.figures.physical_sold, event.leftover_first) == (4, 7)
    board = boards.play(board, event, returned(3, 4))
    assert sold_cards(board) == [(1, 2), (5, 6)], "cards brought back after the closing were not sold"


def test_unsold_cards_of_the_first_series_are_holes_once_the_second_has_sold():
    board = boards.play(boards.selling(lots=(series_a(),)), issued(101, 120), from_hand(101, 115))
    lot = replace(boards.printed(last=100), ident="000002", complementary=True)
    board = replace(board, lots=(*board.lots, lot))
    assert sales.holes_of(board) == ()
    board = boards.play(board, issued(1, 10, "luis"), from_hand(1, 3, "luis"))
    with pytest.raises(errors.SaleHasHoles) as refused:
        sales.decide_closing(board)
    assert refused.value.params == {"holes": [[116, 120, "ana"]], "count": 5}


def test_the_leftovers_are_those_of_the_series_sold_last():
    event = sales.decide_closing(with_second(boards.sold(10, first=1)))
    assert (event.leftover_first, event.leftover_last) == (11, 100)
    # 30 cards at 2 euros: 60.00; line 5.40, bingo 34.50, house 20.10.
    figures = event.figures
    assert (figures.physical_sold, figures.takings_cents) == (30, 6_000)
    assert (figures.line_cents, figures.bingo_cents, figures.house_cents) == (540, 3_450, 2_010)


def test_a_second_series_of_which_nothing_was_sold_leaves_the_first_sold_out():
    event = sales.decide_closing(with_second())
    assert (event.leftover_first, event.leftover_last) == (121, 120)


# Leftovers -----------------------------------------------------------------------------------------------------


def test_leftovers_wait_for_every_block():
    board = closed(floor_of(issued(1, 10), from_hand(1, 4)))
    with pytest.raises(errors.BlocksOutstanding) as refused:
        sales.decide_leftovers(board, 5)
    assert refused.value.params == {"first": 5, "last": 10, "holder": "ana"}
    board = boards.play(board, returned(5, 10))
    assert sales.decide_leftovers(board, 5).last == 200


def test_spoiled_cards_are_not_counted_among_the_leftovers():
    board = closed(floor_of(boards.sold(6), spoiled(7, 8), spoiled(10, 10)))
    assert (board.leftover_first, board.leftover_last) == (9, 200)
    assert sales.decide_leftovers(board, 9).first == 9
    for first in (7, 8, 10, None):
        with pytest.raises(errors.LeftoversMismatch):
            sales.decide_leftovers(board, first)


def test_when_only_spoiled_cards_are_left_none_is_in_hand():
    board = closed(floor_of(boards.sold(198), spoiled(199, 200)))
    returned_none = sales.decide_leftovers(board, None)
    assert returned_none.first > returned_none.last


# Corrections ---------------------------------------------------------------------------------------------------


def correct(board, last):
    event = sales.decide_correction(board, last, reason="miscounted")
    return event, boards.play(board, event)


def test_a_correction_upwards_takes_cards_out_of_a_sellers_block():
    event, board = correct(closed(floor_of(issued(1, 10), from_hand(1, 4))), 6)
    assert (event.was_last, event.last, event.figures.physical_sold) == (4, 6, 6)
    assert sold_cards(board) == [(1, 6)]
    assert held(board) == [(7, 10, "ana")]
    assert (board.leftover_first, board.leftover_last) == (7, 200)


def test_a_correction_counts_no_spoiled_card():
    event, board = correct(closed(floor_of(boards.sold(4), spoiled(5, 6))), 8)
    assert (event.was_last, event.last, event.figures.physical_sold) == (4, 8, 6)
    assert sold_cards(board) == [(1, 4), (7, 8)]


@pytest.mark.parametrize("last", [5, 6])
def test_a_spoiled_card_was_not_the_last_one_sold(last):
    with pytest.raises(errors.CardNotSold) as refused:
        correct(closed(floor_of(boards.sold(4), spoiled(5, 6))), last)
    assert refused.value.params == {"card": last}


def test_a_card_in_a_hole_was_not_the_last_one_sold():
    board = floor_of(issued(1, 6), from_hand(1, 2), from_hand(5, 6), terms=ACTA)
    with pytest.raises(errors.CardNotSold):
        correct(closed(board), 4)
    event, after = correct(closed(board), 2)
    assert (event.figures.physical_sold, sold_cards(after)) == (2, [(1, 2)])


# Withdrawal ----------------------------------------------------------------------------------------------------


def test_a_game_is_not_withdrawn_while_a_seller_has_cards():
    with pytest.raises(errors.BlocksOutstanding) as refused:
        sales.is_withdrawable(floor_of(issued(1, 10)))
    assert refused.value.params == {"first": 1, "last": 10, "holder": "ana"}
    board = boards.play(floor_of(issued(1, 10)), returned(1, 10))
    assert [o for o in board.lots[0].off if o.why in {HELD, DESK, SPOILED}] == []
    sales.is_withdrawable(board)


def test_a_first_series_that_was_sold_out_is_whole_again_when_all_is_undone():
    board = sold_out()
    board = boards.play(board, sales.decide_undo(board, PHYSICAL, 101, 120))
    assert desk(board) == [(101, 120)]


def test_a_card_lost_after_the_closing_is_spoiled_and_not_counted_back():
    """1-6 sold of a block 1-10; 7 is lost: 8-10 come back, and the lowest card in hand is 8."""
    board = play(boards.selling(), ev.BlockIssued(first=1, last=10, holder="venta"))
    board = play(board, *sales.decide_sales(board, PHYSICAL, 6, seller="venta"))
    board = play(board, sales.decide_closing(board))
    with pytest.raises(errors.BlocksOutstanding):
        sales.decide_leftovers(board, 7)
    board = play(board, floor.decide_spoiling(board, 7, 7, holder="venta", reason="lost"))
    board = play(board, floor.decide_return(board, 8, 10, holder="venta"))
    returned = sales.decide_leftovers(board, 8)
    assert (returned.first, returned.last) == (8, 200)

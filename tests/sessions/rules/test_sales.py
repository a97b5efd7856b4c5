from dataclasses import replace

import pytest

from sessions.rules import errors, sales
from sessions.rules import events as ev
from sessions.rules.states import State
from tests.sessions.rules import boards
from tests.sessions.rules.boards import LINE_3, award, claim, play, upheld

PHYSICAL, VIRTUAL = ev.Medium.PHYSICAL, ev.Medium.VIRTUAL


def open_with(*lots):
    return sales.decide_sale_opening(
        boards.announced(), terms=boards.TERMS, lots=lots, extractor="machine", ball_set="set-1"
    )


def test_a_sale_opens_with_a_printed_and_a_virtual_series():
    opened = open_with(boards.printed(), boards.virtual())
    assert [lot.letter for lot in opened.lots] == ["A", "V"]
    assert opened.terms == boards.TERMS


def test_a_sale_needs_a_series():
    with pytest.raises(errors.NoSuchSeries):
        open_with()


def test_a_series_without_cards_left_opens_no_sale():
    with pytest.raises(errors.SeriesExhausted) as refused:
        open_with(boards.printed(first=201, last=200))
    assert refused.value.params == {"letter": "A", "ident": "000001"}


def test_series_of_one_game_have_one_face_value():
    with pytest.raises(errors.FaceValuesDiffer) as refused:
        open_with(boards.printed(price=300), boards.virtual(price=200))
    assert refused.value.params == {"a_cents": 200, "b_cents": 300}


def test_series_that_share_a_card_number_are_not_sold_together():
    """Card N has one face in every series of its matrix: two cards 200 would be two equal cards."""
    with pytest.raises(errors.SeriesOverlap) as refused:
        open_with(boards.printed(last=200), boards.virtual(first=200))
    assert refused.value.params == {"first": 200, "last": 200}
    open_with(boards.printed(last=200), boards.virtual(first=201))


@pytest.mark.parametrize("state", [s for s in State if s != State.ANNOUNCED])
def test_only_an_announced_game_opens_its_sale(state):
    with pytest.raises(errors.WrongState):
        sales.decide_sale_opening(
            boards.in_state(state),
            terms=boards.TERMS,
            lots=(boards.printed(),),
            extractor="machine",
            ball_set="set-1",
        )


def test_a_run_begins_at_the_next_card_and_costs_its_face_value():
    first = boards.one_sale(boards.selling(), PHYSICAL, 6, seller="venta")
    assert (first.first, first.last, first.amount_cents, first.seller) == (1, 6, 1_200, "venta")
    second = boards.one_sale(play(boards.selling(), first), PHYSICAL, 1, seller="venta", first=7)
    assert (second.first, second.last, second.amount_cents) == (7, 7, 200)


@pytest.mark.parametrize("quantity", [0, -1, 601, 1_000_000_000])
def test_a_sale_is_of_1_to_600_cards(quantity):
    lots = (boards.printed(last=10_000),)
    with pytest.raises(errors.BadQuantity) as refused:
        boards.one_sale(boards.selling(lots=lots), PHYSICAL, quantity, seller="venta")
    assert refused.value.params == {"quantity": quantity, "most": 600}
    assert boards.one_sale(boards.selling(lots=lots), PHYSICAL, 600, seller="venta").last == 600


@pytest.mark.parametrize("first", [1, 6, 8, 0, 200])
def test_a_run_out_of_sequence_is_told_the_next_card(first):
    with pytest.raises(errors.CardsOutOfSequence) as refused:
        boards.one_sale(play(boards.selling(), boards.sold(6)), PHYSICAL, 1, seller="venta", first=first)
    assert refused.value.params == {"first": first, "expected": 7}


def test_a_series_sells_its_last_card_and_not_one_more():
    board = boards.selling(lots=(boards.printed(last=6),))
    assert boards.one_sale(board, PHYSICAL, 6, seller="venta").last == 6
    with pytest.raises(errors.CardsRunOut) as refused:
        boards.one_sale(board, PHYSICAL, 7, seller="venta")
    assert refused.value.params == {"quantity": 7, "left": 6}
    with pytest.raises(errors.CardsRunOut) as refused:
        boards.one_sale(play(board, boards.sold(6)), PHYSICAL, 1, seller="venta")
    assert refused.value.params == {"quantity": 1, "left": 0}


def test_a_medium_without_a_series_is_not_sold():
    with pytest.raises(errors.NoSuchSeries) as refused:
        boards.one_sale(boards.selling(), VIRTUAL, 1, seller="ana", holder="player:1")
    assert refused.value.params == {"medium": "virtual"}


@pytest.mark.parametrize("state", [s for s in State if s != State.SELLING])
def test_cards_are_sold_only_while_the_sale_is_open(state):
    with pytest.raises(errors.WrongState):
        boards.one_sale(boards.in_state(state), PHYSICAL, 1, seller="venta")


def test_the_last_run_is_taken_back_at_its_price():
    undone = sales.decide_undo(play(boards.selling(), boards.sold(6)), PHYSICAL, 5, 6)
    assert (undone.first, undone.last, undone.amount_cents) == (5, 6, 400)


@pytest.mark.parametrize(("first", "last"), [(1, 5), (6, 7), (7, 7), (7, 6), (6, 5), (0, 6), (-3, 6)])
def test_what_is_not_the_last_run_is_not_taken_back(first, last):
    with pytest.raises(errors.NotTheLastSale) as refused:
        sales.decide_undo(play(boards.selling(), boards.sold(6)), PHYSICAL, first, last)
    assert refused.value.params == {"first": first, "last": last}


def test_a_sale_is_not_undone_once_closed():
    with pytest.raises(errors.WrongState):
        sales.decide_undo(boards.ready(), PHYSICAL, 6, 6)


@pytest.mark.parametrize(
    ("quantity", "price", "line", "bingo", "house"),
    [
        # 6 x 2.00 = 12.00: 9 % = 1.08, 57.5 % = 6.90, rest 4.02
        (6, 200, 108, 690, 402),
        # 1 x 0.03: 9 % = 0.0027 -> 0, 57.5 % = 0.01725 -> 0.01, rest 0.02
        (1, 3, 0, 1, 2),
        # 7 x 1.01 = 7.07: 9 % = 0.6363 -> 0.63, 57.5 % = 4.06525 -> 4.06, rest 2.38
        (7, 101, 63, 406, 238),
        # 600 x 100,000.00 = 60,000,000.00: 5,400,000.00 and 34,500,000.00, rest 20,100,000.00
        (600, 10_000_000, 540_000_000, 3_450_000_000, 2_010_000_000),
    ],
)
def test_the_figures_are_right_to_the_cent(quantity, price, line, bingo, house):
    lot = replace(boards.printed(price=price, last=600), next_card=quantity + 1)
    figures = sales.figures_of((lot,), boards.TERMS)
    assert (figures.line_cents, figures.bingo_cents, figures.house_cents) == (line, bingo, house)
    assert figures.takings_cents == line + bingo + house


def test_pools_are_floored_to_the_unit_and_the_cut_goes_to_the_house():
    """7 x 1.01 = 7.07; line 0.63 -> 0.60, bingo 4.06 -> 4.00 in tens of cents, rest 2.47."""
    lot = replace(boards.printed(price=101), next_card=8)
    figures = sales.figures_of((lot,), replace(boards.TERMS, rounding_unit=10))
    assert (figures.line_cents, figures.bingo_cents, figures.house_cents) == (60, 400, 247)


def test_tax_is_taken_from_the_takings_before_the_house():
    """12.00 at 20 % is 2.40; 12.00 - 1.08 - 6.90 - 2.40 = 1.62."""
    lot = replace(boards.printed(), next_card=7)
    figures = sales.figures_of((lot,), replace(boards.TERMS, tax_bp=2_000))
    assert (figures.tax_cents, figures.house_cents) == (240, 162)


def test_what_earlier_games_left_is_added_to_the_prizes_and_not_taken_from_the_house():
    lot = replace(boards.printed(), next_card=7)
    figures = sales.figures_of((lot,), replace(boards.TERMS, carried_line_cents=1_000, carried_bingo_cents=25_000))
    assert (figures.line_cents, figures.bingo_cents, figures.house_cents) == (1_108, 25_690, 402)


def test_printed_and_virtual_cards_are_counted_apart_and_paid_together():
    """6 + 4 cards at 2 euros: 20.00; line 1.80, bingo 11.50, house 6.70."""
    board = play(
        boards.selling(lots=(boards.printed(), boards.virtual())),
        boards.sold(6),
        boards.sold(4, medium=VIRTUAL, first=201, holder="player:1"),
    )
    closed = sales.decide_closing(board)
    figures = closed.figures
    assert (figures.physical_sold, figures.virtual_sold, figures.sold) == (6, 4, 10)
    assert (figures.takings_cents, figures.line_cents, figures.bingo_cents, figures.house_cents) == (
        2_000,
        180,
        1_150,
        670,
    )
    assert (closed.leftover_first, closed.leftover_last) == (7, 200)


def test_a_sale_of_virtual_cards_only_leaves_no_printed_card_over():
    board = play(
        boards.selling(lots=(boards.virtual(),)),
        boards.sold(4, medium=VIRTUAL, first=201, holder="player:1"),
    )
    closed = sales.decide_closing(board)
    assert closed.leftover_first > closed.leftover_last


def test_a_sale_without_cards_is_not_closed():
    with pytest.raises(errors.NothingSold):
        sales.decide_closing(boards.selling())


@pytest.mark.parametrize("state", [s for s in State if s != State.SELLING])
def test_only_an_open_sale_is_closed(state):
    with pytest.raises(errors.WrongState):
        sales.decide_closing(boards.in_state(state))


def test_the_leftovers_are_the_cards_after_the_last_one_sold():
    returned = sales.decide_leftovers(boards.ready(returned=False), 7)
    assert (returned.first, returned.last) == (7, 200)


@pytest.mark.parametrize("first", [6, 8, None])
def test_other_cards_in_hand_are_a_mismatch(first):
    with pytest.raises(errors.LeftoversMismatch) as refused:
        sales.decide_leftovers(boards.ready(returned=False), first)
    assert refused.value.params == {"first": first or 0}


def test_a_series_sold_out_leaves_nothing_in_hand():
    board = play(boards.selling(lots=(boards.printed(last=6),)), boards.sold(6))
    board = play(board, sales.decide_closing(board))
    with pytest.raises(errors.LeftoversMismatch) as refused:
        sales.decide_leftovers(board, 6)
    assert refused.value.params == {"first": 6}
    returned = sales.decide_leftovers(board, None)
    assert returned.first > returned.last


def test_leftovers_are_returned_after_the_closing_only():
    with pytest.raises(errors.WrongState):
        sales.decide_leftovers(boards.selling(), 1)
    with pytest.raises(errors.WrongState):
        sales.decide_leftovers(boards.drawing(7), 7)


def test_a_miscounted_sale_is_corrected_with_its_figures():
    """4 cards instead of 6: 8.00; line 0.72, bingo 4.60, house 2.68."""
    corrected = sales.decide_correction(boards.drawing(7), 4, reason="two cards came back")
    assert (corrected.was_last, corrected.last) == (6, 4)
    figures = corrected.figures
    assert (figures.physical_sold, figures.takings_cents) == (4, 800)
    assert (figures.line_cents, figures.bingo_cents, figures.house_cents) == (72, 460, 268)


@pytest.mark.parametrize("last", [-1, 201])
def test_a_correction_stays_within_the_series(last):
    with pytest.raises(errors.BadQuantity):
        sales.decide_correction(boards.ready(), last, reason="miscounted")


def test_a_correction_to_no_card_at_all_is_refused():
    with pytest.raises(errors.NothingSold):
        sales.decide_correction(boards.ready(), 0, reason="miscounted")


def test_a_correction_ends_when_the_line_is_awarded():
    with pytest.raises(errors.LineAlreadyAwarded):
        sales.decide_correction(boards.after_line(), 4, reason="miscounted")


def test_a_correction_waits_for_no_order_once_a_line_is_good():
    board = play(boards.drawing(*LINE_3), claim(1), upheld(1))
    with pytest.raises(errors.LineAlreadyAwarded):
        sales.decide_correction(board, 4, reason="miscounted")


def test_a_correction_does_not_take_a_card_away_while_it_is_checked():
    board = play(boards.drawing(*LINE_3), claim(1, card=5))
    with pytest.raises(errors.ClaimsOpen) as refused:
        sales.decide_correction(board, 4, reason="miscounted")
    assert refused.value.params == {"card": 5}
    assert sales.decide_correction(board, 5, reason="miscounted").last == 5


def test_a_game_without_printed_cards_has_no_printed_figures_to_correct():
    board = play(
        boards.selling(lots=(boards.virtual(),)),
        boards.sold(4, medium=VIRTUAL, first=201, holder="player:1"),
    )
    board = play(board, sales.decide_closing(board))
    with pytest.raises(errors.NoSuchSeries):
        sales.decide_correction(board, 203, reason="miscounted")


@pytest.mark.parametrize(
    "state", [State.ANNOUNCED, State.SELLING, State.WON, State.UNCLAIMED, State.PAYING, State.CLOSED]
)
def test_figures_are_corrected_between_the_closing_and_the_end_only(state):
    with pytest.raises(errors.WrongState):
        sales.decide_correction(boards.in_state(state), 4, reason="miscounted")


def test_a_game_is_withdrawn_while_nobody_has_a_card():
    sales.is_withdrawable(boards.announced())
    sales.is_withdrawable(boards.selling())
    with pytest.raises(errors.CardsWereSold) as refused:
        sales.is_withdrawable(play(boards.selling(), boards.sold(6)))
    assert refused.value.params == {"sold": 6}


@pytest.mark.parametrize("state", [s for s in State if s not in {State.ANNOUNCED, State.SELLING}])
def test_a_game_past_its_sale_is_not_withdrawn(state):
    with pytest.raises(errors.WrongState):
        sales.is_withdrawable(boards.in_state(state))


def test_a_line_paid_out_of_corrected_figures_uses_them():
    """The line of the corrected sale is 0.72, whatever was announced first."""
    board = play(boards.drawing(*LINE_3), sales.decide_correction(boards.drawing(*LINE_3), 4, reason="miscounted"))
    board = play(board, claim(1), upheld(1))
    assert board.figures.line_cents == 72
    assert award(1, 72).cents == board.figures.line_cents

"""Corrections in a game of two series: the number names the series, and a mistyped one is put right by the next."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions.journal import codec
from sessions.rules import errors, sales
from sessions.rules import events as ev
from sessions.rules.errors import RuleViolation
from tests.sessions.rules import boards
from tests.sessions.rules.floors import (
    ACTA,
    closed,
    floor_of,
    from_hand,
    held,
    issued,
    returned,
    series_a,
    sold_cards,
    spoiled,
    with_second,
)


def correct(board, *lasts):
    for last in lasts:
        event = sales.decide_correction(board, last, reason="miscounted")
        board = boards.play(board, event)
    return event, board


def two_series(cards=10):
    """Close a sale of 101-120 and of the first `cards` of the second series."""
    return closed(with_second(*([boards.sold(cards, first=1)] if cards else [])))


def test_a_number_of_the_second_series_leaves_the_first_sold_out():
    event, board = correct(two_series(), 4)
    assert (event.was_last, event.last, event.figures.physical_sold) == (10, 4, 24)
    assert sold_cards(board) == [(101, 120), (1, 4)]
    assert (board.leftover_first, board.leftover_last) == (5, 100)


def test_a_number_of_the_first_series_means_that_none_of_the_second_was_sold():
    """17 cards at 2 euros: 34.00; line 3.06, bingo 19.55."""
    event, board = correct(two_series(), 117)
    assert (event.was_last, event.last, event.figures.physical_sold) == (10, 117, 17)
    assert (event.figures.takings_cents, event.figures.line_cents, event.figures.bingo_cents) == (3_400, 306, 1_955)
    assert sold_cards(board) == [(101, 117)]
    assert (board.leftover_first, board.leftover_last) == (118, 120)


def test_none_of_the_second_series_leaves_the_first_as_it_was_counted():
    event, board = correct(two_series(), 0)
    assert (event.last, event.figures.physical_sold) == (0, 20)
    assert sold_cards(board) == [(101, 120)]
    assert (board.leftover_first, board.leftover_last) == (121, 120)


@pytest.mark.parametrize("mistyped", [0, 3, 12, 101, 117, 120])
def test_a_mistyped_correction_is_corrected(mistyped):
    event, board = correct(two_series(), mistyped, 10)
    assert (event.last, event.figures) == (10, two_series().figures)
    assert sold_cards(board) == [(101, 120), (1, 10)]
    assert (board.leftover_first, board.leftover_last) == (11, 100)


def test_cards_of_an_added_series_of_which_none_was_recorded_can_be_named():
    event, board = correct(two_series(0), 2)
    assert (event.was_last, event.figures.physical_sold) == (120, 22)
    assert sold_cards(board) == [(101, 120), (1, 2)]


def test_cards_of_the_second_series_were_not_sold_before_the_first_was():
    """Ana brings 119-120 back unsold, so that no card of the second series can have been sold."""
    board = floor_of(issued(101, 120), lots=(series_a(),))
    second = replace(boards.printed(last=100), ident="000002", complementary=True)
    board = closed(boards.play(board, ev.SeriesAdded(lot=second), from_hand(101, 118)))
    board = boards.play(board, returned(119, 120))
    with pytest.raises(errors.FirstSeriesUnsold) as refused:
        correct(board, 3)
    assert refused.value.params == {"card": 3, "first": 119, "last": 120}
    assert correct(board, 120)[0].figures.physical_sold == 20
    # Said in two steps it is no slip of the hand.
    assert correct(board, 120, 3)[0].figures.physical_sold == 23
    assert correct(board, 120, 3, 0)[0].figures.physical_sold == 18


@pytest.mark.parametrize("last", [-1, 121, 500])
def test_a_number_of_neither_series_is_refused(last):
    with pytest.raises(errors.BadQuantity) as refused:
        correct(two_series(), last)
    assert refused.value.params == {"quantity": last, "most": 120}


def test_a_card_of_either_series_is_not_taken_away_while_it_is_checked():
    board = boards.play(two_series(), ev.LeftoversReturned(first=11, last=100), ev.DrawStarted())
    for ordinal, number in enumerate(boards.LINE_3, start=1):
        board = boards.play(board, boards.drawn(ordinal, number), boards.called(ordinal, number))
    for card, last in ((119, 118), (5, 4), (5, 120)):
        claimed = boards.play(board, boards.claim(1, card=card))
        with pytest.raises(errors.ClaimsOpen) as refused:
            correct(claimed, last)
        assert refused.value.params == {"card": card}
    assert correct(boards.play(board, boards.claim(1, card=119)), 4)[0].last == 4


def test_a_hole_of_the_closing_stays_unsold_whatever_was_said_between():
    board = closed(floor_of(issued(1, 6), from_hand(1, 2), from_hand(5, 6), terms=ACTA))
    event, after = correct(board, 2, 6)
    assert (event.figures.physical_sold, sold_cards(after), held(after)) == (4, [(1, 2), (5, 6)], [(3, 4, "ana")])
    _, lower = correct(board, 2)
    _, after = correct(boards.play(lower, returned(3, 4)), 6)
    assert sold_cards(after) == [(1, 2), (5, 6)]


def test_a_correction_recorded_before_the_closing_was_remembered_folds_as_then():
    """Its payload has no `counted`: only the series sold last is counted anew."""
    was = two_series()
    payload = {"was_last": 10, "last": 0, "figures": codec.encode(was.figures), "reason": "none"}
    board = boards.play(was, codec.game_event("SaleFiguresCorrected", payload))
    assert sold_cards(board) == [(101, 120)]
    assert (board.leftover_first, board.leftover_last, board.counted) == (1, 100, None)


FLOORS = {
    "two series": two_series(),
    "nothing of the second": two_series(0),
    "spoiled": closed(with_second(spoiled(3, 4), boards.sold(2, first=1), boards.sold(4, first=5))),
    "holes": closed(floor_of(issued(1, 9), from_hand(1, 2), from_hand(5, 6), spoiled(8, 8), terms=ACTA)),
}
numbers = st.one_of(st.integers(-1, 14), st.integers(98, 122))


@given(floor=st.sampled_from(sorted(FLOORS)), one=numbers, other=numbers)
def test_of_two_corrections_only_the_second_counts(floor, one, other):
    try:
        _, between = correct(FLOORS[floor], one)
        event, alone = correct(FLOORS[floor], other)
    except RuleViolation:
        return
    after, both = correct(between, other)
    assert after.figures == event.figures
    assert sold_cards(both) == sold_cards(alone)
    assert (both.leftover_first, both.leftover_last) == (alone.leftover_first, alone.leftover_last)

from dataclasses import replace
from itertools import permutations

import pytest

from sessions.rules import errors, prizes
from sessions.rules import events as ev
from sessions.rules.states import State
from tests.sessions.rules import boards
from tests.sessions.rules.boards import BINGO_3, FACE_3, award, claim, play, upheld

LINE, BINGO = ev.PrizeKind.LINE, ev.PrizeKind.BINGO


@pytest.mark.parametrize(
    ("takings", "share", "unit", "pool"),
    [
        (1_200, 900, 1, 108),
        (1_200, 5_750, 1, 690),
        (0, 900, 1, 0),
        (1, 9_999, 1, 0),
        (707, 900, 1, 63),
        (707, 5_750, 5, 405),
        (707, 5_750, 100, 400),
        (10_000_000_000, 10_000, 1, 10_000_000_000),
    ],
)
def test_a_pool_is_its_share_of_the_takings_cut_to_the_unit(takings, share, unit, pool):
    assert prizes.pool_of(takings, share, unit) == pool


def several(count, *, terms=boards.TERMS, verified=None):
    """Give a board on which cards 1..count have called bingo and were found good, in the order `verified`."""
    board = boards.drawing(*BINGO_3, terms=terms)
    for number in range(1, count + 1):
        board = play(board, claim(number, card=number, prize=BINGO))
    for number in verified or range(1, count + 1):
        board = play(board, upheld(number, card=number, prize=BINGO))
    return board


def test_a_prize_nobody_won_gives_no_award():
    assert prizes.awards_of(boards.drawing(*BINGO_3), BINGO, 1) == ()


def test_odd_cents_go_one_each_to_the_first_verified():
    """6.90 among four: 1.73, 1.73, 1.72, 1.72."""
    assert [a.cents for a in prizes.awards_of(several(4), BINGO, 1)] == [173, 173, 172, 172]


def test_the_first_verified_may_have_called_last():
    awards = prizes.awards_of(several(4, verified=(4, 2, 1, 3)), BINGO, 1)
    assert [(a.card, a.cents) for a in awards] == [(4, 173), (2, 173), (1, 172), (3, 172)]


def test_the_order_of_verification_changes_no_sum_and_no_set_of_shares():
    for order in permutations((1, 2, 3, 4)):
        awards = prizes.awards_of(several(4, verified=order), BINGO, 1)
        assert sorted(a.cents for a in awards) == [172, 172, 173, 173]
        assert {a.card for a in awards} == {1, 2, 3, 4}


def test_odd_cents_stay_over_when_the_terms_say_so():
    terms = replace(boards.TERMS, remainder_to="house")
    assert [a.cents for a in prizes.awards_of(several(4, terms=terms), BINGO, 1)] == [172] * 4


def test_shares_are_whole_units():
    """6.90 in units of 0.50 is 13 units and 0.40 over; among four: 4, 3, 3, 3 units."""
    terms = replace(boards.TERMS, rounding_unit=50)
    assert [a.cents for a in prizes.awards_of(several(4, terms=terms), BINGO, 1)] == [200, 150, 150, 150]


def test_awards_are_numbered_from_the_number_asked():
    assert [a.award_no for a in prizes.awards_of(several(3), BINGO, 5)] == [5, 6, 7]


def test_a_prize_is_paid_at_the_end_against_its_card():
    assert prizes.decide_payment(boards.won(), 1, 3) == ev.PrizePaid(award_no=1, card=3, cents=690)


def test_a_prize_is_not_paid_before_the_end():
    with pytest.raises(errors.WrongState):
        prizes.decide_payment(boards.after_line(50), 1, 3)
    with pytest.raises(errors.WrongState):
        prizes.decide_payment(boards.in_state(State.CLOSED), 1, 3)


def test_another_card_is_not_paid():
    with pytest.raises(errors.WrongCard) as refused:
        prizes.decide_payment(boards.won(), 1, 4)
    assert refused.value.params == {"card": 4, "expected": 3}


def test_a_prize_is_paid_once():
    paid = play(boards.won(), ev.PrizePaid(award_no=1, card=3, cents=690))
    with pytest.raises(errors.NoSuchAward) as refused:
        prizes.decide_payment(paid, 1, 3)
    assert refused.value.params == {"award_no": 1}


def test_a_prize_that_does_not_exist_is_not_paid():
    with pytest.raises(errors.NoSuchAward):
        prizes.decide_payment(boards.won(), 2, 3)


def test_a_virtual_prize_is_not_paid_in_cash():
    board = boards.won(award(1, 690, card=201, prize=BINGO, medium=ev.Medium.VIRTUAL, holder="player:1"))
    with pytest.raises(errors.NoSuchAward):
        prizes.decide_payment(board, 1, 201)


def test_a_game_is_not_closed_before_its_end():
    with pytest.raises(errors.WrongState):
        prizes.decide_game_closing(boards.drawing(*BINGO_3))


def test_the_closing_credits_virtual_prizes_and_keeps_unpaid_printed_ones_payable():
    board = boards.won(
        award(1, 345, prize=BINGO),
        award(2, 345, card=201, prize=BINGO, medium=ev.Medium.VIRTUAL, holder="player:1"),
        award(3, 108),
    )
    board = play(board, ev.PrizePaid(award_no=1, card=3, cents=345))
    assert prizes.decide_game_closing(board) == ev.GameClosed(
        credited_cents=345, payable_cents=108, carried_line_cents=0, carried_bingo_cents=0, house_cents=0
    )


def test_a_line_nobody_called_is_carried_to_the_next_game():
    closing = prizes.decide_game_closing(boards.won())
    assert (closing.carried_line_cents, closing.carried_bingo_cents, closing.house_cents) == (108, 0, 0)


def test_a_bingo_nobody_called_is_carried_to_the_next_game():
    board = boards.after_line(*(n for n in range(1, 91) if n not in FACE_3[0]))
    closing = prizes.decide_game_closing(play(board, ev.GameClosedUnclaimed()))
    assert (closing.carried_line_cents, closing.carried_bingo_cents, closing.payable_cents) == (0, 690, 108)


def test_a_game_nobody_won_goes_to_the_house_when_the_terms_say_so():
    terms = replace(boards.TERMS, unclaimed_to="house")
    board = play(boards.drawing(*range(1, 91), terms=terms), ev.GameClosedUnclaimed())
    closing = prizes.decide_game_closing(board)
    assert (closing.carried_line_cents, closing.carried_bingo_cents, closing.house_cents) == (0, 0, 798)


@pytest.mark.parametrize(("remainder_to", "carried", "house"), [("next_game", 2, 0), ("house", 0, 2)])
def test_odd_cents_nobody_gets_go_where_the_terms_say(remainder_to, carried, house):
    """6.90 among four without the odd cents is 4 x 1.72, and 0.02 are over."""
    terms = replace(boards.TERMS, remainder_to=remainder_to, unclaimed_to="house")
    board = several(4, terms=terms)
    board = play(board, ev.BingoClosed(awards=prizes.awards_of(board, BINGO, 1)))
    closing = prizes.decide_game_closing(board)
    assert (closing.carried_bingo_cents, closing.house_cents) == (carried, house + 108)
    assert closing.payable_cents == 688

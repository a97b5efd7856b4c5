"""Two consecutive games with double cards: six cards, 2 euros each half; 12.00 in for each game."""

from dataclasses import replace

import pytest

from sessions.rules import errors, sales
from sessions.rules import events as ev
from sessions.rules.board import wanted_ball
from sessions.rules.draw import decide_start
from sessions.rules.pair import check_half, check_token, check_tokens, check_turn, decide_paired_sale, decide_token
from sessions.rules.states import State
from tests.sessions.rules.boards import (
    BINGO_3,
    FIGURES,
    TERMS,
    announced,
    award,
    claim,
    doubles,
    first_of_pair,
    play,
    printed,
    started,
    upheld,
    virtual,
    waiting,
    won,
)


def first_won():
    """End the first game with a bingo of card 3."""
    board = play(first_of_pair(*BINGO_3), claim(1, prize=ev.PrizeKind.BINGO, ball=15))
    return play(board, upheld(1, prize=ev.PrizeKind.BINGO), ev.BingoClosed(awards=(award(1, 690, prize="bingo"),)))


def test_a_sale_of_double_cards_is_a_pairs_and_the_card_is_paid_whole():
    lots = (doubles(),)
    opened = sales.decide_sale_opening(announced(), terms=TERMS, lots=lots, extractor="machine", ball_set="set-1")
    assert opened.pair
    board = play(announced(), opened)
    assert (board.pair, board.other_game_no) == (1, 5)
    (run,) = sales.decide_sales(board, ev.Medium.PHYSICAL, 3, seller="venta")
    assert run.amount_cents == 1_200
    board = play(board, run)
    assert sales.decide_undo(board, ev.Medium.PHYSICAL, 1, 3).amount_cents == 1_200


def test_single_and_double_cards_are_not_sold_together():
    with pytest.raises(errors.LotsOfDifferentParts):
        sales.decide_sale_opening(
            announced(), terms=TERMS, lots=(doubles(), virtual()), extractor="machine", ball_set="set-1"
        )


def test_the_prizes_of_each_game_are_of_half_the_value_of_the_cards_sold():
    # 24.00 were paid for six cards; each game has 12.00: 9 % is 1.08 and 57.5 % is 6.90.
    board = first_of_pair()
    assert sales.figures_of(board.lots, TERMS) == FIGURES
    assert decide_paired_sale(board).figures == FIGURES


def test_what_was_carried_in_is_played_for_in_the_first_game_alone():
    board = replace(first_of_pair(), terms=replace(TERMS, carried_bingo_cents=5_000))
    assert decide_paired_sale(board).figures.bingo_cents == 690
    assert sales.figures_of(board.lots, board.terms).bingo_cents == 5_690


def test_the_second_game_waits_until_the_first_is_closed():
    second = waiting()
    assert (second.state, second.pair, second.other_game_no) == (State.WAITING, 2, 4)
    assert wanted_ball(second) is None
    with pytest.raises(errors.FirstGameNotEnded) as refused:
        check_turn(second, first_won())
    assert refused.value.params == {"game_no": 4}
    closed = play(first_won(), ev.GameClosed(
        credited_cents=0, payable_cents=690, carried_line_cents=108, carried_bingo_cents=0, house_cents=0
    ))  # fmt: skip
    check_turn(second, closed)
    begun = play(second, decide_start(second))
    assert begun.state == State.READY
    assert wanted_ball(begun) == 1


def test_a_single_game_has_no_halves():
    assert check_half(started(), None, 3, 0) == 0
    assert check_half(started(), None, 3, 2) == 0


def test_in_a_pair_the_half_is_said():
    with pytest.raises(errors.HalfNeeded):
        check_half(first_of_pair(), None, 3, 0)
    assert check_half(first_of_pair(), None, 3, 2) == 2


def test_a_card_ends_a_game_on_the_half_it_began_on():
    board = play(first_of_pair(*BINGO_3), replace(claim(1), part=1))
    assert check_half(board, None, 3, 1) == 1
    with pytest.raises(errors.HalfChanged):
        check_half(board, None, 3, 2)
    assert check_half(board, None, 4, 2) == 2


def test_the_half_of_the_first_game_is_not_played_again_in_the_second():
    first = play(first_of_pair(*BINGO_3), replace(claim(1), part=1))
    with pytest.raises(errors.HalfUsed):
        check_half(waiting(), first, 3, 1)
    assert check_half(waiting(), first, 3, 2) == 2


def test_an_unpaid_prize_of_the_first_game_needs_a_token():
    board = first_won()
    with pytest.raises(errors.TokensMissing) as refused:
        check_tokens(board)
    assert refused.value.params == {"award_nos": [1]}
    given = play(board, decide_token(board, 1, "red 7"))
    check_tokens(given)
    check_token(given, 1, "red 7")
    for token in ("", "red 8"):
        with pytest.raises(errors.WrongToken):
            check_token(given, 1, token)
    with pytest.raises(errors.TokenInUse):
        decide_token(given, 1, "red 8")
    # Lost: another person answers for the winner, and not the one who pays.
    check_token(given, 1, "", by="caja", second="sala")
    with pytest.raises(errors.WrongToken):
        check_token(given, 1, "", by="caja", second="caja")


def test_tokens_are_for_unpaid_prizes_of_a_pairs_first_game():
    with pytest.raises(errors.NotOfAPair):
        decide_token(won(), 1, "red 7")
    with pytest.raises(errors.NoSuchAward):
        decide_token(first_won(), 2, "red 7")
    with pytest.raises(errors.WrongState):
        decide_token(first_of_pair(), 1, "red 7")
    check_tokens(won())
    check_token(won(), 1, "")


def test_a_paid_prize_needs_none():
    check_tokens(play(first_won(), ev.PrizePaid(award_no=1, card=3, cents=690)))


def test_printed_lots_are_single_unless_they_are_double():
    assert printed().price_cents == 200
    assert doubles().price_cents == 400

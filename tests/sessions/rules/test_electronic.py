"""The electronic draw's rules: who may, when the number is taken, which ball comes, when the secret is shown."""

from datetime import date

import pytest

from sessions.rules import errors
from sessions.rules import events as ev
from sessions.rules.board import public_board, wanted_ball
from sessions.rules.corrections import decide_ball_correction
from sessions.rules.draw import decide_manual_ball, decide_start
from sessions.rules.electronic import (
    ball_counted,
    check_authorised,
    check_drawable,
    decide_authorisation,
    decide_electronic_ball,
    decide_public_number,
    decide_reveal,
)
from sessions.rules.events import DrawCommitted, DrawRevealed, PublicNumberGiven
from tests.sessions.rules.boards import (
    FIGURES,
    LINE_3,
    called,
    claim,
    play,
    ready,
    selling,
    sold,
    suspended,
    voided,
)

TODAY = date(2026, 11, 30)
COMMITTED = DrawCommitted(commitment="c0" * 32, authorisation="DGJ 12/2026")
NUMBER = PublicNumberGiven(number="004711", closing="ab" * 32)
# Any order will do: the arithmetic has tests of its own.
ORDER = (*LINE_3, *(n for n in range(1, 91) if n not in LINE_3))


def electronic(*happened):
    """Sell cards 1 to 6 of an electronic game, and let this happen after the leftovers came back."""
    closed = ev.SaleClosed(figures=FIGURES, leftover_first=7, leftover_last=200)
    board = play(selling(extractor="rng"), COMMITTED, sold(6), closed, ev.LeftoversReturned(first=7, last=200))
    return play(board, *happened)


def begun(balls=0):
    """Give the start, and draw and call so many balls."""
    board = electronic(NUMBER, ev.DrawStarted())
    for ordinal in range(1, balls + 1):
        board = play(board, decide_electronic_ball(board, ordinal, ORDER), called(ordinal, ORDER[ordinal - 1]))
    return board


def test_an_authorisation_is_a_reference_and_its_day_or_neither():
    given = decide_authorisation("DGJ 12/2026", "2026-11-30", today=TODAY)
    assert (given.reference, given.dated) == ("DGJ 12/2026", "2026-11-30")
    taken_back = decide_authorisation("", "", today=TODAY)
    assert (taken_back.reference, taken_back.dated) == ("", "")


@pytest.mark.parametrize(
    ("reference", "dated"),
    [("", "2026-11-30"), ("DGJ", ""), ("DGJ", "2026-12-01"), ("DGJ", "30/11/2026"), ("DGJ", "2026-02-30")],
)
def test_half_an_authorisation_is_none(reference, dated):
    with pytest.raises(errors.AuthorisationIncomplete):
        decide_authorisation(reference, dated, today=TODAY)


def test_without_a_reference_nothing_is_drawn_electronically():
    check_authorised("DGJ 12/2026")
    with pytest.raises(errors.ElectronicDrawNotAuthorised):
        check_authorised("")


def test_the_number_is_six_digits_given_once_after_the_sale():
    board = electronic()
    with pytest.raises(errors.PublicNumberMissing):
        decide_start(board)
    assert decide_public_number(board, "000000", closing="ab" * 32).number == "000000"
    for wrong in ("", "12345", "1234567", " 12345", "12345\n", "-12345", "0x1234"):
        with pytest.raises(errors.BadPublicNumber):
            decide_public_number(board, wrong, closing="ab" * 32)
    given = play(board, NUMBER)
    assert (given.electronic.number, given.electronic.closing) == ("004711", "ab" * 32)
    with pytest.raises(errors.PublicNumberGiven):
        decide_public_number(given, "123456", closing="ab" * 32)
    assert decide_start(given) == ev.DrawStarted()


def test_the_number_is_not_taken_before_the_sale_is_closed_nor_in_a_game_of_balls():
    with pytest.raises(errors.WrongState):
        decide_public_number(play(selling(extractor="rng"), COMMITTED), "123456", closing="")
    with pytest.raises(errors.NotAnElectronicDraw):
        decide_public_number(ready(), "123456", closing="ab" * 32)


def test_balls_are_the_orders_one_after_the_other():
    board = begun(2)
    assert board.drawn == ORDER[:2]
    assert wanted_ball(board) == 3
    ball = decide_electronic_ball(board, 3, ORDER)
    assert (ball.ordinal, ball.number, ball.source) == (3, ORDER[2], "rng")
    for ordinal in (0, 2, 4):
        with pytest.raises(errors.BallOutOfOrder):
            check_drawable(board, ordinal)
    with pytest.raises(errors.BallUncalled):
        check_drawable(play(board, ball), 4)


def test_no_ball_comes_before_the_start_nor_while_the_game_stands():
    with pytest.raises(errors.DrawNotStarted):
        check_drawable(electronic(NUMBER), 1)
    stopped = play(begun(2), ev.DrawPaused(reason="claim"))
    with pytest.raises(errors.DrawIsPaused):
        check_drawable(stopped, 3)
    with pytest.raises(errors.DrawIsPaused):
        check_drawable(play(begun(5), claim(1)), 6)
    with pytest.raises(errors.NotAnElectronicDraw):
        check_drawable(play(ready(), ev.DrawStarted()), 1)
    with pytest.raises(errors.WrongState):
        check_drawable(play(selling(extractor="rng"), COMMITTED), 1)


def test_all_ninety_come_and_no_more():
    board = begun(90)
    assert board.drawn == ORDER
    with pytest.raises(errors.BallOutOfOrder):
        check_drawable(board, 91)


def test_nobody_keys_or_corrects_a_ball():
    board = begun(3)
    with pytest.raises(errors.ElectronicDrawOnly):
        decide_manual_ball(board, ORDER[80])
    with pytest.raises(errors.ElectronicDrawOnly):
        decide_ball_correction(board, 3, ORDER[80], by="mesa", second="sala")


def test_after_a_failure_balls_are_keyed_and_only_those_may_be_corrected():
    board = suspended(begun(3), ball_out=True, read="36.2")
    board = play(board, ev.ManualDrawOrdered(how="a bag"))
    with pytest.raises(errors.NotAnElectronicDraw):
        check_drawable(board, 4)
    board = play(board, decide_manual_ball(board, ORDER[80]), called(4, ORDER[80]))
    assert board.drawn == (*ORDER[:3], ORDER[80])
    with pytest.raises(errors.ElectronicDrawOnly):
        decide_ball_correction(board, 3, ORDER[70], by="mesa", second="sala")
    assert decide_ball_correction(board, 4, ORDER[70], by="mesa", second="sala").number == ORDER[70]


def test_no_set_is_drawn_from_until_balls_are_keyed():
    assert begun(3).sets_drawn == ()
    by_hand = play(suspended(begun(3), ball_out=True, read="36.2"), ev.ManualDrawOrdered(how="a bag"))
    assert by_hand.sets_drawn == ()
    assert play(by_hand, decide_manual_ball(by_hand, ORDER[80])).sets_drawn == ("set-1",)
    assert ball_counted(begun(3), "rng").electronic.balls == 4
    assert ball_counted(begun(3), "manual") == begun(3)
    assert ball_counted(ready(), "rng") == ready()


def test_the_secret_is_shown_when_the_game_is_over_and_not_before():
    for board in (electronic(), begun(3), suspended(begun(3), ball_out=True)):
        with pytest.raises(errors.WrongState):
            decide_reveal(board, secret="5e" * 32)
    null = play(suspended(begun(3), ball_out=True, read="36.2"), voided())
    shown = play(null, decide_reveal(null, secret="5e" * 32))
    assert (shown.electronic.secret, shown.electronic.revealed) == ("5e" * 32, True)
    lost = play(null, DrawRevealed(secret=""))
    assert (lost.electronic.secret, lost.electronic.revealed) == ("", True)


def test_the_public_sees_what_was_promised_and_not_the_ball_in_the_air():
    board = begun(2)
    board = play(board, decide_electronic_ball(board, 3, ORDER))
    seen = public_board(board)
    assert seen.drawn == ORDER[:2]
    assert seen.electronic.commitment == "c0" * 32
    assert seen.electronic.secret == ""

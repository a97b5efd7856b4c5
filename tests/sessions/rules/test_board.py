import pytest

from sessions.rules import events as ev
from sessions.rules.board import public_board, wanted_ball
from sessions.rules.states import State
from tests.sessions.rules import boards
from tests.sessions.rules.boards import LINE_3, award, claim, play, upheld


def test_the_public_sees_no_ball_before_it_is_called():
    board = boards.drawing(7, 8, uncalled=(9,))
    assert public_board(board).drawn == (7, 8)
    assert board.drawn == (7, 8, 9)


def test_the_public_sees_no_held_ball():
    board = play(boards.drawing(7), ev.BallHeld(ordinal=2, number=55, reason="lowq"))
    assert public_board(board).held == ()


def test_the_public_does_not_learn_who_holds_a_card():
    board = play(
        boards.drawing(*LINE_3),
        claim(1, medium=ev.Medium.VIRTUAL, holder="player:1"),
        upheld(1),
        ev.PlayResumed(awards=(award(1, 108, medium=ev.Medium.VIRTUAL, holder="player:1"),)),
    )
    shown = public_board(board)
    assert [c.holder for c in shown.claims] == [""]
    assert [a.holder for a in shown.awards] == [""]
    assert [a.cents for a in shown.awards] == [108]


def test_the_public_hears_of_a_correction_when_its_ball_has_been_called():
    board = play(boards.drawing(7, uncalled=(8,)), ev.BallCorrected(ordinal=2, was=8, number=80))
    assert public_board(board).corrections == ()
    assert [c.number for c in public_board(play(board, boards.called(2, 80))).corrections] == [80]


def test_the_machine_is_asked_for_the_first_ball_after_the_start():
    assert wanted_ball(boards.ready()) is None
    assert wanted_ball(boards.started()) == 1


def test_the_next_ball_is_wanted_once_the_last_one_is_called():
    assert wanted_ball(boards.drawing(7, uncalled=(8,))) is None
    assert wanted_ball(boards.drawing(7, 8)) == 3


def test_no_ball_is_wanted_while_the_draw_stands_still():
    assert wanted_ball(play(boards.drawing(7), ev.DrawPaused(reason="person"))) is None
    held = play(boards.drawing(7), ev.BallHeld(ordinal=2, number=0, reason="unread"))
    assert wanted_ball(held) is None


def test_a_held_ball_keeps_the_machine_still_whatever_the_pause():
    """A start given while a ball is held asks for nothing."""
    board = play(boards.ready(), ev.BallHeld(ordinal=1, number=7, reason="not_started"), ev.DrawStarted())
    assert wanted_ball(play(board, ev.DrawResumed())) is None


def test_no_ball_is_wanted_while_a_claim_is_checked():
    assert wanted_ball(boards.in_state(State.CHECKING)) is None


def test_no_ball_is_wanted_after_the_ninetieth():
    assert wanted_ball(boards.drawing(*range(1, 90))) == 90
    assert wanted_ball(boards.drawing(*range(1, 91))) is None


@pytest.mark.parametrize("state", [State.ANNOUNCED, State.SELLING, State.WON, State.UNCLAIMED, State.CLOSED])
def test_no_ball_is_wanted_outside_the_draw(state):
    assert wanted_ball(boards.in_state(state)) is None


def test_a_card_belongs_to_the_lot_in_which_it_was_sold():
    board = boards.selling(lots=(boards.printed(), boards.virtual()))
    board = play(board, boards.sold(6), boards.sold(2, medium=ev.Medium.VIRTUAL, first=201, holder="player:1"))
    assert board.lot_of_card(6).letter == "A"
    assert board.lot_of_card(202).letter == "V"
    assert [board.lot_of_card(card) for card in (0, 7, 200, 203, 301)] == [None] * 5

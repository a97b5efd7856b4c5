from dataclasses import replace

import pytest

from sessions.rules import errors
from sessions.rules import events as ev
from sessions.rules.ball_sets import Passport, check_games_left
from sessions.rules.replacing import decide_change, playing_on
from sessions.rules.states import State
from sessions.rules.suspension import decide_suspension
from tests.sessions.rules.boards import LINE_3, drawing, first_of_pair, in_state, play, selling, suspended, waiting, won

SPARE = Passport(code="set-2", pneumatic=True, games=10)
INSTEAD = ev.BallsReplaced(was="set-1", ball_set="set-2")


def cracked(board=None):
    """Suspend a game for a cracked ball."""
    return suspended(board or drawing(*LINE_3), cause="balls", ball_out=True)


def change(*live, passport=SPARE):
    return decide_change(passport, live, was="set-1", reason="47 is cracked")


@pytest.mark.parametrize("state", [s for s in State if s not in {State.WAITING, State.ANNOUNCED, State.CLOSED}])
def test_a_game_that_does_not_stand_by_its_balls_is_played_out_with_its_set(state):
    # The suspended one of this table stands by a failure, which is not the balls'.
    with pytest.raises(errors.GameStillOpen):
        playing_on([in_state(state)])


def test_between_games_the_session_alone_tells_of_it():
    changed, replaced = change()
    assert (changed.was, changed.ball_set, changed.game_no, changed.drawn, replaced) == ("set-1", "set-2", 0, 0, ())


def test_a_game_suspended_for_its_balls_goes_on_with_the_spare():
    board = cracked()
    changed, replaced = change(board)
    assert (changed.game_no, changed.drawn) == (board.game_no, 5)
    assert replaced == ((board.game_no, INSTEAD),)
    assert play(board, INSTEAD).ball_set == "set-2"


def test_both_games_of_a_pair_go_on_with_it_and_the_second_alone_once_the_first_was_played():
    first = cracked(first_of_pair(1, 2))
    assert [game_no for game_no, _ in change(first, waiting())[1]] == [4, 5]
    changed, replaced = change(replace(won(), pair=1, other_game_no=5), waiting())
    assert (changed.game_no, changed.drawn, [game_no for game_no, _ in replaced]) == (5, 0, [5])
    with pytest.raises(errors.GameStillOpen) as refused:
        change(first_of_pair(1, 2), waiting())
    assert refused.value.params == {"game_no": 4}


def test_a_game_counts_for_each_set_of_which_a_ball_was_drawn_in_it():
    assert drawing(*LINE_3).sets_drawn == ("set-1",)
    assert selling().sets_drawn == ()
    board = play(cracked(), INSTEAD)
    assert board.sets_drawn == ("set-1",)
    on = play(board, ev.SuspensionLifted(decision="agent", agent="A-1"), ev.BallDrawn(ordinal=6, number=90, source="x"))
    assert on.sets_drawn == ("set-1", "set-2")
    assert play(cracked(selling()), INSTEAD).sets_drawn == ()


def test_the_spare_has_games_left_for_all_that_goes_on():
    nearly = replace(SPARE, games=999)
    assert change(cracked(), passport=nearly)[1]
    with pytest.raises(errors.TooFewGamesLeft) as refused:
        change(cracked(first_of_pair(1, 2)), waiting(), passport=nearly)
    assert refused.value.params == {"ball_set": "set-2", "left": 1, "needed": 2}
    # Its sale still goes on: the second game is not there yet, and comes.
    with pytest.raises(errors.TooFewGamesLeft):
        change(cracked(replace(selling(), pair=1, other_game_no=5)), passport=nearly)
    # Put back for the second game, having been drawn from in the first, which is not closed.
    with pytest.raises(errors.TooFewGamesLeft):
        change(replace(won(), pair=1), waiting(), passport=replace(nearly, code="set-1"))
    with pytest.raises(errors.BallSetWorn):
        change(passport=replace(SPARE, games=1_000))


def test_a_drums_set_has_always_games_left():
    check_games_left(Passport(code="D-1", pneumatic=False, games=5_000), 2)


def test_what_waits_can_be_suspended_and_waits_again():
    board = play(waiting(), decide_suspension(waiting(), "failure", ball_out=False, text="no power"))
    assert (board.state, board.suspension.came_from) == (State.SUSPENDED, State.WAITING)
    assert play(board, ev.SuspensionLifted(decision="solved")).state == State.WAITING

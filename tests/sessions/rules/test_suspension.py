"""Article 36 and 34.4: each way it can go, and that it can go no other."""

from datetime import UTC, datetime, timedelta

import pytest

from sessions.rules import errors
from sessions.rules import events as ev
from sessions.rules.board import wanted_ball
from sessions.rules.draw import decide_manual_ball
from sessions.rules.states import State
from sessions.rules.suspension import (
    decide_lifting,
    decide_manual_draw,
    decide_reading,
    decide_suspension,
    paragraph_of,
    seconds_left,
)
from tests.sessions.rules.boards import AT, LINE_3, claim, drawing, in_state, play, selling, sold, started, suspended

SINCE = datetime.fromisoformat(AT)
SOON, LATE = SINCE + timedelta(minutes=14, seconds=59), SINCE + timedelta(minutes=15)


@pytest.mark.parametrize("state", ["selling", "ready", "drawing", "checking"])
def test_a_game_is_suspended_wherever_it_is_played_and_goes_back_there(state):
    board = in_state(State(state))
    event = decide_suspension(board, "balls", ball_out=True, text="two balls of 12")
    stopped = play(board, event)
    assert stopped.state == State.SUSPENDED
    assert stopped.suspension.since == AT
    assert wanted_ball(stopped) is None
    lifted = play(stopped, decide_lifting(stopped, LATE, decision="agent", agent="TIP 1234", text="record 7"))
    assert lifted.state == state
    assert lifted.suspension is None


@pytest.mark.parametrize("state", ["announced", "won", "unclaimed", "paying", "closed", "void", "suspended"])
def test_nothing_else_is_suspended(state):
    with pytest.raises(errors.WrongState):
        decide_suspension(in_state(State(state)), "failure", ball_out=False, text="no power")


def test_the_answer_cannot_be_no_when_the_journal_has_balls():
    with pytest.raises(errors.BallsWereDrawn) as refused:
        decide_suspension(drawing(*LINE_3), "failure", ball_out=False, text="no power")
    assert refused.value.params == {"drawn": 5}


def test_a_ball_may_have_fallen_that_the_journal_has_not():
    assert decide_suspension(started(), "failure", ball_out=True, text="no power").ball_out


def test_a_ball_that_waits_for_a_decision_is_out():
    held = play(started(), ev.BallHeld(ordinal=1, number=0, reason="unread"))
    with pytest.raises(errors.BallsWereDrawn) as refused:
        decide_suspension(held, "failure", ball_out=False, text="no power")
    assert refused.value.params == {"drawn": 1}


def test_a_ball_that_fell_before_the_start_is_out_too():
    early = play(in_state(State.READY), ev.BallHeld(ordinal=1, number=7, reason="not_started"))
    assert decide_suspension(early, "failure", ball_out=True, text="no power").ball_out
    with pytest.raises(errors.BallsWereDrawn):
        decide_suspension(early, "failure", ball_out=False, text="no power")


@pytest.mark.parametrize("state", ["selling", "ready"])
def test_before_the_start_no_ball_can_be_out(state):
    with pytest.raises(errors.DrawNotStarted):
        decide_suspension(in_state(State(state)), "failure", ball_out=True, text="no power")
    assert decide_suspension(in_state(State(state)), "balls", ball_out=True, text="two of 12").cause == "balls"


def test_nobody_sells_while_the_game_stands():
    with pytest.raises(errors.WrongState):
        play(suspended(selling()), sold(1))


def test_the_paragraph_is_the_one_that_applies():
    assert paragraph_of(suspended()) == "36.1"
    assert paragraph_of(suspended(drawing(*LINE_3), ball_out=True)) == "36.2"
    assert paragraph_of(suspended(cause="balls")) == ""
    assert paragraph_of(drawing(*LINE_3)) == ""
    assert decide_reading(suspended(), "36.1") == ev.ParagraphRead(paragraph="36.1")
    with pytest.raises(errors.WrongParagraph):
        decide_reading(suspended(), "36.2")
    with pytest.raises(errors.WrongParagraph):
        decide_reading(suspended(cause="balls"), "")


def test_the_fifteen_minutes_run_from_the_suspension():
    suspension = suspended().suspension
    assert seconds_left(suspension, SINCE) == 900
    assert seconds_left(suspension, SOON) == 1
    assert seconds_left(suspension, SOON + timedelta(milliseconds=999)) == 1
    assert seconds_left(suspension, LATE) == 0
    assert seconds_left(suspension, datetime(2027, 1, 1, tzinfo=UTC)) == 0


def test_a_failure_solved_in_time_lets_the_game_go_on():
    board = suspended(read="36.1")
    event = decide_lifting(board, SOON, decision="solved", text="the fuse")
    assert play(board, event).state == State.READY


def test_after_fifteen_minutes_it_no_longer_does():
    with pytest.raises(errors.SuspensionTooLong):
        decide_lifting(suspended(read="36.1"), LATE, decision="solved")


def test_nothing_is_done_before_the_paragraph_is_read_aloud():
    with pytest.raises(errors.ParagraphNotRead):
        decide_lifting(suspended(), SOON, decision="solved")
    with pytest.raises(errors.ParagraphNotRead):
        decide_manual_draw(suspended(drawing(*LINE_3), ball_out=True), how="a bag")


def test_after_the_first_ball_it_goes_on_by_hand_alone():
    board = suspended(drawing(*LINE_3), ball_out=True, read="36.2")
    with pytest.raises(errors.ManualDrawOnly):
        decide_lifting(board, SOON, decision="solved")
    by_hand = play(board, decide_manual_draw(board, how="a bag shaken before the players"))
    assert by_hand.state == State.DRAWING
    assert by_hand.extractor == "manual"
    assert by_hand.manual_draw
    assert by_hand.drawn == LINE_3


def test_by_hand_only_the_balls_not_yet_drawn_count():
    board = suspended(drawing(*LINE_3), ball_out=True, read="36.2")
    by_hand = play(board, decide_manual_draw(board, how="a bag"))
    with pytest.raises(errors.BallAlreadyDrawn):
        decide_manual_ball(by_hand, LINE_3[2])
    assert decide_manual_ball(by_hand, 90) == ev.BallDrawn(ordinal=6, number=90, source="manual")


def test_the_fault_that_stopped_the_machine_does_not_stop_the_hand_but_a_claim_does():
    failing = play(drawing(*LINE_3), ev.DrawPaused(reason="MOTOR"))
    board = suspended(failing, ball_out=True, read="36.2")
    assert play(board, decide_manual_draw(board, how="a bag")).pause == ""
    shouted = play(drawing(*LINE_3), ev.DrawPaused(reason="claim"), claim(1))
    board = suspended(shouted, ball_out=True, read="36.2")
    by_hand = play(board, decide_manual_draw(board, how="a bag"))
    assert (by_hand.state, by_hand.pause) == (State.CHECKING, "claim")


def test_before_the_first_ball_there_is_nothing_to_go_on_with_by_hand():
    with pytest.raises(errors.NoBallDrawn):
        decide_manual_draw(suspended(read="36.1"), how="a bag")


def test_an_irregularity_of_the_balls_is_the_agents_to_judge():
    board = suspended(drawing(*LINE_3), cause="balls", ball_out=True)
    for decision, agent in (("solved", ""), ("agent", "")):
        with pytest.raises(errors.AgentDecides):
            decide_lifting(board, SOON, decision=decision, agent=agent)
    with pytest.raises(errors.NotThatSuspension):
        decide_manual_draw(board, how="a bag")
    with pytest.raises(errors.NotThatSuspension):
        decide_lifting(suspended(read="36.1"), SOON, decision="agent", agent="TIP 1234")


def test_a_held_ball_is_still_decided_on_before_the_hand_goes_on():
    """It has fallen, and may count: the hand draws only what is left (36.2)."""
    held = play(drawing(*LINE_3), ev.BallHeld(ordinal=6, number=0, reason="unread"))
    board = suspended(held, ball_out=True, read="36.2")
    by_hand = play(board, decide_manual_draw(board, how="a bag"))
    assert (by_hand.pause, len(by_hand.held)) == ("held_unread", 1)
    with pytest.raises(errors.BallHeldFirst):
        decide_manual_ball(by_hand, 90)

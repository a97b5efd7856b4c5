import pytest

from sessions.rules import draw, errors
from sessions.rules import events as ev
from sessions.rules.states import State
from tests.sessions.rules import boards
from tests.sessions.rules.boards import LINE_3, claim, play

TAKING = (State.READY, State.DRAWING, State.CHECKING)


def ball(board, ordinal, number, **kwargs):
    return draw.decide_ball(board, ordinal=ordinal, number=number, source="rfid", **kwargs)


def held_for(reason, *, ordinal, number):
    return ev.BallHeld(ordinal=ordinal, number=number, reason=reason)


def test_the_start_is_given_once_the_leftovers_are_back():
    assert draw.decide_start(boards.ready()) == ev.DrawStarted()
    with pytest.raises(errors.LeftoversNotReturned) as refused:
        draw.decide_start(boards.ready(returned=False))
    assert refused.value.params == {"first": 7, "last": 200}


def test_the_start_is_given_once():
    with pytest.raises(errors.WrongState):
        draw.decide_start(boards.started())


@pytest.mark.parametrize("state", [s for s in State if s not in {State.READY, State.WAITING}])
def test_the_start_needs_a_closed_sale(state):
    with pytest.raises(errors.WrongState):
        draw.decide_start(boards.in_state(state))


def test_a_ball_in_its_place_is_drawn():
    assert ball(boards.started(), 1, 90) == ev.BallDrawn(ordinal=1, number=90, source="rfid")
    assert ball(boards.drawing(7), 2, 1) == ev.BallDrawn(ordinal=2, number=1, source="rfid")


def test_a_ball_before_the_start_is_held():
    assert ball(boards.ready(), 1, 47) == held_for("not_started", ordinal=1, number=47)


def test_a_ball_nobody_could_read_is_held():
    assert ball(boards.drawing(7), 2, 0) == held_for("unread", ordinal=2, number=0)


@pytest.mark.parametrize("number", [91, 255, -1])
def test_a_number_that_is_no_ball_is_held_without_its_number(number):
    assert ball(boards.drawing(7), 2, number) == held_for("range", ordinal=2, number=0)


@pytest.mark.parametrize("ordinal", [3, 90, 0])
def test_a_ball_out_of_its_place_is_held(ordinal):
    assert ball(boards.drawing(7), ordinal, 8) == held_for("out_of_order", ordinal=ordinal, number=8)


def test_another_number_at_an_ordinal_already_taken_is_held():
    assert ball(boards.drawing(7, 8), 1, 9) == held_for("out_of_order", ordinal=1, number=9)


def test_a_ball_behind_a_held_one_is_held_too():
    board = play(boards.drawing(7), held_for("unread", ordinal=2, number=0))
    assert ball(board, 2, 8) == held_for("out_of_order", ordinal=2, number=8)
    assert ball(board, 3, 9) == held_for("out_of_order", ordinal=3, number=9)


def test_a_number_that_comes_out_again_is_a_repeat():
    assert ball(boards.drawing(7, 8), 3, 7) == held_for("repeat", ordinal=3, number=7)


def test_the_same_ordinal_and_number_is_the_same_ball():
    board = boards.drawing(7, 8)
    assert ball(board, 2, 8) is None
    assert ball(board, 1, 7) is None


def test_a_held_ball_sent_again_is_the_same_ball():
    board = play(boards.drawing(7), held_for("repeat", ordinal=2, number=7))
    assert ball(board, 2, 7) is None


def test_a_doubtful_reading_is_held_and_a_sure_one_is_not():
    assert ball(boards.drawing(7), 2, 8, quality=89) == held_for("low_quality", ordinal=2, number=8)
    assert ball(boards.drawing(7), 2, 8, quality=90) == ev.BallDrawn(ordinal=2, number=8, source="rfid")


def test_the_machines_own_reason_comes_first():
    assert ball(boards.drawing(7), 2, 7, reason="two_balls") == held_for("two_balls", ordinal=2, number=7)


def test_a_ball_after_the_ninetieth_is_a_repeat():
    assert ball(boards.drawing(*range(1, 91)), 91, 5) == held_for("repeat", ordinal=91, number=5)


def test_a_ball_is_recorded_while_the_draw_is_paused_or_a_claim_checked():
    """It is drawn and not called."""
    paused = play(boards.drawing(*LINE_3), ev.DrawPaused(reason="claim"))
    assert ball(paused, 6, 50).kind == "BallDrawn"
    assert ball(play(paused, claim(1)), 6, 50).kind == "BallDrawn"


@pytest.mark.parametrize("state", [s for s in State if s not in TAKING])
def test_a_ball_outside_the_draw_belongs_to_no_game(state):
    with pytest.raises(errors.WrongState):
        ball(boards.in_state(state), 1, 47)


def test_the_caller_keys_the_balls_of_a_drum():
    drawn = draw.decide_manual_ball(boards.drawing(7, extractor="manual"), 8)
    assert drawn == ev.BallDrawn(ordinal=2, number=8, source="manual")


def test_a_keyed_ball_in_a_machines_game_waits_for_a_second_person():
    assert draw.decide_manual_ball(boards.drawing(7), 8) == held_for("manual", ordinal=2, number=8)


@pytest.mark.parametrize("number", [0, 91, -1, 10**9])
def test_a_keyed_number_that_is_no_ball_is_refused(number):
    with pytest.raises(errors.BallOutOfRange) as refused:
        draw.decide_manual_ball(boards.drawing(7, extractor="manual"), number)
    assert refused.value.params == {"number": number}


def test_a_keyed_number_already_out_is_refused_with_its_place():
    with pytest.raises(errors.BallAlreadyDrawn) as refused:
        draw.decide_manual_ball(boards.drawing(7, 8, 9, extractor="manual"), 8)
    assert refused.value.params == {"number": 8, "ordinal": 2}


def test_no_ball_is_keyed_before_the_start():
    with pytest.raises(errors.DrawNotStarted):
        draw.decide_manual_ball(boards.ready(extractor="manual"), 8)


def test_the_next_ball_is_keyed_when_the_last_one_is_called():
    with pytest.raises(errors.BallUncalled) as refused:
        draw.decide_manual_ball(boards.drawing(7, uncalled=(8,), extractor="manual"), 9)
    assert refused.value.params == {"ordinal": 2}


def test_no_ball_is_keyed_while_the_draw_stands_still():
    paused = play(boards.drawing(7, extractor="manual"), ev.DrawPaused(reason="person"))
    with pytest.raises(errors.DrawIsPaused) as refused:
        draw.decide_manual_ball(paused, 8)
    assert refused.value.params == {"reason": "person"}
    checking = play(boards.drawing(*LINE_3, extractor="manual"), claim(1))
    with pytest.raises(errors.DrawIsPaused) as refused:
        draw.decide_manual_ball(checking, 50)
    assert refused.value.params == {"reason": "claim"}


def test_no_ball_is_keyed_before_a_held_one_is_decided():
    board = play(boards.drawing(7), held_for("unread", ordinal=2, number=0))
    with pytest.raises(errors.BallHeldFirst) as refused:
        draw.decide_manual_ball(board, 8)
    assert refused.value.params == {"reason": "unread"}


def test_the_next_drawn_ball_is_called_by_its_number():
    assert draw.decide_call(boards.drawing(7, uncalled=(47,)), 2) == ev.BallCalled(ordinal=2, number=47)


@pytest.mark.parametrize("ordinal", [1, 3, 0])
def test_balls_are_called_in_the_order_drawn(ordinal):
    with pytest.raises(errors.BallOutOfOrder) as refused:
        draw.decide_call(boards.drawing(7, uncalled=(47, 48)), ordinal)
    assert refused.value.params == {"ordinal": ordinal, "expected": 2}


def test_without_a_drawn_ball_there_is_nothing_to_call():
    with pytest.raises(errors.NothingToCall):
        draw.decide_call(boards.drawing(7), 2)


def test_no_ball_is_called_while_the_draw_is_paused():
    paused = play(boards.drawing(7, uncalled=(47,)), ev.DrawPaused(reason="claim"))
    with pytest.raises(errors.DrawIsPaused) as refused:
        draw.decide_call(paused, 2)
    assert refused.value.params == {"reason": "claim"}


def test_one_ball_and_no_more_is_called_while_a_claim_is_checked():
    """The one that was being spoken when the shout came."""
    checking = play(boards.drawing(*LINE_3, uncalled=(50, 51)), claim(1))
    spoken = draw.decide_call(checking, 6)
    assert spoken == ev.BallCalled(ordinal=6, number=50)
    with pytest.raises(errors.DrawIsPaused) as refused:
        draw.decide_call(play(checking, spoken), 7)
    assert refused.value.params == {"reason": "claim"}


def test_each_round_of_claims_may_have_its_ball_being_spoken():
    rejected = ev.ClaimRejected(claim_no=1, prize=ev.PrizeKind.LINE, card=3, reason="missing", missing=(1,))
    board = play(
        boards.drawing(*LINE_3, uncalled=(50, 51)),
        claim(1),
        boards.called(6, 50),
        rejected,
        ev.PlayResumed(),
        claim(2, card=4),
    )
    assert draw.decide_call(board, 7) == ev.BallCalled(ordinal=7, number=51)


@pytest.mark.parametrize("state", [s for s in State if s not in {State.DRAWING, State.CHECKING}])
def test_balls_are_called_during_the_draw_only(state):
    with pytest.raises(errors.WrongState):
        draw.decide_call(boards.in_state(state), 1)


def test_a_shout_stops_the_draw_once():
    paused = draw.decide_pause(boards.drawing(7), "claim")
    assert paused == ev.DrawPaused(reason="claim")
    with pytest.raises(errors.DrawIsPaused) as refused:
        draw.decide_pause(play(boards.drawing(7), paused), "person")
    assert refused.value.params == {"reason": "claim"}


@pytest.mark.parametrize("state", [s for s in State if s not in TAKING])
def test_only_a_draw_is_stopped_or_ordered_on(state):
    with pytest.raises(errors.WrongState):
        draw.decide_pause(boards.in_state(state), "person")
    with pytest.raises(errors.WrongState):
        draw.decide_resume(boards.in_state(state))


def test_the_draw_goes_on_by_order_paused_or_not():
    """After a restart nothing is paused, and a person still gives the order."""
    assert draw.decide_resume(play(boards.drawing(7), ev.DrawPaused(reason="person"))) == ev.DrawResumed()
    assert draw.decide_resume(boards.drawing(7)) == ev.DrawResumed()


def test_the_draw_does_not_go_on_while_a_ball_is_held():
    board = play(boards.drawing(7), held_for("repeat", ordinal=2, number=7))
    with pytest.raises(errors.BallHeldFirst) as refused:
        draw.decide_resume(board)
    assert refused.value.params == {"reason": "repeat"}


def test_a_game_without_bingo_ends_after_the_ninetieth_call():
    assert draw.decide_unclaimed(boards.drawing(*range(1, 91))) == ev.GameClosedUnclaimed()


def test_a_game_without_bingo_does_not_end_with_balls_inside():
    with pytest.raises(errors.BallsStillIn) as refused:
        draw.decide_unclaimed(boards.drawing(*range(1, 90), uncalled=(90,)))
    assert refused.value.params == {"called": 89}


def test_a_game_without_bingo_does_not_end_over_a_shout():
    board = play(boards.drawing(*range(1, 91)), ev.DrawPaused(reason="claim"))
    with pytest.raises(errors.DrawIsPaused):
        draw.decide_unclaimed(board)


def test_a_game_does_not_end_unclaimed_while_a_claim_is_checked():
    with pytest.raises(errors.WrongState):
        draw.decide_unclaimed(play(boards.drawing(*range(1, 91)), claim(1)))

import pytest

from sessions.rules import corrections, errors
from sessions.rules import events as ev
from sessions.rules.states import State
from tests.sessions.rules import boards
from tests.sessions.rules.boards import FACE_4, LINE_3, claim, play, upheld


def holding(reason, number, *, extractor="machine"):
    """Hold ball 2 of a game in which 7 came out first."""
    held = ev.BallHeld(ordinal=2, number=number, reason=reason)
    return play(boards.drawing(7, extractor=extractor), held)


def test_a_held_ball_is_accepted_as_the_machine_read_it():
    event = corrections.decide_held(holding("lowq", 8), accept=True, number=8, by="mesa")
    assert event == ev.HeldBallResolved(ordinal=2, number=8, accepted=True, second="")


def test_a_held_ball_is_discarded():
    event = corrections.decide_held(holding("repeat", 7), accept=False, number=0, by="mesa")
    assert (event.accepted, event.number, event.ordinal) == (False, 0, 2)


def test_an_accepted_ball_takes_the_next_place_whatever_the_machine_counted():
    board = play(boards.drawing(7), ev.BallHeld(ordinal=5, number=8, reason="order"))
    assert corrections.decide_held(board, accept=True, number=8, by="mesa").ordinal == 2


@pytest.mark.parametrize("second", ["", "mesa"])
def test_a_number_the_machine_did_not_read_needs_a_second_person(second):
    with pytest.raises(errors.SecondPersonNeeded):
        corrections.decide_held(holding("unread", 0), accept=True, number=8, by="mesa", second=second)
    with pytest.raises(errors.SecondPersonNeeded):
        corrections.decide_held(holding("lowq", 9), accept=True, number=8, by="mesa", second=second)
    event = corrections.decide_held(holding("unread", 0), accept=True, number=8, by="mesa", second="sala")
    assert (event.number, event.second) == (8, "sala")


def test_a_keyed_ball_in_a_machines_game_needs_a_second_person_even_unchanged():
    with pytest.raises(errors.SecondPersonNeeded):
        corrections.decide_held(holding("manual", 8), accept=True, number=8, by="venta")
    event = corrections.decide_held(holding("manual", 8), accept=True, number=8, by="venta", second="mesa")
    assert event.number == 8


def test_a_held_ball_is_no_number_that_came_out_already():
    with pytest.raises(errors.BallAlreadyDrawn) as refused:
        corrections.decide_held(holding("repeat", 7), accept=True, number=7, by="mesa", second="sala")
    assert refused.value.params == {"number": 7, "ordinal": 1}


@pytest.mark.parametrize("number", [0, 91])
def test_a_held_ball_is_one_of_the_ninety(number):
    with pytest.raises(errors.BallOutOfRange):
        corrections.decide_held(holding("unread", 0), accept=True, number=number, by="mesa", second="sala")


def test_a_ball_held_before_the_start_can_only_be_discarded():
    board = play(boards.ready(), ev.BallHeld(ordinal=1, number=8, reason="not_started"))
    with pytest.raises(errors.DrawNotStarted):
        corrections.decide_held(board, accept=True, number=8, by="mesa")
    assert corrections.decide_held(board, accept=False, number=0, by="mesa").accepted is False


def test_without_a_held_ball_there_is_nothing_to_decide():
    with pytest.raises(errors.NoHeldBall):
        corrections.decide_held(boards.drawing(7), accept=True, number=8, by="mesa")


def test_a_wrong_reading_of_a_machine_is_corrected_by_two_people():
    board = boards.drawing(7, 8, 9)
    with pytest.raises(errors.SecondPersonNeeded):
        corrections.decide_ball_correction(board, 2, 80, by="mesa")
    with pytest.raises(errors.SecondPersonNeeded):
        corrections.decide_ball_correction(board, 2, 80, by="mesa", second="mesa")
    event = corrections.decide_ball_correction(board, 2, 80, by="mesa", second="sala")
    assert event == ev.BallCorrected(ordinal=2, was=8, number=80, second="sala")


def test_a_wrongly_keyed_ball_of_a_drum_is_corrected_by_one():
    event = corrections.decide_ball_correction(boards.drawing(7, extractor="manual"), 1, 80, by="venta")
    assert (event.was, event.number) == (7, 80)


@pytest.mark.parametrize("ordinal", [0, -1, 4])
def test_a_ball_that_is_not_out_is_not_corrected(ordinal):
    with pytest.raises(errors.NoSuchBall) as refused:
        corrections.decide_ball_correction(boards.drawing(7, 8, 9), ordinal, 80, by="mesa", second="sala")
    assert refused.value.params == {"ordinal": ordinal}


def test_a_correction_changes_something():
    with pytest.raises(errors.SameNumber):
        corrections.decide_ball_correction(boards.drawing(7, 8), 2, 8, by="mesa", second="sala")


def test_a_ball_is_not_corrected_into_another_that_is_out():
    with pytest.raises(errors.BallAlreadyDrawn) as refused:
        corrections.decide_ball_correction(boards.drawing(7, 8), 2, 7, by="mesa", second="sala")
    assert refused.value.params == {"number": 7, "ordinal": 1}


@pytest.mark.parametrize("number", [0, 91])
def test_a_ball_is_corrected_into_one_of_the_ninety(number):
    with pytest.raises(errors.BallOutOfRange):
        corrections.decide_ball_correction(boards.drawing(7), 1, number, by="mesa", second="sala")


def test_a_number_with_which_a_card_has_won_is_not_corrected():
    board = play(boards.drawing(*LINE_3, 50), claim(1), upheld(1))
    with pytest.raises(errors.NumberAlreadyWon) as refused:
        corrections.decide_ball_correction(board, 1, 80, by="mesa", second="sala")
    assert refused.value.params == {"number": 1}
    assert corrections.decide_ball_correction(board, 6, 80, by="mesa", second="sala").was == 50


def test_a_number_of_a_card_that_did_not_win_is_corrected():
    rejected = ev.ClaimRejected(claim_no=1, prize=ev.PrizeKind.LINE, card=4, reason="missing", missing=(43,))
    board = play(boards.drawing(4, 13, 23, 33), claim(1, card=4, rows=FACE_4), rejected)
    assert corrections.decide_ball_correction(board, 1, 80, by="mesa", second="sala").was == 4


def test_a_wrong_word_is_corrected_before_the_next_ball():
    event = corrections.decide_call_correction(boards.drawing(7, 27, uncalled=(9,)), 2, 21)
    assert event == ev.CallCorrected(ordinal=2, said=21, number=27)


@pytest.mark.parametrize("ordinal", [1, 3, 0])
def test_only_the_last_word_is_corrected(ordinal):
    with pytest.raises(errors.NoSuchBall):
        corrections.decide_call_correction(boards.drawing(7, 27, uncalled=(9,)), ordinal, 21)


def test_before_the_first_call_there_is_no_word_to_correct():
    with pytest.raises(errors.NoSuchBall):
        corrections.decide_call_correction(boards.drawing(uncalled=(9,)), 0, 21)


def test_a_word_that_was_right_is_not_corrected():
    with pytest.raises(errors.SameNumber):
        corrections.decide_call_correction(boards.drawing(7, 27), 2, 27)


@pytest.mark.parametrize("said", [0, 91])
def test_a_wrong_word_is_a_number_of_a_ball(said):
    with pytest.raises(errors.BallOutOfRange):
        corrections.decide_call_correction(boards.drawing(7, 27), 2, said)


@pytest.mark.parametrize("state", [s for s in State if s not in {State.DRAWING, State.CHECKING}])
def test_readings_and_words_are_corrected_during_the_draw_only(state):
    with pytest.raises(errors.WrongState):
        corrections.decide_ball_correction(boards.in_state(state), 1, 80, by="mesa", second="sala")
    with pytest.raises(errors.WrongState):
        corrections.decide_call_correction(boards.in_state(state), 1, 80)

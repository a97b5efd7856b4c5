import pytest

from sessions.rules import ball_sets as rules
from sessions.rules import errors
from sessions.rules.ball_sets import BallSetState, Passport


def a_set(games=0, *, pneumatic=True, state=BallSetState.IN_STORE):
    return Passport(code="B-1", pneumatic=pneumatic, games=games, state=state, retired_reason="worn")


@pytest.mark.parametrize(("games", "warned", "left"), [(949, False, 51), (950, True, 50), (999, True, 1)])
def test_the_change_of_a_pneumatic_set_is_prepared_from_950_games(games, warned, left):
    rules.check_playable(a_set(games))
    assert (rules.is_nearly_worn(a_set(games)), rules.games_left(a_set(games))) == (warned, left)


@pytest.mark.parametrize("games", [1_000, 1_001])
def test_the_game_after_the_thousandth_is_refused(games):
    assert rules.games_left(a_set(games)) == 0
    with pytest.raises(errors.BallSetWorn) as refused:
        rules.check_playable(a_set(games))
    assert refused.value.params == {"ball_set": "B-1", "games": games}


def test_a_drums_set_has_no_limit_and_no_warning():
    drum = a_set(50_000, pneumatic=False)
    rules.check_playable(drum)
    assert (rules.is_nearly_worn(drum), rules.games_left(drum)) == (False, None)


@pytest.mark.parametrize("pneumatic", [True, False])
def test_a_retired_set_is_never_played_again(pneumatic):
    with pytest.raises(errors.BallSetOutOfUse) as refused:
        rules.check_playable(a_set(3, pneumatic=pneumatic, state=BallSetState.RETIRED))
    assert refused.value.params == {"ball_set": "B-1", "why": "worn"}


def test_a_set_is_registered_with_its_approval_and_the_games_it_has_behind_it():
    event = rules.decide_registration("B-3", pneumatic=True, approval_ref="H-7", supplier="", games=120)
    assert event == rules.BallSetRegistered(ball_set="B-3", pneumatic=True, approval_ref="H-7", games=120)


@pytest.mark.parametrize("name", ["", "B 3", "-B3", "B/3", "Bé", "x" * 21])
def test_a_name_that_cannot_stand_on_a_case_is_refused(name):
    with pytest.raises(errors.BadBallSetName):
        rules.decide_registration(name, pneumatic=True, approval_ref="H-7")


def test_a_name_is_used_once():
    with pytest.raises(errors.BallSetExists):
        rules.decide_registration("B-1", pneumatic=True, approval_ref="H-7", taken=True)


def test_the_spare_is_another_set_than_the_one_in_use():
    assert rules.decide_spare(a_set(), was="B-2", in_play="B-9") == rules.SpareNamed(ball_set="B-1", was="B-2")
    with pytest.raises(errors.BallSetInPlay):
        rules.decide_spare(a_set(), was="B-2", in_play="B-1")


@pytest.mark.parametrize(
    ("passport", "refusal"),
    [(a_set(1_000), errors.BallSetWorn), (a_set(state=BallSetState.RETIRED), errors.BallSetOutOfUse)],
)
def test_a_set_that_cannot_be_played_is_no_spare(passport, refusal):
    with pytest.raises(refusal):
        rules.decide_spare(passport, was="", in_play="")


def test_a_worn_set_is_retired_but_not_while_it_is_in_use():
    event = rules.decide_retirement(a_set(1_000), reason="worn", in_play="B-2")
    assert event == rules.BallSetRetired(ball_set="B-1", reason="worn", games=1_000)
    with pytest.raises(errors.BallSetInPlay):
        rules.decide_retirement(a_set(1_000), reason="worn", in_play="B-1")
    with pytest.raises(errors.BallSetOutOfUse):
        rules.decide_retirement(a_set(state=BallSetState.RETIRED), reason="again", in_play="")

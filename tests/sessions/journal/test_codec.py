import json

import pytest

from sessions.journal import codec
from sessions.rules import events as ev
from sessions.rules import session as rules
from sessions.rules.states import State
from tests.sessions.rules import boards


@pytest.mark.parametrize("state", list(State))
def test_a_board_comes_back_from_the_database_as_it_went(state):
    board = boards.in_state(state)
    plain = codec.encode(board)
    assert json.loads(json.dumps(plain)) == plain, "a tuple would come back as a list"
    assert codec.game_board(plain) == board


def test_an_event_comes_back_with_its_types():
    event = boards.claim(1)
    back = codec.game_event("ClaimRaised", json.loads(json.dumps(codec.encode(event))))
    assert back == event
    assert isinstance(back.prize, ev.PrizeKind)
    assert back.rows == boards.FACE_3


def test_a_sessions_event_of_the_same_name_as_a_games_is_read_as_the_sessions():
    event = rules.Session_PrizePaid(game_no=4, award_no=1, card=3, cents=690)
    assert event.kind == "PrizePaid"
    assert codec.session_event("PrizePaid", codec.encode(event)) == event


def test_a_sessions_board_comes_back_with_its_count_and_posts():
    board = rules.SessionBoard(
        session_no=1,
        count=rules.BallsCounted(ball_set="set-1", count=89, missing=(7,)),
        posts=(rules.StaffPosted(post=rules.Post.CASHIER, usernames=("ana",)),),
    )
    assert codec.session_board(json.loads(json.dumps(codec.encode(board)))) == board


def test_a_field_written_before_it_existed_takes_its_default():
    plain = codec.encode(boards.claim(1))
    del plain["automatic"]
    assert codec.game_event("ClaimRaised", plain).automatic is False


def test_an_unknown_kind_is_not_read():
    with pytest.raises(KeyError):
        codec.game_event("BallInvented", {})

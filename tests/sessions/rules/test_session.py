import pytest

from sessions.rules import session as rules
from sessions.rules.errors import WrongState
from sessions.rules.session import Post, SessionBoard, apply_session_event

COUNT = rules.BallsCounted(ball_set="set-1", count=90)
EVENTS = {
    "EquipmentChecked": rules.EquipmentChecked(in_order=("panel",), faulty=("sound",)),
    "BallsCounted": COUNT,
    "StaffPosted": rules.StaffPosted(post=Post.CASHIER, usernames=("ana",)),
    "PaceSet": rules.PaceSet(automatic=True, wait_ms=3_000),
    "SessionOpened": rules.SessionOpened(),
    "BallSetChanged": rules.BallSetChanged(was="set-1", ball_set="set-2", reason="worn"),
    "PrizePaid": rules.Session_PrizePaid(game_no=1, award_no=1, card=3, cents=690),
    "StrayBall": rules.StrayBall(ordinal=1, number=47, source="rfid"),
    "IncidentNoted": rules.IncidentNoted(code="noted", text="the lights went out"),
    "FaultCleared": rules.FaultCleared(device="extractor-1", code="JAM"),
    "SessionClosed": rules.SessionClosed(),
}
DECIDED = {
    "preparing": {"EquipmentChecked", "BallsCounted", "StaffPosted", "PaceSet", "SessionOpened"},
    "open": {
        "BallsCounted",
        "StaffPosted",
        "PaceSet",
        "BallSetChanged",
        "PrizePaid",
        "StrayBall",
        "IncidentNoted",
        "FaultCleared",
        "SessionClosed",
    },
    "closed": set(),
}


def after(*kinds):
    board = SessionBoard(session_no=1)
    for kind in kinds:
        board = apply_session_event(board, EVENTS[kind])
    return board


IN = {"preparing": (), "open": ("SessionOpened",), "closed": ("SessionOpened", "SessionClosed")}


@pytest.mark.parametrize("kind", sorted(EVENTS))
@pytest.mark.parametrize("state", sorted(DECIDED))
def test_an_event_happens_in_the_states_decided_and_in_no_other(state, kind):
    board = after(*IN[state])
    assert board.state == state
    if kind in DECIDED[state]:
        assert apply_session_event(board, EVENTS[kind]).seq == board.seq + 1
        return
    with pytest.raises(WrongState) as refused:
        apply_session_event(board, EVENTS[kind])
    assert refused.value.params == {"state": state, "deed": kind}


def test_every_event_of_a_session_is_in_the_decided_table():
    assert set(rules.SESSION_EVENTS) == set(EVENTS)


def test_the_last_count_stands_and_names_the_set_in_use():
    board = apply_session_event(after("BallsCounted"), rules.BallsCounted(ball_set="set-2", count=89, missing=(1,)))
    assert (board.ball_set, board.count.count) == ("set-2", 89)


def test_a_new_set_is_in_use_after_a_change():
    assert after("BallsCounted", "SessionOpened", "BallSetChanged").ball_set == "set-2"


def test_people_at_a_post_replace_those_before_them():
    board = apply_session_event(after("StaffPosted"), rules.StaffPosted(post=Post.CASHIER, usernames=("eva", "pau")))
    assert board.people_at(Post.CASHIER) == ("eva", "pau")
    assert board.people_at(Post.TABLE_CHIEF) == ()


def test_the_checklist_keeps_what_is_faulty():
    board = after("EquipmentChecked")
    assert (board.in_order, board.faulty) == (("panel",), ("sound",))


def test_a_session_begins_at_the_callers_pace_and_keeps_a_new_one():
    assert (SessionBoard(session_no=1).pace.automatic, SessionBoard(session_no=1).pace.wait_ms) == (False, 4_000)
    assert (after("PaceSet").pace.automatic, after("PaceSet").pace.wait_ms) == (True, 3_000)


def test_stray_balls_and_incidents_are_counted():
    board = after("SessionOpened", "StrayBall", "StrayBall", "IncidentNoted")
    assert (board.stray_balls, board.incidents) == (2, 1)

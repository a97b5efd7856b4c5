import pytest

from sessions.rules import session as rules
from sessions.rules.errors import WrongState
from sessions.rules.jackpot_settings import FundBroughtIn, JackpotSet
from sessions.rules.session import Post, SessionBoard, apply_session_event
from sessions.rules.session_events import ChequeReturned

COUNT = rules.BallsCounted(ball_set="set-1", count=90)
EVENTS = {
    "EquipmentChecked": rules.EquipmentChecked(in_order=("panel",), faulty=("sound",)),
    "BallsCounted": COUNT,
    "StaffPosted": rules.StaffPosted(post=Post.CASHIER, usernames=("ana",)),
    "PaceSet": rules.PaceSet(automatic=True, wait_ms=3_000),
    "SessionOpened": rules.SessionOpened(signed="mesa"),
    "BallSetChanged": rules.BallSetChanged(was="set-1", ball_set="set-2", reason="worn"),
    "PrizePaid": rules.Session_PrizePaid(game_no=1, award_no=1, card=3, cents=690),
    "StrayBall": rules.StrayBall(ordinal=1, number=47, source="rfid"),
    "IncidentNoted": rules.IncidentNoted(code="noted", text="the lights went out"),
    "FaultCleared": rules.FaultCleared(device="extractor-1", code="JAM"),
    "TakingsHandedIn": rules.TakingsHandedIn(seller="venta", expected_cents=1_200, counted_cents=1_150, signed="venta"),
    "UsedCardsDestroyed": rules.UsedCardsDestroyed(cards=6, kept=1, witness="Ana"),
    "ComplaintNoted": rules.ComplaintNoted(complaint_no=1, game_no=2, text="wrong ball", claimant_signed=True),
    "AdmissionRefused": rules.AdmissionRefused(reason="shouted at the door"),
    "LastGameAnnounced": rules.LastGameAnnounced(game_no=9),
    "JackpotSet": JackpotSet(code="prima", on=True, amount_cents=5_000),
    "FundBroughtIn": FundBroughtIn(code="prima", fund_cents=5_000, reserve_cents=0),
    "ChequeReturned": ChequeReturned(game_session_no=1, game_no=2, award_no=1, card=3, cents=690, cheque="77"),
    "RefundPaid": rules.RefundPaid(game_session_no=1, game_no=2, first=3, last=4, cents=400),
    "SessionClosed": rules.SessionClosed(signed="mesa"),
    "EntrySigned": rules.EntrySigned(entry_no=2, as_post=rules.Post.HALL_MANAGER, signer="sala"),
}
DECIDED = {
    "preparing": {
        "EquipmentChecked",
        "BallsCounted",
        "StaffPosted",
        "PaceSet",
        "JackpotSet",
        "FundBroughtIn",
        "SessionOpened",
    },
    "open": {
        "BallsCounted",
        "StaffPosted",
        "PaceSet",
        "JackpotSet",
        "FundBroughtIn",
        "BallSetChanged",
        "PrizePaid",
        "StrayBall",
        "IncidentNoted",
        "FaultCleared",
        "TakingsHandedIn",
        "UsedCardsDestroyed",
        "EntrySigned",
        "RefundPaid",
        "ChequeReturned",
        "ComplaintNoted",
        "AdmissionRefused",
        "LastGameAnnounced",
        "SessionClosed",
    },
    "closed": {"UsedCardsDestroyed", "TakingsHandedIn"},
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


def test_complaints_and_refused_admissions_are_counted_and_the_last_game_is_kept():
    board = after("SessionOpened", "ComplaintNoted", "AdmissionRefused", "AdmissionRefused", "LastGameAnnounced")
    assert (board.complaints, board.admissions_refused, board.last_game) == (1, 2, 9)


def test_the_opening_fixes_the_category_and_the_hours_of_the_session():
    opened = rules.SessionOpened(category="second", opens_at="2026-11-30T15:00:00+00:00", closes_at="")
    board = apply_session_event(SessionBoard(session_no=1), opened)
    assert (board.category, board.opens_at, board.closes_at) == ("second", "2026-11-30T15:00:00+00:00", "")


def test_the_last_that_was_set_of_an_additional_prize_stands():
    board = after("SessionOpened", "JackpotSet")
    other = JackpotSet(code="extra", on=True)
    board = apply_session_event(apply_session_event(board, other), JackpotSet(code="prima", on=False))
    assert board.jackpots == (other, JackpotSet(code="prima", on=False))

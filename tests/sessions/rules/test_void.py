"""Null games: who may declare them when, what is paid back, and that no card is paid back twice."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from sessions.rules import errors
from sessions.rules import events as ev
from sessions.rules.prizes import decide_game_closing
from sessions.rules.replay import replay
from sessions.rules.states import State
from sessions.rules.void import (
    VoidOrder,
    check_error,
    decide_credits,
    decide_refund,
    decide_refunds_end,
    decide_void,
    outstanding,
    price_of,
)
from tests.sessions.rules.boards import (
    AT,
    FACE_3,
    LINE_3,
    after_line,
    drawing,
    first_of_pair,
    in_state,
    play,
    printed,
    selling,
    sold,
    suspended,
    virtual,
    voided,
    waiting,
    won,
)

SINCE = datetime.fromisoformat(AT)
SOON, LATE = SINCE + timedelta(minutes=14), SINCE + timedelta(minutes=16)
ERROR = VoidOrder(cause="announcing_error", reason="89 for 40", ordinal=5, said=89)
FAILURE = VoidOrder(cause="failure", reason="no power")
PEOPLE = {"by": "mesa", "second": "sala"}
PLAYED = replay([(3, FACE_3)], LINE_3, ordinal=5, said=89)


def test_an_announcing_error_voids_the_game_and_says_what_it_changed():
    event = decide_void(drawing(*LINE_3), SOON, ERROR, **PEOPLE, replay=PLAYED)
    # Six cards at 2 euros.
    assert event.refund_cents == 1_200
    assert (event.ordinal, event.said, event.number) == (5, 89, 40)
    assert event.substantial
    assert event.affected == (3,)


def test_an_error_that_changes_no_card_voids_nothing():
    # 89 was said for 90, and nobody holds either.
    board = drawing(90, *LINE_3)
    played = replay([(3, FACE_3)], board.drawn, ordinal=1, said=89)
    with pytest.raises(errors.ErrorChangesNothing):
        decide_void(board, SOON, ERROR, **PEOPLE, replay=played)


@pytest.mark.parametrize("cause", ["failure", "balls"])
def test_what_is_suspended_is_not_decided_as_an_announcing_error(cause):
    board = suspended(drawing(*LINE_3), cause=cause, ball_out=True)
    with pytest.raises(errors.NotThatSuspension):
        decide_void(board, SOON, ERROR, **PEOPLE, replay=PLAYED)


@pytest.mark.parametrize("second", ["", "mesa"])
def test_one_person_alone_voids_nothing(second):
    with pytest.raises(errors.SecondPersonNeeded):
        decide_void(drawing(*LINE_3), SOON, ERROR, by="mesa", second=second, replay=PLAYED)


def test_a_game_is_void_after_its_line_and_the_line_is_not_paid():
    # Q3: nothing is paid before the end, so every card is paid back in full.
    board = after_line(2, 11)
    void = play(board, decide_void(board, SOON, ERROR, **PEOPLE, replay=PLAYED))
    assert [(a.prize, a.status) for a in void.awards] == [("line", "void")]
    assert void.voided.refund_cents == 1_200


def test_after_a_payment_no_error_voids_the_game():
    board = won()
    assert decide_void(board, SOON, ERROR, **PEOPLE, replay=PLAYED).refund_cents == 1_200
    with pytest.raises(errors.WrongState):
        decide_void(in_state(State.PAYING), SOON, ERROR, **PEOPLE, replay=PLAYED)


def test_a_failure_voids_when_the_fifteen_minutes_are_over_and_not_before():
    board = suspended(read="36.1")
    with pytest.raises(errors.FailureMayBeSolved) as refused:
        decide_void(board, SOON, FAILURE, **PEOPLE)
    assert refused.value.params == {"wait_seconds": 60}
    assert decide_void(board, LATE, FAILURE, **PEOPLE).cause == "failure"


def test_the_paragraph_is_read_before_the_money_goes_back():
    with pytest.raises(errors.ParagraphNotRead):
        decide_void(suspended(), LATE, FAILURE, **PEOPLE)


def test_after_a_ball_a_failure_voids_only_what_cannot_be_drawn_at_random():
    board = suspended(drawing(*LINE_3), ball_out=True, read="36.2")
    with pytest.raises(errors.ManualDrawOnly):
        decide_void(board, LATE, FAILURE, **PEOPLE)
    order = VoidOrder(cause="not_random", reason="the balls are broken")
    assert decide_void(board, SOON, order, **PEOPLE).refund_cents == 1_200
    with pytest.raises(errors.NoBallDrawn):
        decide_void(suspended(read="36.1"), LATE, order, **PEOPLE)


def test_an_irregularity_of_the_balls_is_ended_by_the_agent():
    board = suspended(drawing(*LINE_3), cause="balls", ball_out=True)
    with pytest.raises(errors.AgentDecides):
        decide_void(board, SOON, VoidOrder(cause="balls", reason="two of 12"), **PEOPLE)
    event = decide_void(board, SOON, VoidOrder(cause="balls", reason="two of 12", agent="TIP 1234"), **PEOPLE)
    assert event.agent == "TIP 1234"
    with pytest.raises(errors.NotThatSuspension):
        decide_void(board, LATE, FAILURE, **PEOPLE)
    with pytest.raises(errors.NotThatSuspension):
        decide_void(drawing(*LINE_3), LATE, FAILURE, **PEOPLE)


def test_there_is_no_error_without_a_ball():
    board = drawing(*LINE_3)
    for ordinal in (0, 6):
        with pytest.raises(errors.NoSuchBall):
            check_error(board, ordinal, 89)
    with pytest.raises(errors.BallOutOfRange):
        check_error(board, 5, 91)
    with pytest.raises(errors.SameNumber):
        check_error(board, 5, 40)
    with pytest.raises(errors.NoSuchBall):
        decide_void(board, SOON, ERROR, **PEOPLE)


def test_cards_are_paid_back_against_the_card_and_once():
    void = play(drawing(*LINE_3), voided())
    one = decide_refund(void, 2, 2)
    assert one == ev.CardsRefunded(medium=ev.Medium.PHYSICAL, first=2, last=2, cents=200)
    void = play(void, one)
    for first, last in ((2, 2), (1, 3)):
        with pytest.raises(errors.AlreadyRefunded) as refused:
            decide_refund(void, first, last)
        assert refused.value.params == {"card": 2}
    assert decide_refund(void, 3, 6).cents == 800
    with pytest.raises(errors.CardNotInGame) as refused:
        decide_refund(void, 5, 8)
    assert refused.value.params == {"card": 7}


def test_what_nobody_brings_stays_payable():
    void = play(drawing(*LINE_3), voided(), ev.CardsRefunded(medium=ev.Medium.PHYSICAL, first=2, last=3, cents=400))
    assert outstanding(void) == (ev.Run(first=1, last=1), ev.Run(first=4, last=6))
    ended = decide_refunds_end(void)
    assert (ended.refunded_cents, ended.payable_cents) == (400, 800)
    closed = decide_game_closing(play(void, ended))
    assert closed == ev.GameClosed(
        credited_cents=0, payable_cents=0, carried_line_cents=0, carried_bingo_cents=0, house_cents=0
    )


def test_virtual_cards_go_back_to_their_accounts_and_never_over_the_desk():
    sale = selling(lots=(printed(), virtual()))
    board = play(sale, sold(2), sold(3, medium=ev.Medium.VIRTUAL, first=201, holder="player:1"))
    board = suspended(board, read="36.1")
    event = decide_void(board, LATE, FAILURE, **PEOPLE)
    assert event.refund_cents == 1_000
    void = play(board, event)
    (credit,) = decide_credits(void, [(ev.Run(first=201, last=203), "player:1")])
    assert (credit.cents, credit.holder) == (600, "player:1")
    with pytest.raises(errors.CardNotInGame):
        decide_refund(play(void, credit), 201, 201)
    assert decide_credits(play(drawing(*LINE_3), voided()), []) == ()


def test_sellers_bring_their_unsold_cards_before_the_desk_closes():
    board = play(selling(), ev.BlockIssued(first=1, last=10, holder="venta"), replace(sold(2), from_block=True))
    board = suspended(board, read="36.1")
    void = play(board, decide_void(board, LATE, FAILURE, **PEOPLE))
    with pytest.raises(errors.BlocksOutstanding):
        decide_refunds_end(void)
    brought = play(void, ev.BlockReturned(first=3, last=10, holder="venta"))
    assert decide_refunds_end(brought).payable_cents == 400


def test_of_a_pair_one_half_is_paid_back_or_the_whole_card():
    # Six double cards, 2 euros each half (Q4).
    board = first_of_pair(*LINE_3)
    half = decide_void(board, SOON, ERROR, **PEOPLE, replay=PLAYED)
    assert (half.whole, half.refund_cents) == (False, 1_200)
    both = decide_void(board, SOON, replace(ERROR, end_pair=True), **PEOPLE, replay=PLAYED)
    assert (both.whole, both.refund_cents) == (True, 2_400)
    assert price_of(play(board, half), board.lots[0]) == 200
    assert price_of(play(board, both), board.lots[0]) == 400


def test_only_the_first_game_ends_both_and_a_waiting_one_is_not_void_by_itself():
    with pytest.raises(errors.NotOfAPair):
        decide_void(drawing(*LINE_3), SOON, replace(ERROR, end_pair=True), **PEOPLE, replay=PLAYED)
    with pytest.raises(errors.WrongState):
        decide_void(waiting(), SOON, ERROR, **PEOPLE, replay=PLAYED)

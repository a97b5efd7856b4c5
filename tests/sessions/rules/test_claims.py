from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from sessions.rules import claims, errors
from sessions.rules import events as ev
from sessions.rules.states import State
from tests.sessions.rules import boards
from tests.sessions.rules.boards import BINGO_3, FACE_3, FACE_4, FACE_5, LINE_3, LINE_4, claim, play, upheld

LINE, BINGO = ev.PrizeKind.LINE, ev.PrizeKind.BINGO
NOW = datetime.fromisoformat(boards.AT)
LATER = NOW + timedelta(seconds=10)


def call(board, *, prize=LINE, card=3, rows=FACE_3):
    return claims.decide_claim(board, prize, card, rows)


def rejected(claim_no, *, card=3, prize=LINE, missing=(1,)):
    return ev.ClaimRejected(claim_no=claim_no, prize=prize, card=card, reason="missing", missing=missing)


def test_a_card_sold_in_this_game_is_called():
    raised = call(boards.drawing(*LINE_3))
    assert raised == ev.ClaimRaised(claim_no=1, prize=LINE, card=3, medium=ev.Medium.PHYSICAL, rows=FACE_3, ball=5)


@pytest.mark.parametrize("card", [0, 7, 200, 999_999])
def test_a_card_not_sold_in_this_game_is_not_called(card):
    with pytest.raises(errors.CardNotSold) as refused:
        call(boards.drawing(*LINE_3), card=card)
    assert refused.value.params == {"card": card}


def test_a_card_is_not_called_twice_for_one_prize():
    board = play(boards.drawing(*LINE_3), claim(1))
    with pytest.raises(errors.ClaimTwice) as refused:
        call(board)
    assert refused.value.params == {"card": 3, "prize": "line"}
    with pytest.raises(errors.ClaimTwice):
        call(play(board, upheld(1)))


def test_a_card_called_wrongly_may_be_called_again():
    board = play(boards.drawing(*LINE_3), claim(1), rejected(1))
    assert call(board).claim_no == 2


def test_a_card_may_be_called_for_both_prizes():
    board = play(boards.drawing(*BINGO_3), claim(1), upheld(1))
    assert call(board, prize=BINGO).claim_no == 2


@pytest.mark.parametrize("state", [s for s in State if s not in {State.DRAWING, State.CHECKING}])
def test_cards_are_called_during_the_draw_only(state):
    with pytest.raises(errors.WrongState):
        call(boards.in_state(state))


def test_after_the_order_to_go_on_the_right_to_the_line_is_lost():
    with pytest.raises(errors.RightLost) as refused:
        call(boards.after_line(*LINE_4), card=4, rows=FACE_4)
    assert refused.value.params == {"prize": "line"}


def test_article_85_checks_a_late_line_and_finds_it_late():
    """Article 85.11 gives everyone the right to have the card checked."""
    board = boards.after_line(*LINE_4, terms=boards.CATALAN)
    board = play(board, call(board, card=4, rows=FACE_4))
    judged = claims.judge_claim(board, 2)
    assert judged == ev.ClaimRejected(claim_no=2, prize=LINE, card=4, reason="late", missing=())


def test_after_the_line_the_bingo_is_still_called():
    board = boards.after_line(*FACE_3[1], *FACE_3[2])
    board = play(board, call(board, prize=BINGO))
    assert claims.judge_claim(board, 2) == ev.ClaimUpheld(claim_no=2, prize=BINGO, card=3)


def test_a_line_is_good_when_any_one_row_has_been_called():
    for row in FACE_3:
        board = play(boards.drawing(*row), claim(1))
        assert claims.judge_claim(board, 1) == ev.ClaimUpheld(claim_no=1, prize=LINE, card=3)


def test_a_line_short_of_one_number_names_it():
    judged = claims.judge_claim(play(boards.drawing(1, 10, 20, 30), claim(1)), 1)
    assert judged == ev.ClaimRejected(claim_no=1, prize=LINE, card=3, reason="missing", missing=(40,))


def test_numbers_of_different_rows_make_no_line():
    judged = claims.judge_claim(play(boards.drawing(1, 10, 22, 31, 40), claim(1)), 1)
    assert judged.missing == (20, 30)


def test_a_drawn_number_not_yet_called_does_not_count():
    board = play(boards.drawing(1, 10, 20, 30, uncalled=(40,)), claim(1, ball=4))
    assert claims.judge_claim(board, 1).missing == (40,)


def test_a_bingo_short_of_one_number_names_it():
    board = play(boards.drawing(*BINGO_3[:-1]), claim(1, prize=BINGO))
    assert claims.judge_claim(board, 1).missing == (42,)
    board = play(boards.drawing(*BINGO_3), claim(1, prize=BINGO))
    assert claims.judge_claim(board, 1) == ev.ClaimUpheld(claim_no=1, prize=BINGO, card=3)


def test_a_card_completed_some_balls_ago_is_still_good():
    board = play(boards.drawing(*LINE_3, 50, 51, 52), claim(1, ball=8))
    assert claims.judge_claim(board, 1).kind == "ClaimUpheld"


@pytest.mark.parametrize(
    ("called", "missing"),
    [
        ((), (1, 10, 20, 30, 40)),
        ((2, 11, 21), (31, 41)),
        ((1, 10, 2, 11), (20, 30, 40)),
        ((1, 10, 2, 11, 21, 3, 12, 22, 32), (42,)),
    ],
)
def test_a_line_lacks_what_its_best_row_lacks_the_upper_one_on_a_tie(called, missing):
    assert claims.missing_numbers(FACE_3, frozenset(called), LINE) == missing


def test_a_bingo_lacks_all_its_uncalled_numbers_in_order():
    assert claims.missing_numbers(FACE_3, frozenset(BINGO_3[2:]), BINGO) == (1, 10)
    assert claims.missing_numbers(FACE_3, frozenset((40, 41, 42, 30)), BINGO) == (
        1,
        2,
        3,
        10,
        11,
        12,
        20,
        21,
        22,
        31,
        32,
    )


def test_only_an_open_claim_is_judged():
    board = play(boards.drawing(*LINE_3), claim(1), upheld(1))
    for claim_no in (1, 2, 0):
        with pytest.raises(errors.NoOpenClaim) as refused:
            claims.judge_claim(board, claim_no)
        assert refused.value.params == {"claim_no": claim_no}
    with pytest.raises(errors.WrongState):
        claims.judge_claim(boards.drawing(*LINE_3), 1)


def test_play_does_not_go_on_before_every_card_is_checked():
    board = play(boards.drawing(*LINE_3), claim(1), claim(2, card=4, rows=FACE_4), upheld(1))
    with pytest.raises(errors.ClaimsOpen) as refused:
        claims.decide_resumption(board, LATER)
    assert refused.value.params == {"card": 4}


@pytest.mark.parametrize(("waited", "wait_seconds"), [(0, 10), (0.5, 10), (9.2, 1), (9.999, 1)])
def test_others_have_ten_seconds_after_a_good_card(waited, wait_seconds):
    board = play(boards.drawing(*LINE_3), claim(1), upheld(1))
    with pytest.raises(errors.ClaimWindowOpen) as refused:
        claims.decide_resumption(board, NOW + timedelta(seconds=waited))
    assert refused.value.params == {"wait_seconds": wait_seconds}
    assert claims.decide_resumption(board, LATER).kind == "PlayResumed"


def test_the_ten_seconds_count_from_the_last_good_card():
    board = play(boards.drawing(*LINE_3, *LINE_4), claim(1), claim(2, card=4, rows=FACE_4), upheld(1))
    board = play(board, upheld(2, card=4), at=(NOW + timedelta(seconds=8)).isoformat())
    with pytest.raises(errors.ClaimWindowOpen) as refused:
        claims.decide_resumption(board, LATER)
    assert refused.value.params == {"wait_seconds": 8}


def test_a_profile_without_a_window_waits_for_nobody():
    terms = replace(boards.TERMS, claim_window_s=0)
    board = play(boards.drawing(*LINE_3, terms=terms), claim(1), upheld(1))
    assert claims.decide_resumption(board, NOW).kind == "PlayResumed"


def test_after_wrong_cards_only_play_goes_on_at_once_and_the_line_stays_open():
    board = play(boards.drawing(1, 10), claim(1), rejected(1))
    assert claims.decide_resumption(board, NOW) == ev.PlayResumed(awards=())


def test_the_line_is_shared_among_the_good_cards_of_the_round():
    """1.08 between two is 0.54 each."""
    board = play(
        boards.drawing(*LINE_3, *LINE_4),
        claim(1),
        claim(2, card=4, rows=FACE_4),
        claim(3, card=5, rows=FACE_5),
        upheld(1),
        rejected(3, card=5),
        upheld(2, card=4),
    )
    assert [(a.award_no, a.card, a.cents) for a in claims.decide_resumption(board, LATER).awards] == [
        (1, 3, 54),
        (2, 4, 54),
    ]


def test_a_line_already_shared_is_not_shared_again():
    board = play(boards.after_line(50), claim(2, prize=BINGO, card=4), rejected(2, card=4, prize=BINGO))
    assert claims.decide_resumption(board, LATER).awards == ()


def test_play_does_not_go_on_over_a_held_ball():
    board = play(boards.drawing(*LINE_3), claim(1), upheld(1), ev.BallHeld(ordinal=6, number=0, reason="unread"))
    with pytest.raises(errors.BallHeldFirst) as refused:
        claims.decide_resumption(board, LATER)
    assert refused.value.params == {"reason": "unread"}


def test_play_does_not_go_on_after_a_good_bingo():
    board = play(boards.drawing(*BINGO_3), claim(1, prize=BINGO), upheld(1, prize=BINGO))
    with pytest.raises(errors.BingoUpheld):
        claims.decide_resumption(board, LATER)


def test_play_goes_on_only_after_a_check():
    with pytest.raises(errors.WrongState):
        claims.decide_resumption(boards.drawing(*LINE_3), LATER)
    with pytest.raises(errors.WrongState):
        claims.decide_bingo_closing(boards.drawing(*LINE_3), LATER)


def test_the_end_needs_a_good_bingo():
    board = play(boards.drawing(*LINE_3), claim(1), upheld(1))
    with pytest.raises(errors.NoBingoUpheld):
        claims.decide_bingo_closing(board, LATER)


def test_the_end_waits_for_others_and_for_every_check_too():
    board = play(boards.drawing(*BINGO_3), claim(1, prize=BINGO), upheld(1, prize=BINGO))
    with pytest.raises(errors.ClaimWindowOpen) as refused:
        claims.decide_bingo_closing(board, NOW + timedelta(seconds=4))
    assert refused.value.params == {"wait_seconds": 6}
    with pytest.raises(errors.ClaimsOpen):
        claims.decide_bingo_closing(play(board, claim(2, prize=BINGO, card=4)), LATER)
    held = play(board, ev.BallHeld(ordinal=16, number=0, reason="unread"))
    with pytest.raises(errors.BallHeldFirst):
        claims.decide_bingo_closing(held, LATER)


def test_line_and_bingo_called_in_one_round_are_both_owed():
    """Line 1.08 to card 3 and bingo 6.90 to card 3, the line first."""
    board = play(boards.drawing(*BINGO_3), claim(1), claim(2, prize=BINGO), upheld(1), upheld(2, prize=BINGO))
    closed = claims.decide_bingo_closing(board, LATER)
    assert [(a.award_no, a.prize, a.cents) for a in closed.awards] == [(1, "line", 108), (2, "bingo", 690)]


def test_the_end_does_not_share_the_line_a_second_time():
    board = boards.after_line(*FACE_3[1], *FACE_3[2])
    board = play(board, claim(2, prize=BINGO, ball=15), upheld(2, prize=BINGO))
    closed = claims.decide_bingo_closing(board, LATER)
    assert [(a.award_no, a.prize, a.cents) for a in closed.awards] == [(2, "bingo", 690)]


def test_a_virtual_winner_is_named_by_the_account_that_holds_the_card():
    board = boards.selling(lots=(boards.printed(), boards.virtual()))
    board = play(
        board,
        boards.sold(6),
        boards.sold(1, medium=ev.Medium.VIRTUAL, first=201, holder="player:1"),
        ev.SaleClosed(figures=boards.FIGURES, leftover_first=7, leftover_last=200),
        ev.LeftoversReturned(first=7, last=200),
        ev.DrawStarted(),
    )
    for ordinal, number in enumerate(LINE_3, start=1):
        board = play(board, boards.drawn(ordinal, number), boards.called(ordinal, number))
    raised = claims.decide_claim(board, LINE, 201, FACE_3, automatic=True, holder="player:1")
    assert (raised.medium, raised.automatic, raised.holder) == ("virtual", True, "player:1")
    board = play(board, raised, upheld(1, card=201))
    (share,) = claims.decide_resumption(board, LATER).awards
    assert (share.medium, share.holder, share.cents) == ("virtual", "player:1", 108)

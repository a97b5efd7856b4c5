from dataclasses import replace

import pytest

from sessions.rules import events as ev
from sessions.rules.board import Correction, HeldBall, public_board
from sessions.rules.errors import WrongState
from sessions.rules.folding import fold
from sessions.rules.states import State
from tests.sessions.rules import boards
from tests.sessions.rules.boards import AT, FACE_4, LINE_3, award, claim, play, upheld


def test_every_event_counts_one_in_the_games_own_record():
    assert boards.announced().seq == 0
    assert boards.selling().seq == 1
    # sale opened, six cards sold, sale closed, leftovers returned, draw started, 2 x (drawn, called)
    assert boards.drawing(7, 8).seq == 9


def test_an_event_out_of_its_state_is_not_folded():
    with pytest.raises(WrongState):
        play(boards.selling(), boards.drawn(1, 47))


def test_a_whole_journal_folds_to_the_same_board_as_its_events_one_by_one():
    journal = [
        ev.SaleOpened(terms=boards.TERMS, lots=(boards.printed(),), extractor="machine", ball_set="set-1"),
        boards.sold(6),
        ev.SaleClosed(figures=boards.FIGURES, leftover_first=7, leftover_last=200),
    ]
    board = fold(boards.announced(), [(event, AT) for event in journal])
    assert board == boards.ready(returned=False)
    assert fold(boards.announced(), []) == boards.announced()


def test_a_sale_moves_the_next_card_of_its_own_series_only():
    board = boards.selling(lots=(boards.printed(), boards.virtual()))
    board = play(board, boards.sold(6), boards.sold(2, medium=ev.Medium.VIRTUAL, first=201, holder="player:1"))
    assert [(lot.next_card, lot.sold, lot.last_sold, lot.left) for lot in board.lots] == [
        (7, 6, 6, 194),
        (203, 2, 202, 98),
    ]


def test_an_undone_sale_gives_its_cards_back_to_the_series():
    board = play(boards.selling(), boards.sold(6), boards.sold(3, first=7))
    board = play(board, ev.SaleUndone(medium=ev.Medium.PHYSICAL, first=7, last=9, amount_cents=600))
    assert board.lot(ev.Medium.PHYSICAL).next_card == 7


def test_the_closing_writes_figures_and_leftovers():
    board = boards.ready(returned=False)
    assert board.figures == boards.FIGURES
    assert (board.leftover_first, board.leftover_last, board.leftovers_returned) == (7, 200, False)
    assert boards.ready().leftovers_returned is True


def test_a_game_of_virtual_cards_only_has_no_leftovers_to_return():
    board = boards.selling(lots=(boards.virtual(),))
    board = play(board, boards.sold(2, medium=ev.Medium.VIRTUAL, first=201, holder="player:1"))
    closed = ev.SaleClosed(figures=boards.FIGURES, leftover_first=1, leftover_last=0)
    assert play(board, closed).leftovers_returned is True


def test_corrected_figures_replace_the_announced_ones():
    figures = replace(boards.FIGURES, physical_sold=4, takings_cents=800)
    corrected = ev.SaleFiguresCorrected(was_last=6, last=4, figures=figures, reason="miscounted")
    board = play(boards.ready(), corrected)
    assert board.figures == figures
    assert board.leftover_first == 5
    assert board.lot(ev.Medium.PHYSICAL).last_sold == 4


def test_a_ball_is_drawn_first_and_called_after():
    board = play(boards.started(), boards.drawn(1, 47))
    assert (board.state, board.drawn, board.numbers_called, board.uncalled) == ("drawing", (47,), (), (47,))
    board = play(board, boards.called(1, 47))
    assert (board.numbers_called, board.uncalled) == ((47,), ())


def test_a_held_ball_stops_the_draw_and_says_why():
    board = play(boards.drawing(7), ev.BallHeld(ordinal=2, number=7, reason="repeat"))
    assert board.held == (HeldBall(ordinal=2, number=7, reason="repeat"),)
    assert board.pause == "held_repeat"
    assert board.drawn == (7,)


def test_a_held_ball_does_not_replace_the_reason_of_a_pause():
    board = play(boards.drawing(7), ev.DrawPaused(reason="claim"), ev.BallHeld(ordinal=2, number=0, reason="unread"))
    assert board.pause == "claim"


def test_an_accepted_ball_is_drawn_and_a_discarded_one_is_not():
    held = play(boards.drawing(7), ev.BallHeld(ordinal=2, number=0, reason="unread"))
    accepted = play(held, ev.HeldBallResolved(ordinal=2, number=9, accepted=True))
    assert (accepted.drawn, accepted.held) == ((7, 9), ())
    discarded = play(held, ev.HeldBallResolved(ordinal=2, number=0, accepted=False))
    assert (discarded.drawn, discarded.held) == ((7,), ())


def test_held_balls_are_resolved_oldest_first():
    board = play(
        boards.drawing(7),
        ev.BallHeld(ordinal=2, number=0, reason="unread"),
        ev.BallHeld(ordinal=3, number=9, reason="order"),
        ev.HeldBallResolved(ordinal=2, number=8, accepted=True),
    )
    assert board.held == (HeldBall(ordinal=3, number=9, reason="order"),)


def test_the_first_accepted_ball_begins_the_drawing_and_a_discarded_one_does_not():
    held = play(boards.started(), ev.BallHeld(ordinal=1, number=0, reason="unread"))
    assert play(held, ev.HeldBallResolved(ordinal=1, number=9, accepted=True)).state == State.DRAWING
    assert play(held, ev.HeldBallResolved(ordinal=1, number=0, accepted=False)).state == State.READY


def test_a_corrected_reading_changes_the_number_in_its_place_and_is_remembered():
    board = play(boards.drawing(7, 8, 9), ev.BallCorrected(ordinal=2, was=8, number=80))
    assert board.drawn == (7, 80, 9)
    assert board.corrections == (Correction(ordinal=2, was=8, number=80, what="ball"),)


def test_a_corrected_word_changes_no_number():
    board = play(boards.drawing(7, 8), ev.CallCorrected(ordinal=2, said=18, number=8))
    assert board.drawn == (7, 8)
    assert board.corrections == (Correction(ordinal=2, was=18, number=8, what="call"),)


def test_a_pause_lasts_until_the_order_to_go_on():
    paused = play(boards.drawing(7), ev.DrawPaused(reason="person"))
    assert paused.pause == "person"
    assert play(paused, ev.DrawResumed()).pause == ""


def test_what_the_machine_said_of_a_pause_is_known_while_it_lasts_and_only_to_the_staff():
    paused = play(boards.drawing(7), ev.DrawPaused(reason="fault", detail="JAM"))
    assert (paused.pause, paused.pause_detail) == ("fault", "JAM")
    assert (public_board(paused).pause, public_board(paused).pause_detail) == ("fault", "")
    held = play(paused, ev.BallHeld(ordinal=2, number=0, reason="unread"))
    assert held.pause_detail == "JAM"
    assert play(paused, ev.DrawResumed()).pause_detail == ""


def test_claims_of_one_round_share_a_window_and_the_next_round_opens_another():
    board = play(boards.drawing(*LINE_3), claim(1), claim(2, card=4, rows=FACE_4))
    assert [c.window for c in board.claims] == [1, 1]
    board = play(
        board,
        ev.ClaimRejected(claim_no=1, prize=ev.PrizeKind.LINE, card=3, reason="missing", missing=(1,)),
        ev.ClaimRejected(claim_no=2, prize=ev.PrizeKind.LINE, card=4, reason="missing", missing=(4,)),
        ev.PlayResumed(),
        claim(3, card=5),
    )
    assert [c.window for c in board.claims] == [1, 1, 2]


def test_an_upheld_claim_remembers_when_and_a_new_round_forgets_it():
    board = play(boards.drawing(*LINE_3), claim(1))
    board = play(board, upheld(1), at="2026-11-30T21:00:00+00:00")
    assert board.upheld_at == "2026-11-30T21:00:00+00:00"
    board = play(board, ev.PlayResumed(awards=(award(1, 108),)), claim(2, prize=ev.PrizeKind.BINGO, card=4))
    assert board.upheld_at == ""


def test_a_rejected_claim_keeps_its_reason_and_the_numbers_missing():
    rejected = ev.ClaimRejected(claim_no=1, prize=ev.PrizeKind.LINE, card=3, reason="missing", missing=(40,))
    board = play(boards.drawing(1, 10), claim(1), rejected)
    assert (board.claims[0].status, board.claims[0].reason, board.claims[0].missing) == ("rejected", "missing", (40,))


def test_going_on_closes_the_line_only_when_it_was_won():
    checking = play(boards.drawing(*LINE_3), claim(1))
    rejected = ev.ClaimRejected(claim_no=1, prize=ev.PrizeKind.LINE, card=3, reason="missing", missing=(1,))
    assert play(checking, rejected, ev.PlayResumed()).line_closed is False
    assert play(checking, upheld(1), ev.PlayResumed(awards=(award(1, 108),))).line_closed is True


def test_going_on_ends_the_stop_for_a_claim_but_no_other_stop():
    for reason, left in (("claim", ""), ("person", "person")):
        board = play(boards.drawing(*LINE_3), ev.DrawPaused(reason=reason), claim(1), upheld(1))
        assert play(board, ev.PlayResumed(awards=(award(1, 108),))).pause == left


def test_the_ball_spoken_before_the_stop_is_spoken_once():
    board = play(boards.drawing(*LINE_3, uncalled=(50, 51)), claim(1))
    assert board.window_spoken is False
    assert play(board, boards.called(6, 50)).window_spoken is True


def test_the_end_shares_the_bingo_and_closes_the_line():
    board = boards.won()
    assert (board.state, board.line_closed, board.pause) == ("won", True, "")
    assert [a.cents for a in board.awards] == [690]


def test_a_paid_award_is_marked_and_the_closing_settles_the_others():
    awards = (
        award(1, 345, prize=ev.PrizeKind.BINGO),
        award(2, 345, card=201, prize=ev.PrizeKind.BINGO, medium=ev.Medium.VIRTUAL, holder="player:1"),
        award(3, 108),
    )
    board = play(boards.won(*awards), ev.PrizePaid(award_no=1, card=3, cents=345))
    assert [a.status for a in board.awards] == ["paid", "pending", "pending"]
    closed = ev.GameClosed(
        credited_cents=345, payable_cents=108, carried_line_cents=0, carried_bingo_cents=0, house_cents=0
    )
    board = play(board, closed)
    assert [a.status for a in board.awards] == ["paid", "credited", "payable"]
    assert board.state == State.CLOSED

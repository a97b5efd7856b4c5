"""
Events into boards: `apply_event(board, event, at)` for one, `fold` for all.

One small function per kind. None of them refuses anything: what reached the journal has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from sessions.rules import events as ev
from sessions.rules.board import Board, Claim, Correction, HeldBall
from sessions.rules.states import State, next_state


def _with_lot(board: Board, medium: ev.Medium, next_card: int) -> tuple[ev.Lot, ...]:
    return tuple(replace(lot, next_card=next_card) if lot.medium == medium else lot for lot in board.lots)


def _sale_opened(board: Board, event: ev.SaleOpened, _at: str) -> Board:
    return replace(board, terms=event.terms, lots=event.lots, extractor=event.extractor, ball_set=event.ball_set)


def _cards_sold(board: Board, event: ev.CardsSold, _at: str) -> Board:
    return replace(board, lots=_with_lot(board, event.medium, event.last + 1))


def _sale_undone(board: Board, event: ev.SaleUndone, _at: str) -> Board:
    return replace(board, lots=_with_lot(board, event.medium, event.first))


def _sale_closed(board: Board, event: ev.SaleClosed, _at: str) -> Board:
    return replace(
        board,
        figures=event.figures,
        leftover_first=event.leftover_first,
        leftover_last=event.leftover_last,
        leftovers_returned=board.lot(ev.Medium.PHYSICAL) is None,
    )


def _leftovers_returned(board: Board, _event: ev.LeftoversReturned, _at: str) -> Board:
    return replace(board, leftovers_returned=True)


def _figures_corrected(board: Board, event: ev.SaleFiguresCorrected, _at: str) -> Board:
    return replace(
        board,
        lots=_with_lot(board, ev.Medium.PHYSICAL, event.last + 1),
        figures=event.figures,
        leftover_first=event.last + 1,
    )


def _draw_started(board: Board, _event: ev.DrawStarted, _at: str) -> Board:
    return replace(board, draw_started=True)


def _ball_drawn(board: Board, event: ev.BallDrawn, _at: str) -> Board:
    return replace(board, drawn=(*board.drawn, event.number))


def _ball_held(board: Board, event: ev.BallHeld, _at: str) -> Board:
    held = HeldBall(ordinal=event.ordinal, number=event.number, reason=event.reason)
    return replace(board, held=(*board.held, held), pause=board.pause or f"held_{event.reason}")


def _held_resolved(board: Board, event: ev.HeldBallResolved, _at: str) -> Board:
    drawn = (*board.drawn, event.number) if event.accepted else board.drawn
    return replace(board, drawn=drawn, held=board.held[1:])


def _ball_called(board: Board, event: ev.BallCalled, _at: str) -> Board:
    return replace(board, called=event.ordinal, window_spoken=board.state == State.CHECKING)


def _ball_corrected(board: Board, event: ev.BallCorrected, _at: str) -> Board:
    at = event.ordinal - 1
    drawn = (*board.drawn[:at], event.number, *board.drawn[at + 1 :])
    note = Correction(ordinal=event.ordinal, was=event.was, number=event.number, what="ball")
    return replace(board, drawn=drawn, corrections=(*board.corrections, note))


def _call_corrected(board: Board, event: ev.CallCorrected, _at: str) -> Board:
    note = Correction(ordinal=event.ordinal, was=event.said, number=event.number, what="call")
    return replace(board, corrections=(*board.corrections, note))


def _draw_paused(board: Board, event: ev.DrawPaused, _at: str) -> Board:
    return replace(board, pause=event.reason)


def _draw_resumed(board: Board, _event: ev.DrawResumed, _at: str) -> Board:
    return replace(board, pause="")


def _claim_raised(board: Board, event: ev.ClaimRaised, _at: str) -> Board:
    first_of_round = board.state == State.DRAWING
    window = board.window + 1 if first_of_round else board.window
    claim = Claim(
        claim_no=event.claim_no,
        prize=event.prize,
        card=event.card,
        medium=event.medium,
        rows=event.rows,
        ball=event.ball,
        automatic=event.automatic,
        holder=event.holder,
        window=window,
    )
    return replace(
        board,
        claims=(*board.claims, claim),
        window=window,
        window_spoken=False if first_of_round else board.window_spoken,
        upheld_at="" if first_of_round else board.upheld_at,
    )


def _judged(board: Board, claim_no: int, **changes: Any) -> tuple[Claim, ...]:
    verdict = 1 + max((c.verdict for c in board.claims), default=0)
    return tuple(replace(c, verdict=verdict, **changes) if c.claim_no == claim_no else c for c in board.claims)


def _claim_upheld(board: Board, event: ev.ClaimUpheld, at: str) -> Board:
    return replace(board, claims=_judged(board, event.claim_no, status="upheld"), upheld_at=at)


def _claim_rejected(board: Board, event: ev.ClaimRejected, _at: str) -> Board:
    claims = _judged(board, event.claim_no, status="rejected", reason=event.reason, missing=event.missing)
    return replace(board, claims=claims)


def _play_resumed(board: Board, event: ev.PlayResumed, _at: str) -> Board:
    return replace(
        board,
        awards=(*board.awards, *event.awards),
        line_closed=board.line_closed or bool(event.awards),
        pause="" if board.pause == "claim" else board.pause,
    )


def _bingo_closed(board: Board, event: ev.BingoClosed, _at: str) -> Board:
    return replace(board, awards=(*board.awards, *event.awards), line_closed=True, pause="")


def _closed_unclaimed(board: Board, _event: ev.GameClosedUnclaimed, _at: str) -> Board:
    return replace(board, pause="")


def _prize_paid(board: Board, event: ev.PrizePaid, _at: str) -> Board:
    awards = tuple(replace(a, status="paid") if a.award_no == event.award_no else a for a in board.awards)
    return replace(board, awards=awards)


def _game_closed(board: Board, _event: ev.GameClosed, _at: str) -> Board:
    settled = {ev.Medium.VIRTUAL: "credited", ev.Medium.PHYSICAL: "payable"}
    awards = tuple(replace(a, status=settled[a.medium]) if a.status == "pending" else a for a in board.awards)
    return replace(board, awards=awards, pause="")


def _withdrawn(board: Board, _event: ev.GameWithdrawn, _at: str) -> Board:
    return board


_FOLDS: dict[str, Callable[[Board, Any, str], Board]] = {
    "SaleOpened": _sale_opened,
    "CardsSold": _cards_sold,
    "SaleUndone": _sale_undone,
    "SaleClosed": _sale_closed,
    "LeftoversReturned": _leftovers_returned,
    "SaleFiguresCorrected": _figures_corrected,
    "GameWithdrawn": _withdrawn,
    "DrawStarted": _draw_started,
    "BallDrawn": _ball_drawn,
    "BallHeld": _ball_held,
    "HeldBallResolved": _held_resolved,
    "BallCalled": _ball_called,
    "BallCorrected": _ball_corrected,
    "CallCorrected": _call_corrected,
    "DrawPaused": _draw_paused,
    "DrawResumed": _draw_resumed,
    "ClaimRaised": _claim_raised,
    "ClaimUpheld": _claim_upheld,
    "ClaimRejected": _claim_rejected,
    "PlayResumed": _play_resumed,
    "BingoClosed": _bingo_closed,
    "GameClosedUnclaimed": _closed_unclaimed,
    "PrizePaid": _prize_paid,
    "GameClosed": _game_closed,
}


def apply_event(board: Board, event: ev.GameEvent, at: str) -> Board:
    """
    Fold one recorded event into the board.

    Args:
        board: The game before the event.
        event: What happened.
        at: The journal row's time, ISO 8601 in UTC.

    Raises:
        WrongState: The event cannot happen in the board's state.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.1: written as the game is played.
    """
    discarded = isinstance(event, ev.HeldBallResolved) and not event.accepted
    state = next_state(board.state, event.kind, discarded=discarded)
    folded = _FOLDS[event.kind](board, event, at)
    return replace(folded, state=state, seq=board.seq + 1)


def fold(start: Board, recorded: Iterable[tuple[ev.GameEvent, str]]) -> Board:
    """
    Fold a game's whole journal, in order.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.1.
    """
    board = start
    for event, at in recorded:
        board = apply_event(board, event, at)
    return board

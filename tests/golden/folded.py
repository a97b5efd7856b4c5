"""A golden game by the pure rules alone: each event is decided anew from the board before it, then folded."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from sessions.rules import claims, corrections, draw, floor, pair, prizes, sales, suspension, void
from sessions.rules.board import Board
from sessions.rules.events import GameEvent, Medium, Run
from sessions.rules.folding import apply_event
from sessions.rules.replay import replay
from sessions.rules.void import VoidOrder
from tests.golden.files import Golden, check_board, faces, refusal_of, told

START = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)


def _sold(board: Board, e: Any, _now: datetime) -> GameEvent:
    quantity = e.last - e.first + 1
    first = e.first if e.medium == Medium.PHYSICAL else None
    (run,) = sales.decide_sales(board, e.medium, quantity, seller=e.seller, first=first, holder=e.holder)
    return run


def _drawn(board: Board, e: Any, _now: datetime) -> GameEvent | None:
    if e.source == "manual":
        return draw.decide_manual_ball(board, e.number)
    return draw.decide_ball(board, ordinal=e.ordinal, number=e.number, source=e.source)


def _claimed(board: Board, e: Any, _now: datetime) -> GameEvent:
    return claims.decide_claim(board, e.prize, e.card, e.rows, automatic=e.automatic, holder=e.holder, part=e.part)


def replay_of(board: Board, ordinal: int, said: int) -> Any:
    """Play a game again over the cards it sold."""
    cards = [card for card in faces() if any(lot.is_sold(card) for lot in board.lots)]
    return replay(((c, tuple(map(tuple, faces()[c]))) for c in cards), board.numbers_called, ordinal=ordinal, said=said)


def _voided(board: Board, e: Any, now: datetime) -> GameEvent:
    order = VoidOrder(cause=e.cause, reason=e.reason, agent=e.agent, ordinal=e.ordinal, said=e.said, end_pair=e.whole)
    again = replay_of(board, e.ordinal, e.said) if e.ordinal else None
    return void.decide_void(board, now, order, by="mesa", second=e.second, replay=again)


def _refunded(board: Board, e: Any, _now: datetime) -> GameEvent:
    if e.medium == Medium.PHYSICAL:
        return void.decide_refund(board, e.first, e.last)
    (credit,) = void.decide_credits(board, [(Run(first=e.first, last=e.last), e.holder)])
    return credit


DECIDED: dict[str, Callable[[Board, Any, datetime], GameEvent | None]] = {
    "SaleOpened": lambda b, e, _: sales.decide_sale_opening(
        b, terms=e.terms, lots=e.lots, extractor=e.extractor, ball_set=e.ball_set
    ),
    "CardsSold": _sold,
    "SeriesAdded": lambda b, e, _: floor.decide_series_addition(b, e.lot),
    "SaleClosed": lambda b, _e, _: sales.decide_closing(b),
    "LeftoversReturned": lambda b, e, _: sales.decide_leftovers(b, e.first if e.first <= e.last else None),
    "SaleFiguresCorrected": lambda b, e, _: sales.decide_correction(b, e.last, reason=e.reason),
    "DrawStarted": lambda b, _e, _: draw.decide_start(b),
    "BallDrawn": _drawn,
    "BallCalled": lambda b, e, _: draw.decide_call(b, e.ordinal),
    "ClaimRaised": _claimed,
    "ClaimUpheld": lambda b, e, _: claims.judge_claim(b, e.claim_no),
    "ClaimRejected": lambda b, e, _: claims.judge_claim(b, e.claim_no),
    "PlayResumed": lambda b, _e, now: claims.decide_resumption(b, now),
    "BingoClosed": lambda b, _e, now: claims.decide_bingo_closing(b, now),
    "GameClosedUnclaimed": lambda b, _e, _: draw.decide_unclaimed(b),
    "CallCorrected": lambda b, e, _: corrections.decide_call_correction(
        b, e.ordinal, e.said, replay_of(b, e.ordinal, e.said) if e.ordinal < b.called else None
    ),
    "PrizePaid": lambda b, e, _: prizes.decide_payment(b, e.award_no, e.card),
    "TokenGiven": lambda b, e, _: pair.decide_token(b, e.award_no, e.token),
    "GameClosed": lambda b, _e, _: prizes.decide_game_closing(b),
    "GameSuspended": lambda b, e, _: suspension.decide_suspension(b, e.cause, ball_out=e.ball_out, text=e.text),
    "ParagraphRead": lambda b, e, _: suspension.decide_reading(b, e.paragraph),
    "ManualDrawOrdered": lambda b, e, _: suspension.decide_manual_draw(b, how=e.how),
    "GameVoided": _voided,
    "CardsRefunded": _refunded,
    "RefundsCompleted": lambda b, _e, _: void.decide_refunds_end(b),
}


class Folded:
    """The boards of a golden game, and a clock that only the file moves."""

    def __init__(self) -> None:
        """Begin before the first game."""
        self.boards: dict[int, Board] = {}
        self.now = START

    def board(self, game: int) -> Board:
        """Give a game's board as it stands."""
        return self.boards.get(game) or Board(session_no=1, game_no=game)

    def decided(self, game: int, event: GameEvent) -> GameEvent | None:
        """Give what the rules make of the deed behind an event."""
        if event.kind == "PairedSaleClosed":
            return pair.decide_paired_sale(self.board(event.first_game_no))  # type: ignore[attr-defined]
        self._check_pair(self.board(game), event)
        return DECIDED[event.kind](self.board(game), event, self.now)

    def _check_pair(self, board: Board, e: Any) -> None:
        """Ask what a door asks of the games of a pair before the deed's own rule."""
        first = self.boards.get(board.other_game_no) if board.pair == pair.HALVES[1] else None
        if e.kind == "DrawStarted":
            pair.check_turn(board, first)
        elif e.kind == "ClaimRaised":
            assert pair.check_half(board, first, e.card, e.part) == e.part, "the half"
        elif e.kind == "GameClosed":
            pair.check_tokens(board)


def fold(golden: Golden) -> None:
    """Fold a golden game; every event, refusal, board and award must be as the file says."""
    folded = Folded()
    for number, step in enumerate(golden.steps, start=1):
        folded.now += timedelta(seconds=step.seconds, milliseconds=1)
        if step.event is None:
            continue
        where = f"step {number}, game {step.game}"
        if step.what == "refused":
            assert refusal_of(partial(folded.decided, step.game, step.event)) == step.code, where
            continue
        made = folded.decided(step.game, step.event)
        assert made is not None, where
        assert told(made) == told(step.event), f"{where}: {made}"
        folded.boards[step.game] = apply_event(folded.board(step.game), made, folded.now.isoformat())
    for game in golden.boards:
        # A prize paid in a later game's session changes no board.
        check_board(golden, game, folded.board(game))

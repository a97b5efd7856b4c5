"""A live game played again both ways, for an announcing error that is only found later; no writes."""

from __future__ import annotations

from sessions.rules.board import Board
from sessions.rules.events import PrizeKind
from sessions.rules.replay import NEVER, Replay, replay
from sessions.rules.void import check_error
from sessions.selectors.faces import face_rows


def replay_of(board: Board, ordinal: int, said: int) -> Replay:
    """
    Play the game again with `said` at `ordinal` and with what was drawn, over every card sold.

    Raises:
        NoSuchBall, BallOutOfRange, SameNumber: There can be no such error.
        CardUnplayable, MatrixUnusable: A face cannot be read.
    """
    check_error(board, ordinal, said)
    faces = (
        (card, face_rows(lot.matrix, card))
        for lot in board.lots
        for run in lot.sold_runs
        for card in range(run.first, run.last + 1)
    )
    line_ball = NEVER
    if board.line_closed:
        line_ball = max((claim.ball for claim in board.claims_of(PrizeKind.LINE, "upheld")), default=NEVER)
    return replay(faces, board.numbers_called, ordinal=ordinal, said=said, line_ball=line_ball)

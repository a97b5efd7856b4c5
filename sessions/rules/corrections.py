"""
Putting a reading right: held balls, wrong readings, wrong words (O79 34.4; S0 V).

In a machine's game a number that the machine did not read needs two people.
"""

from __future__ import annotations

from sessions.rules import errors
from sessions.rules.board import Board
from sessions.rules.events import BALLS, MANUAL, BallCorrected, CallCorrected, HeldBallResolved
from sessions.rules.replay import Replay
from sessions.rules.states import next_state
from sessions.rules.void import check_error


def _check_number(board: Board, number: int, *, besides: int = 0) -> None:
    if not 1 <= number <= BALLS:
        raise errors.BallOutOfRange(number=number)
    if number in board.drawn and board.drawn.index(number) + 1 != besides:
        raise errors.BallAlreadyDrawn(number=number, ordinal=board.drawn.index(number) + 1)


def _check_second(by: str, second: str) -> None:
    if not second or second == by:
        raise errors.SecondPersonNeeded


def decide_held(board: Board, *, accept: bool, number: int, by: str, second: str = "") -> HeldBallResolved:
    """
    Decide on the oldest held ball: it is `number`, or it is discarded.

    Args:
        board: The game as last recorded.
        accept: Whether the ball counts.
        number: The ball's number, 1..90, when it counts.
        by: Who decides.
        second: Another person, wherever the number is not the machine's own.

    Raises:
        WrongState: The game takes no balls.
        NoHeldBall: None is held.
        BallOutOfRange, BallAlreadyDrawn: The number cannot be.
        SecondPersonNeeded: The number is not what the machine read.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 34.4.
    """
    next_state(board.state, "HeldBallResolved")
    if not board.held:
        raise errors.NoHeldBall
    held = board.held[0]
    ordinal = len(board.drawn) + 1
    if not accept:
        return HeldBallResolved(ordinal=held.ordinal, number=0, accepted=False, second=second)
    if not board.draw_started:
        raise errors.DrawNotStarted
    _check_number(board, number)
    if held.altered_by(board.extractor, number):
        _check_second(by, second)
    return HeldBallResolved(ordinal=ordinal, number=number, accepted=True, second=second)


def decide_ball_correction(board: Board, ordinal: int, number: int, *, by: str, second: str = "") -> BallCorrected:
    """
    Correct a reading already recorded: the ball at `ordinal` (1..90) is `number`.

    Raises:
        WrongState: There is no draw.
        NoSuchBall: No ball of that ordinal is out.
        SameNumber, BallOutOfRange, BallAlreadyDrawn: The number cannot be.
        NumberAlreadyWon: A card was found good with the wrong number; the game must be judged by people.
        SecondPersonNeeded: A machine's reading is changed by two people.
        ElectronicDrawOnly: The ball came of an order fixed before the sale: nothing was read that could be wrong.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 34.2; Catálogo (BOE-A-1979-25744), bingo V.
    """
    next_state(board.state, "BallCorrected")
    if not 1 <= ordinal <= len(board.drawn):
        raise errors.NoSuchBall(ordinal=ordinal)
    if board.electronic is not None and ordinal <= board.electronic.balls:
        raise errors.ElectronicDrawOnly
    was = board.drawn[ordinal - 1]
    if was == number:
        raise errors.SameNumber(number=number)
    _check_number(board, number, besides=ordinal)
    if any(c.status == "upheld" and any(was in row for row in c.rows) for c in board.claims):
        raise errors.NumberAlreadyWon(number=was)
    if board.extractor != MANUAL:
        _check_second(by, second)
    return BallCorrected(ordinal=ordinal, was=was, number=number, second=second)


def decide_call_correction(board: Board, ordinal: int, said: int, replay: Replay | None = None) -> CallCorrected:
    """
    Note that the caller said `said` for a called ball, and correct it aloud.

    Args:
        board: The game as last recorded.
        ordinal: The ball, 1..90.
        said: What was said, 1..90.
        replay: The game played again both ways; needed once later balls have been called.

    Raises:
        WrongState: There is no draw.
        NoSuchBall: The ball was not called; or it is not the last one, and the game was not played again.
        SameNumber: What was said is the ball's number.
        BallOutOfRange: Not 1..90.
        ErrorIsSubstantial: A prize would go elsewhere: the game is void instead.

    Source:
        Catálogo (BOE-A-1979-25744), bingo V; O. 9-1-1979 (BOE-A-1979-2188), art. 35.7.
    """
    next_state(board.state, "CallCorrected")
    check_error(board, ordinal, said)
    assessed = ordinal != board.called
    if assessed and replay is None:
        raise errors.NoSuchBall(ordinal=ordinal)
    if assessed and replay is not None and replay.substantial:
        raise errors.ErrorIsSubstantial(cards=list(replay.affected))
    return CallCorrected(ordinal=ordinal, said=said, number=board.drawn[ordinal - 1], assessed=assessed)

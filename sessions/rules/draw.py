"""
The draw: balls out of the machine, balls called aloud, and everything that stops them.

A machine's ball is never refused: what the rules cannot take is held for a person (O79 34.4).
"""

from __future__ import annotations

from sessions.rules import errors
from sessions.rules.board import Board
from sessions.rules.events import (
    BALLS,
    MANUAL,
    BallCalled,
    BallDrawn,
    BallHeld,
    DrawPaused,
    DrawResumed,
    DrawStarted,
    GameClosedUnclaimed,
)
from sessions.rules.states import TAKES_BALLS, State, next_state

SURE_QUALITY = 90
TELLING_BALLS = 15
"""So many balls in the same order as in an earlier game are no chance: there are 90·89·…·76 beginnings."""
REPEATED_ORDER = "repeated_order"
"""Why a draw stands still that begins as an earlier one did; only the authority's agent lets it go on (O79 34.4)."""


def decide_start(board: Board) -> DrawStarted:
    """
    Give the start, after the closing formula; of a pair's second game, when the first is over (`pair.check_turn`).

    Raises:
        WrongState: The sale is not closed, or the start was given already.
        LeftoversNotReturned: The cashier has not received the leftover cards.
        PublicNumberMissing: An electronic draw has no number of the public yet.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV; O. 9-1-1979 (BOE-A-1979-2188), art. 37.1.
    """
    next_state(board.state, "DrawStarted")
    if board.draw_started:
        raise errors.WrongState(state=str(board.state), deed="DrawStarted")
    if not board.leftovers_returned:
        raise errors.LeftoversNotReturned(first=board.leftover_first, last=board.leftover_last)
    if board.electronic is not None and not board.electronic.number:
        raise errors.PublicNumberMissing
    return DrawStarted()


def _reason_to_hold(board: Board, ordinal: int, number: int, quality: int) -> str:
    if not board.draw_started:
        return "not_started"
    if number == 0:
        return "unread"
    if not 1 <= number <= BALLS:
        return "range"
    if ordinal != len(board.drawn) + 1 or board.held:
        return "out_of_order"
    if number in board.drawn:
        return "repeat"
    return "low_quality" if quality < SURE_QUALITY else ""


def decide_ball(
    board: Board, *, ordinal: int, number: int, source: str, quality: int = 100, reason: str = ""
) -> BallDrawn | BallHeld | None:
    """
    Take a machine's ball: recorded as drawn, held for a person, or None when it is recorded already.

    Args:
        board: The game as last recorded.
        ordinal: The machine's count, 1..90.
        number: What was read; 0 when nothing was.
        source: How it was read (rfid, bar, ocr, tray).
        quality: 0..100; under 90 a person confirms.
        reason: The machine's own reason to hold (two balls at once, none came), "" when it has none.

    Raises:
        WrongState: The game takes no balls now, or none of a machine's; the ball is a stray.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 34.2, 34.4.
    """
    if board.state not in TAKES_BALLS or board.electronic is not None:
        raise errors.WrongState(state=str(board.state), deed="BallDrawn")
    if 1 <= ordinal <= len(board.drawn) and board.drawn[ordinal - 1] == number:
        return None
    if any(h.ordinal == ordinal and h.number == number for h in board.held):
        return None
    hold = reason or _reason_to_hold(board, ordinal, number, quality)
    if hold:
        shown = number if 1 <= number <= BALLS else 0
        return BallHeld(ordinal=ordinal, number=shown, reason=hold)
    return BallDrawn(ordinal=ordinal, number=number, source=source)


def _check_keyed(board: Board, number: int) -> None:
    """Check that a ball may be keyed now, and be this one."""
    if board.electronic is not None and board.extractor != MANUAL:
        raise errors.ElectronicDrawOnly
    if not board.draw_started:
        raise errors.DrawNotStarted
    if not 1 <= number <= BALLS:
        raise errors.BallOutOfRange(number=number)
    if number in board.drawn:
        raise errors.BallAlreadyDrawn(number=number, ordinal=board.drawn.index(number) + 1)
    if board.held:
        raise errors.BallHeldFirst(reason=board.held[0].reason)


def decide_manual_ball(board: Board, number: int) -> BallDrawn | BallHeld:
    """
    Take a ball keyed by the caller; in a machine's game it is held for a second person.

    Raises:
        WrongState, DrawNotStarted, DrawIsPaused, BallHeldFirst, BallUncalled: No ball can be drawn now.
        BallOutOfRange: Not 1..90.
        BallAlreadyDrawn: The number has come out; `ordinal` says when.
        ElectronicDrawOnly: The game's order was fixed before its sale; only after a failure balls are keyed.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 24.4, 34.2, 36.2.
    """
    next_state(board.state, "BallDrawn")
    _check_keyed(board, number)
    ordinal = len(board.drawn) + 1
    if board.extractor != MANUAL:
        return BallHeld(ordinal=ordinal, number=number, reason=MANUAL)
    if board.pause or board.state == State.CHECKING:
        raise errors.DrawIsPaused(reason=board.pause or "claim")
    if board.uncalled:
        raise errors.BallUncalled(ordinal=board.called + 1)
    return BallDrawn(ordinal=ordinal, number=number, source=MANUAL)


def decide_call(board: Board, ordinal: int) -> BallCalled:
    """
    Call the next drawn ball aloud; while a claim is checked only once: the ball spoken before the stop.

    Raises:
        WrongState: The game does not call balls now.
        DrawIsPaused: The draw stands still.
        NothingToCall: No drawn ball waits.
        BallOutOfOrder: Balls are called in draw order; `expected` is the next.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV; O. 9-1-1979 (BOE-A-1979-2188), art. 24.4; article 85.5.
    """
    next_state(board.state, "BallCalled")
    if board.state == State.CHECKING:
        if board.window_spoken:
            raise errors.DrawIsPaused(reason="claim")
    elif board.pause:
        raise errors.DrawIsPaused(reason=board.pause)
    if not board.uncalled:
        raise errors.NothingToCall
    if ordinal != board.called + 1:
        raise errors.BallOutOfOrder(ordinal=ordinal, expected=board.called + 1)
    return BallCalled(ordinal=ordinal, number=board.drawn[board.called])


def decide_pause(board: Board, reason: str, detail: str = "") -> DrawPaused:
    """
    Stop the draw: reason "claim" (a shout in the hall), "person", or a fault's code with what the machine said of it.

    Raises:
        WrongState: There is no draw to stop.
        DrawIsPaused: It stands still already.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV: the caller interrupts when a player calls.
    """
    next_state(board.state, "DrawPaused")
    if board.pause:
        raise errors.DrawIsPaused(reason=board.pause)
    return DrawPaused(reason=reason, detail=detail)


def decide_resume(board: Board) -> DrawResumed:
    """
    Order the draw on; also valid when it is not paused (after a restart it only ends the stand-still).

    Raises:
        WrongState: There is no draw.
        BallHeldFirst: A held ball must be resolved first.
        OrderRepeats: The draw began as an earlier one did: the game is suspended, and the agent called.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV; O. 9-1-1979 (BOE-A-1979-2188), art. 34.4.
    """
    next_state(board.state, "DrawResumed")
    if board.pause == REPEATED_ORDER:
        raise errors.OrderRepeats
    if board.held:
        raise errors.BallHeldFirst(reason=board.held[0].reason)
    return DrawResumed()


def decide_unclaimed(board: Board) -> GameClosedUnclaimed:
    """
    End a game whose 90 balls are called and whose last call nobody answered.

    Raises:
        WrongState: A claim is being checked, or there is no draw.
        BallsStillIn: Fewer than 90 balls are called.
        DrawIsPaused: Someone has shouted.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.5; Q10 of the domain decisions.
    """
    next_state(board.state, "GameClosedUnclaimed")
    if board.called < BALLS:
        raise errors.BallsStillIn(called=board.called)
    if board.pause:
        raise errors.DrawIsPaused(reason=board.pause)
    return GameClosedUnclaimed()

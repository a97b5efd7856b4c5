"""
Suspensions: what article 36 and article 34.4 ask for, step by step.

A failure or an accident is judged by whether a ball had been drawn; an irregularity of balls or machine by the
authority's agent alone.
"""

from __future__ import annotations

import math
from datetime import datetime
from typing import Final

from sessions.rules import errors
from sessions.rules.board import Board, Suspension
from sessions.rules.states import next_state
from sessions.rules.stopping import GameSuspended, ManualDrawOrdered, ParagraphRead, SuspensionLifted

FAILURE, BALLS_SUSPECT = "failure", "balls"
CAUSES: Final = (FAILURE, BALLS_SUSPECT)
SOLVED, BY_AGENT = "solved", "agent"
LIMIT_SECONDS: Final = 15 * 60


def decide_suspension(board: Board, cause: str, *, ball_out: bool, text: str) -> GameSuspended:
    """
    Suspend the game provisionally.

    Args:
        board: The game as last recorded.
        cause: failure (apparatus, installation, accident) or balls (missing, double, of another weight; the machine).
        ball_out: Whether a ball of this game had been drawn, as the people answered.
        text: What happened.

    Raises:
        WrongState: There is nothing to suspend.
        BallsWereDrawn: The answer was no, and the journal has balls, or one waits for a decision.
        DrawNotStarted: The answer was yes, and the draw has not begun: no ball of this game can be out.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 34.4, 36.1, 36.2.
    """
    next_state(board.state, "GameSuspended")
    if (board.drawn or board.held) and not ball_out:
        raise errors.BallsWereDrawn(drawn=len(board.drawn) + len(board.held))
    if ball_out and not (board.draw_started or board.held) and cause == FAILURE:
        raise errors.DrawNotStarted
    return GameSuspended(cause=cause, ball_out=ball_out, text=text)


def paragraph_of(board: Board) -> str:
    """
    Name the paragraph that has to be read aloud before anything is done: 36.1, 36.2, or "" for none.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 36.3.
    """
    if board.suspension is None or board.suspension.cause != FAILURE:
        return ""
    return "36.2" if board.suspension.ball_out else "36.1"


def decide_reading(board: Board, paragraph: str) -> ParagraphRead:
    """
    Note that the paragraph was read aloud.

    Raises:
        WrongState: The game is not suspended.
        WrongParagraph: Another one applies, or none.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 36.3.
    """
    next_state(board.state, "ParagraphRead")
    expected = paragraph_of(board)
    if not paragraph or paragraph != expected:
        raise errors.WrongParagraph(paragraph=paragraph, expected=expected)
    return ParagraphRead(paragraph=paragraph)


def suspended_for(board: Board, cause: str) -> Suspension:
    """
    Give the suspension, which must be for that cause.

    Raises:
        NotThatSuspension: It is for the other, or there is none.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 34.4, 36.
    """
    if board.suspension is None or board.suspension.cause != cause:
        raise errors.NotThatSuspension(cause=cause)
    return board.suspension


def check_read(board: Board) -> None:
    """
    Check that the paragraph that applies has been read aloud.

    Raises:
        ParagraphNotRead: It has not.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 36.3.
    """
    paragraph = paragraph_of(board)
    if board.suspension is not None and board.suspension.read != paragraph:
        raise errors.ParagraphNotRead(paragraph=paragraph)


def seconds_left(suspension: Suspension, now: datetime) -> int:
    """
    Give the seconds of the fifteen minutes that are left, rounded up; 0 when they are over.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 36.1.
    """
    passed = (now - datetime.fromisoformat(suspension.since)).total_seconds()
    return max(0, math.ceil(LIMIT_SECONDS - passed))


def decide_lifting(board: Board, now: datetime, *, decision: str, agent: str = "", text: str = "") -> SuspensionLifted:
    """
    Let play go on where it stood: the failure is solved in time, or the agent decided so.

    Args:
        board: The game as last recorded.
        now: The time of the deed.
        decision: solved or agent.
        agent: The agent's name or number, where he decides.
        text: What was solved, or the reference of the agent's own record.

    Raises:
        WrongState: The game is not suspended.
        AgentDecides: An irregularity of balls or machine is not the hall's to judge.
        ManualDrawOnly: A ball had been drawn.
        ParagraphNotRead: Article 36 was not read.
        SuspensionTooLong: The fifteen minutes are over.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 34.4, 36.1, 36.3.
    """
    next_state(board.state, "SuspensionLifted")
    suspension = board.suspension
    if suspension is None or suspension.cause == BALLS_SUSPECT:
        if decision != BY_AGENT or not agent:
            raise errors.AgentDecides
        return SuspensionLifted(decision=decision, agent=agent, text=text)
    if decision != SOLVED:
        raise errors.NotThatSuspension(cause=BALLS_SUSPECT)
    if suspension.ball_out:
        raise errors.ManualDrawOnly
    check_read(board)
    if not seconds_left(suspension, now):
        raise errors.SuspensionTooLong
    return SuspensionLifted(decision=decision, text=text)


def decide_manual_draw(board: Board, *, how: str) -> ManualDrawOrdered:
    """
    Go on by hand with only the balls not yet drawn; `how` says what keeps the draw random.

    Raises:
        WrongState: The game is not suspended.
        NotThatSuspension: An irregularity of the balls is the agent's to judge.
        NoBallDrawn: No ball had been drawn: the fifteen minutes run.
        ParagraphNotRead: Article 36.2 was not read.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 36.2, 36.3.
    """
    next_state(board.state, "ManualDrawOrdered")
    if not suspended_for(board, FAILURE).ball_out:
        raise errors.NoBallDrawn
    check_read(board)
    return ManualDrawOrdered(how=how)

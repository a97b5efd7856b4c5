"""
The change of one ball set for another: between games, while the balls of a game are in doubt, and within a pair.

The spare is there "for the substitutions that become necessary" (O79 34.5), and those come when a ball cracks.
"""

from __future__ import annotations

from collections.abc import Sequence

from sessions.rules import errors
from sessions.rules.ball_sets import Passport, check_games_left
from sessions.rules.board import Board
from sessions.rules.session import BallSetChanged
from sessions.rules.states import State
from sessions.rules.stopping import BallsReplaced
from sessions.rules.suspension import BALLS_SUSPECT

_PLAYED = frozenset({State.WON, State.UNCLAIMED, State.PAYING, State.VOID, State.REFUNDED})
"""Its last ball has fallen: that game keeps the set it was played with."""


def playing_on(live: Sequence[Board]) -> tuple[Board, ...]:
    """
    Name the games that are played, or played on, with another set: none between games.

    Args:
        live: The session's games begun and not closed, the first of a pair before the second.

    Raises:
        GameStillOpen: Balls of a game are being drawn, or it has yet to be settled and none waits after it.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 34.4, 34.5; Catálogo (BOE-A-1979-25744), bingo II.
    """
    takes = tuple(board for board in live if board.state == State.WAITING or _in_doubt(board))
    others = [board for board in live if board not in takes]
    in_the_way = others if not takes else [board for board in others if board.state not in _PLAYED]
    if in_the_way:
        raise errors.GameStillOpen(game_no=in_the_way[0].game_no)
    return takes


def _in_doubt(board: Board) -> bool:
    return board.suspension is not None and board.suspension.cause == BALLS_SUSPECT


def decide_change(
    passport: Passport, live: Sequence[Board], *, was: str, reason: str
) -> tuple[BallSetChanged, tuple[tuple[int, BallsReplaced], ...]]:
    """
    Put another set in use, and tell by their numbers the games that go on with it.

    Args:
        passport: The set.
        live: The session's games begun and not closed, the first of a pair before the second.
        was: The set in use until now.
        reason: Why, in their words.

    Raises:
        GameStillOpen: A game is being played with the other.
        BallSetOutOfUse: It was retired.
        BallSetWorn, TooFewGamesLeft: It has not the games left for what goes on.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 34.4, 34.5; Catálogo (BOE-A-1979-25744), bingo II; Q6.
    """
    takes = playing_on(live)
    # A pair whose sale still goes on, or stands, has its second game to come.
    to_come = sum(2 if board.pair == 1 and board.figures is None else 1 for board in takes)
    # It may have been drawn from before in a game that is not closed, and so not counted yet.
    played = sum(passport.code in board.sets_drawn for board in live if board not in takes)
    check_games_left(passport, max(to_come, 1) + played)
    stopped = takes[0] if takes else None
    changed = BallSetChanged(
        was=was,
        ball_set=passport.code,
        reason=reason,
        game_no=stopped.game_no if stopped else 0,
        drawn=len(stopped.drawn) if stopped else 0,
    )
    return changed, tuple((b.game_no, BallsReplaced(was=b.ball_set, ball_set=passport.code)) for b in takes)

"""
The hours of a session, its last game, and when nobody is let in (O79 32.1, 32.3).

One working day (jornada) may end after midnight; hours are the wall clock's of the hall, moments are UTC.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from sessions.rules import errors
from sessions.rules.board import Board
from sessions.rules.session import SessionBoard
from sessions.rules.session_events import LastGameAnnounced
from sessions.rules.states import State

_MINUTE = timedelta(minutes=1)
_PLAYING = frozenset(
    {State.SELLING, State.READY, State.DRAWING, State.CHECKING, State.SUSPENDED, State.WAITING},
)


def moment_of(day: date, hour: time, zone: tzinfo) -> datetime:
    """
    Give the first moment of a day at which the wall clock shows an hour or one after it.

    The night the clocks go back shows an hour twice: the first counts. The night they go forward leaves one out: the
    moment of the change counts. So a closing time is never later than it can be read.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 32.3.
    """
    shown = datetime.combine(day, hour)
    found = min(shown.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    while found.astimezone(zone).replace(tzinfo=None, fold=0) < shown:
        found += _MINUTE
    return found


def hours_of(at: datetime, opening: time | None, closing: time | None, zone: tzinfo) -> tuple[str, str]:
    """
    Give the opening and closing moments of the working day that a moment belongs to, ISO 8601 in UTC; "" = no limit.

    The day goes from one closing time to the next: what is opened at 1:00 in a hall that closes at 3:30 belongs to the
    day before. Without a closing time the opening time is that of the calendar day.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 32.3.
    """
    today = at.astimezone(zone).date()
    if closing is None:
        return (moment_of(today, opening, zone).isoformat() if opening else "", "")
    days = (today + timedelta(days=n) for n in range(-1, 3))
    last_day = next(day for day in days if moment_of(day, closing, zone) > at)
    closes = moment_of(last_day, closing, zone)
    if opening is None:
        return ("", closes.isoformat())
    first_day = last_day if opening < closing else last_day - timedelta(days=1)
    return (moment_of(first_day, opening, zone).isoformat(), closes.isoformat())


def check_hours(board: SessionBoard, *, game_no: int, at: datetime) -> None:
    """
    Refuse a game's sale, with which the game begins, outside the hours or after the game announced as the last.

    Raises:
        BeforeOpeningTime: The authorised hours have not begun.
        AfterClosingTime: They are over.
        LastGameWasPlayed: An earlier game was announced as the last.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 32.3.
    """
    if board.opens_at and at < datetime.fromisoformat(board.opens_at):
        raise errors.BeforeOpeningTime(opening_at=board.opens_at)
    if board.closes_at and at > datetime.fromisoformat(board.closes_at):
        raise errors.AfterClosingTime(closing_at=board.closes_at)
    if board.last_game and game_no > board.last_game:
        raise errors.LastGameWasPlayed(game_no=board.last_game)


def decide_last_game(board: SessionBoard, *, game_no: int, called_off: bool = False) -> LastGameAnnounced:
    """
    Tell the players which game is the last; another one only when the one announced was not played.

    Args:
        board: The session as last recorded.
        game_no: The game announced.
        called_off: The game announced before was withdrawn, or declared void.

    Raises:
        WrongState: The session is not open.
        LastGameAlreadyAnnounced: A last game was announced, and was not called off.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 32.3.
    """
    if board.state != "open":
        raise errors.WrongState(state=board.state, deed="LastGameAnnounced")
    if board.last_game and not called_off:
        raise errors.LastGameAlreadyAnnounced(game_no=board.last_game)
    return LastGameAnnounced(game_no=game_no)


def admission_open(boards: Iterable[Board]) -> bool:
    """
    Tell whether somebody may come in: not during a game, which begins with its sale, nor between the two of a pair.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 32.1, 32.3.
    """
    return not any(board.state in _PLAYING for board in boards)

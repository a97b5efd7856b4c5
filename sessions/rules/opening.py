"""Opening and closing a session: the checks without which no game may begin, or the night may not end."""

from __future__ import annotations

from collections.abc import Collection

from sessions.rules import errors
from sessions.rules.events import BALLS
from sessions.rules.session import (
    EQUIPMENT,
    REQUIRED_POSTS,
    BallsCounted,
    EquipmentChecked,
    SessionBoard,
    SessionClosed,
    SessionOpened,
)
from sessions.rules.signatures import check_chief_signs
from sessions.rules.staff import check_seniors, posted, shortage


def decide_checklist(in_order: Collection[str], faulty: Collection[str]) -> EquipmentChecked:
    """
    Record the equipment checklist; unknown items are refused.

    Raises:
        NotFound: An item is not on the list.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV.
    """
    unknown = [item for item in (*in_order, *faulty) if item not in EQUIPMENT]
    if unknown:
        raise errors.NotFound(what="equipment", which=unknown[0])
    good = tuple(item for item in EQUIPMENT if item in in_order and item not in faulty)
    return EquipmentChecked(in_order=good, faulty=tuple(item for item in EQUIPMENT if item in faulty))


def decide_count(
    ball_set: str,
    missing: Collection[int],
    *,
    witness: str = "",
    after_game: int = 0,
    closing: bool = False,
    spare: str = "",
) -> BallsCounted:
    """
    Record a count of the ball set: 90 less the missing numbers (each 1..90); `spare` is the set kept ready.

    Raises:
        BallOutOfRange: A missing number is not a ball.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 34.1, 34.5.
    """
    absent = tuple(sorted(set(missing)))
    for number in absent:
        if not 1 <= number <= BALLS:
            raise errors.BallOutOfRange(number=number)
    return BallsCounted(
        ball_set=ball_set,
        count=BALLS - len(absent),
        missing=absent,
        witness=witness,
        after_game=after_game,
        closing=closing,
        spare=spare,
    )


def decide_opening(
    board: SessionBoard, signed: str, *, category: str = "", hours: tuple[str, str] = ("", "")
) -> SessionOpened:
    """
    Open the session: checklist complete and in order, 90 balls counted, the posts taken, the Jefe de Mesa signs.

    Args:
        board: The session as last recorded.
        signed: The Jefe de Mesa who signs the opening entry.
        category: The hall's, which says how many people it needs; "" = not stated.
        hours: From when until when a game may begin, moments in UTC; "" = no limit.

    Raises:
        WrongState: The session is not being prepared.
        BallsMissing: The count found fewer than 90.
        SessionNotReady: `missing` lists what is absent: equipment items, balls_counted, posts.
        StaffBelowMinimum: The posts have fewer people than the hall's category needs.
        TwoSeniorsNeeded: Two of Jefe de Sala, Jefe de Mesa, Cajero are not there, or none is only Jefe de Sala.
        ChiefSignatureNeeded: `signed` is nobody at the Jefe de Mesa's post.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV; O. 9-1-1979 (BOE-A-1979-2188), arts. 24, 25, 26.2, 32.3, 34.1, 37.3.
    """
    if board.state != "preparing":
        raise errors.WrongState(state=board.state, deed="SessionOpened")
    if board.count is not None and board.count.count != BALLS:
        raise errors.BallsMissing(count=board.count.count, missing=list(board.count.missing))
    missing = [item for item in EQUIPMENT if item not in board.in_order]
    missing += [] if board.count else ["balls_counted"]
    missing += [str(post) for post in REQUIRED_POSTS if not board.people_at(post)]
    if missing:
        raise errors.SessionNotReady(missing=missing)
    people = posted(board)
    if short := shortage(category, people):
        raise errors.StaffBelowMinimum(category=category, short=[list(one) for one in short])
    check_seniors(people)
    check_chief_signs(board, signed)
    return SessionOpened(signed=signed, category=category, opens_at=hours[0], closes_at=hours[1])


def decide_session_closing(
    board: SessionBoard, *, games: int, open_game: int | None, signed: str, unsigned: Collection[int] = ()
) -> SessionClosed:
    """
    Close the session: no game open, and 90 balls counted after the last one.

    Args:
        board: The session as last recorded.
        games: How many games the session has had.
        open_game: Number of a game not yet closed, None when there is none.
        signed: The Jefe de Mesa who signs the closing entry.
        unsigned: Entries of the minutes that lack a signature.

    Raises:
        WrongState: The session is not open.
        GamesStillOpen: A game is not closed.
        BallsNotRecounted: The count was made before the last game, or before the opening only.
        EntriesUnsigned: An incident or a complaint lacks a signature.
        ChiefSignatureNeeded: `signed` is nobody at the Jefe de Mesa's post.

    A closing count that finds fewer than 90 balls does not keep the night open: it stands in the acta.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 34.1, 37.3, 37.4.
    """
    if board.state != "open":
        raise errors.WrongState(state=board.state, deed="SessionClosed")
    if open_game is not None:
        raise errors.GamesStillOpen(game_no=open_game)
    counted_while_open = board.count is not None and board.count.closing and board.count.after_game == games
    if not counted_while_open or board.count is None:
        raise errors.BallsNotRecounted
    if unsigned:
        raise errors.EntriesUnsigned(entries=list(unsigned))
    check_chief_signs(board, signed)
    return SessionClosed(signed=signed)

"""Players' complaints: always taken down; without signature and identity number they have no value (O79 37.4)."""

from __future__ import annotations

from collections.abc import Collection

from sessions.rules import errors
from sessions.rules.session import SessionBoard
from sessions.rules.session_events import ComplaintNoted


def normal_document(typed: str) -> str:
    """
    Write the number of an identity document the one way it is kept: capitals and digits, nothing between them.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.4.
    """
    return "".join(sign for sign in typed.upper() if sign.isalnum())


def decide_complaint(
    board: SessionBoard,
    *,
    complaint_no: int,
    game_no: int,
    games: Collection[int],
    text: str,
    document: str,
    claimant_signed: bool,
) -> ComplaintNoted:
    """
    Take down a complaint; in an open session none is refused, whatever it lacks.

    Args:
        board: The session as last recorded.
        complaint_no: The next number in the hall.
        game_no: The game it is about; one that the session has not had is left out.
        games: The numbers of the session's games.
        text: What the player says.
        document: The number of the player's identity document, "" when it was not given.
        claimant_signed: Whether the player signed.

    Raises:
        WrongState: The session is not open: it has no minutes to write in.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 24.6, 32.6, 37.4, 39.2.g.
    """
    if board.state != "open":
        raise errors.WrongState(state=board.state, deed="ComplaintNoted")
    return ComplaintNoted(
        complaint_no=complaint_no,
        game_no=game_no if game_no in games else 0,
        text=text,
        claimant_signed=claimant_signed,
        identified=bool(document),
    )

"""
The electronic draw in a game: who may draw so, the number of the public, each ball, the secret shown afterwards.

Nothing in the texts lets a hall of traditional bingo draw without balls: it does so only under an authorisation of its
own. The order is `electronic_draw`'s arithmetic; the rules here say when each part of it is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any, Final

from sessions.rules import errors
from sessions.rules.board import Board, ElectronicDraw
from sessions.rules.electronic_events import DrawCommitted, DrawRevealed, PublicNumberGiven
from sessions.rules.events import BALLS, BallDrawn
from sessions.rules.hall_events import ElectronicDrawAuthorised
from sessions.rules.states import State, next_state

ELECTRONIC: Final = "rng"
"""The extractor of such a game, and the source of its balls."""
DIGITS: Final = 6
SECRET_LOST: Final = "secret_lost"  # noqa: S105 - a reason, not a secret
"""Why a draw stands still whose secret cannot be opened: it is never drawn again in another order."""


def decide_authorisation(reference: str, dated: str, *, today: date) -> ElectronicDrawAuthorised:
    """
    Take down the authority's leave to draw electronically; two empty texts take it back.

    Args:
        reference: The authority's own, as on the paper.
        dated: The day of the paper, ISO 8601.
        today: The hall's date.

    Raises:
        AuthorisationIncomplete: One of the two is missing, or the day is no day, or to come.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II: devices and balls are of an approved model.
    """
    if not reference and not dated:
        return ElectronicDrawAuthorised(reference="", dated="")
    try:
        given = date.fromisoformat(dated)
    except ValueError:
        raise errors.AuthorisationIncomplete from None
    if not reference or given > today:
        raise errors.AuthorisationIncomplete
    return ElectronicDrawAuthorised(reference=reference, dated=given.isoformat())


def check_authorised(reference: str) -> None:
    """
    Refuse a sale that would be drawn electronically in a hall that may not.

    Raises:
        ElectronicDrawNotAuthorised: There is no reference.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II.
    """
    if not reference:
        raise errors.ElectronicDrawNotAuthorised


def decide_public_number(board: Board, number: str, *, closing: str) -> PublicNumberGiven:
    """
    Take the number that was drawn in public, after the sale and before the start; once.

    Args:
        board: The game as last recorded.
        number: Six digits, as a person of the public drew them.
        closing: The hash of the journal's row that closed the sale.

    Raises:
        WrongState: The sale is open, or the game is past its start.
        NotAnElectronicDraw: The game is drawn with balls.
        PublicNumberGiven: It was given.
        BadPublicNumber: It is not six digits.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV; O. 9-1-1979 (BOE-A-1979-2188), art. 32.6 (in view of the public).
    """
    next_state(board.state, "PublicNumberGiven")
    if board.electronic is None:
        raise errors.NotAnElectronicDraw
    if board.electronic.number:
        raise errors.PublicNumberGiven(number=board.electronic.number)
    if not re.fullmatch(rf"[0-9]{{{DIGITS}}}", number, re.ASCII):
        raise errors.BadPublicNumber(digits=DIGITS)
    return PublicNumberGiven(number=number, closing=closing)


def check_drawable(board: Board, ordinal: int) -> None:
    """
    Check that the next ball of an electronic draw is wanted, and is this one (1..90).

    Raises:
        WrongState: The game draws no balls now.
        NotAnElectronicDraw: It is drawn with balls, perhaps since a failure (O79 36.2).
        DrawNotStarted, DrawIsPaused, BallUncalled: It stands still.
        BallOutOfOrder: Another ball is the next, which `expected` says; after ball 90 there is none.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV; O. 9-1-1979 (BOE-A-1979-2188), art. 34.2.
    """
    next_state(board.state, "BallDrawn")
    if board.extractor != ELECTRONIC or board.electronic is None:
        raise errors.NotAnElectronicDraw
    if not board.draw_started:
        raise errors.DrawNotStarted
    if board.pause or board.state == State.CHECKING:
        raise errors.DrawIsPaused(reason=board.pause or "claim")
    if board.uncalled:
        raise errors.BallUncalled(ordinal=board.called + 1)
    expected = len(board.drawn) + 1
    if ordinal != expected or expected > BALLS:
        raise errors.BallOutOfOrder(ordinal=ordinal, expected=expected)


def decide_electronic_ball(board: Board, ordinal: int, order: tuple[int, ...]) -> BallDrawn:
    """
    Draw the next ball of the order (`electronic_draw.order_of`).

    Raises:
        As `check_drawable`.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV; O. 9-1-1979 (BOE-A-1979-2188), art. 34.2.
    """
    check_drawable(board, ordinal)
    return BallDrawn(ordinal=ordinal, number=order[ordinal - 1], source=ELECTRONIC)


def decide_reveal(board: Board, *, secret: str, second: str = "") -> DrawRevealed:
    """
    Show the secret of a game that is over or null; "" where it cannot be opened any more.

    Raises:
        WrongState: The game is not over.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 34.2 (the order of each game stays on record).
    """
    next_state(board.state, "DrawRevealed")
    assert board.electronic is not None, "only an electronic draw has a secret"
    assert not board.electronic.revealed, "and it is shown once"
    return DrawRevealed(secret=secret, second=second)


def _draw_committed(board: Board, event: DrawCommitted, _at: str) -> Board:
    told = ElectronicDraw(commitment=event.commitment, authorisation=event.authorisation, second=event.second)
    return replace(board, electronic=told)


def _changed(board: Board, **changes: Any) -> Board:
    assert board.electronic is not None, "what follows a commitment"
    return replace(board, electronic=replace(board.electronic, **changes))


def _public_number_given(board: Board, event: PublicNumberGiven, _at: str) -> Board:
    return _changed(board, number=event.number, closing=event.closing)


def _draw_revealed(board: Board, event: DrawRevealed, _at: str) -> Board:
    return _changed(board, secret=event.secret, revealed=True)


def ball_counted(board: Board, source: str) -> Board:
    """
    Count a ball that came out of no machine: no ball set is worn by it, and nobody corrects it.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II (a set's 1,000 games).
    """
    if source != ELECTRONIC or board.electronic is None:
        return board
    return _changed(board, balls=board.electronic.balls + 1)


FOLDS: Final[dict[str, Callable[[Board, Any, str], Board]]] = {
    "DrawCommitted": _draw_committed,
    "PublicNumberGiven": _public_number_given,
    "DrawRevealed": _draw_revealed,
}
"""How the events of an electronic draw change a board; `folding` takes them in."""

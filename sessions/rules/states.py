"""
The state machine of a game, as data: state -> event kind -> next state.

A missing key is the refusal. What does not fit one dimension (open claims, held balls, whether the start was
given) is a field of the board and is judged by the rule of the deed, never here.
`docs/regulation/states.md` is drawn from this table and a test fails when it differs.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sessions.rules.errors import WrongState


class State(StrEnum):
    """Where a game stands; void and suspended games are not built yet."""

    ANNOUNCED = "announced"
    SELLING = "selling"
    READY = "ready"
    DRAWING = "drawing"
    CHECKING = "checking"
    WON = "won"
    UNCLAIMED = "unclaimed"
    PAYING = "paying"
    CLOSED = "closed"


def _stay(state: State, *kinds: str) -> dict[str, State]:
    return dict.fromkeys(kinds, state)


_STANDS_STILL: Final = ("BallHeld", "DrawPaused", "DrawResumed", "SaleFiguresCorrected")

TRANSITIONS: Final[dict[State, dict[str, State]]] = {
    # O79 32.3: the game begins with its sale.
    State.ANNOUNCED: {"SaleOpened": State.SELLING, "GameWithdrawn": State.CLOSED},
    # O79 37.1: no ball may fall before the figures are in the acta, so no ball is in this row.
    State.SELLING: {
        **_stay(State.SELLING, "CardsSold", "SaleUndone"),
        "SaleClosed": State.READY,
        "GameWithdrawn": State.CLOSED,
    },
    # S0 IV: leftovers to the cashier, the formula is read, then a person gives the start.
    State.READY: {
        **_stay(State.READY, "LeftoversReturned", "DrawStarted", *_STANDS_STILL),
        "HeldBallResolved": State.DRAWING,
        "BallDrawn": State.DRAWING,
    },
    # S0 IV: drawn, called, shown; a claim interrupts.
    State.DRAWING: {
        **_stay(State.DRAWING, "BallDrawn", "BallCalled", "HeldBallResolved", "BallCorrected", "CallCorrected"),
        **_stay(State.DRAWING, *_STANDS_STILL),
        "ClaimRaised": State.CHECKING,
        "GameClosedUnclaimed": State.UNCLAIMED,
    },
    # S0 IV: "¿Alguna línea más? ¿Algún bingo más?" until the order to go on or to end.
    State.CHECKING: {
        **_stay(State.CHECKING, "ClaimRaised", "ClaimUpheld", "ClaimRejected", "BallDrawn", "BallCalled"),
        **_stay(State.CHECKING, "HeldBallResolved", "BallCorrected", "CallCorrected", *_STANDS_STILL),
        "PlayResumed": State.DRAWING,
        "BingoClosed": State.WON,
    },
    # O79 35.6: prizes are paid at the end, against the cards.
    State.WON: {"PrizePaid": State.PAYING, "GameClosed": State.CLOSED},
    State.UNCLAIMED: {"PrizePaid": State.PAYING, "GameClosed": State.CLOSED},
    State.PAYING: {"PrizePaid": State.PAYING, "GameClosed": State.CLOSED},
    State.CLOSED: {},
}


def next_state(state: State, kind: str, *, discarded: bool = False) -> State:
    """
    Tell where an event leads; `discarded` is a held ball thrown out, which starts no drawing.

    Raises:
        WrongState: The event cannot happen in this state.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 32.3, 35.6, 37.1; Catálogo (BOE-A-1979-25744), bingo IV.
    """
    try:
        following = TRANSITIONS[state][kind]
    except KeyError:
        raise WrongState(state=str(state), deed=kind) from None
    return state if discarded else following


LIVE: Final = frozenset(State) - {State.ANNOUNCED, State.CLOSED}
"""States in which a game occupies the hall."""

TAKES_BALLS: Final = frozenset({State.READY, State.DRAWING, State.CHECKING})
"""States in which a machine's ball belongs to the game (decision of the relay, not of the machine)."""

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
    """Where a game stands; `waiting` is the second game of a pair, sold with the first."""

    ANNOUNCED = "announced"
    SELLING = "selling"
    READY = "ready"
    DRAWING = "drawing"
    CHECKING = "checking"
    WON = "won"
    UNCLAIMED = "unclaimed"
    PAYING = "paying"
    CLOSED = "closed"
    WAITING = "waiting"
    SUSPENDED = "suspended"
    VOID = "void"
    REFUNDED = "refunded"


def _stay(state: State, *kinds: str) -> dict[str, State]:
    return dict.fromkeys(kinds, state)


_STOPS: Final = {"GameSuspended": State.SUSPENDED, "GameVoided": State.VOID}
_ENDED: Final = {"PrizePaid": State.PAYING, "GameClosed": State.CLOSED}
# O79 36.4: who leaves may hand the cards on, for as long as the game goes on.
_STANDS_STILL: Final = ("BallHeld", "DrawPaused", "DrawResumed", "SaleFiguresCorrected", "CardsTransferred")

TRANSITIONS: Final[dict[State, dict[str, State]]] = {
    # O79 32.3: the game begins with its sale.
    State.ANNOUNCED: {
        "SaleOpened": State.SELLING,
        "PairedSaleClosed": State.WAITING,
        "GameWithdrawn": State.CLOSED,
    },
    # O79 37.1: no ball may fall before the figures are in the acta, so no ball is in this row.
    State.SELLING: {
        **_stay(State.SELLING, "CardsTransferred"),
        **_stay(State.SELLING, "CardsSold", "SaleUndone", "BlockIssued", "BlockReturned", "BlockHandedOver"),
        **_stay(State.SELLING, "CardsSpoiled", "SeriesAdded", "DrawCommitted"),
        "SaleClosed": State.READY,
        "GameWithdrawn": State.CLOSED,
        **_STOPS,
    },
    # S0 IV: leftovers to the cashier, the formula is read, then a person gives the start.
    State.READY: {
        **_stay(State.READY, "BlockReturned", "CardsSpoiled", "LeftoversReturned", "DrawStarted", *_STANDS_STILL),
        "PublicNumberGiven": State.READY,
        "HeldBallResolved": State.DRAWING,
        "BallDrawn": State.DRAWING,
        **_STOPS,
    },
    # S0 IV: drawn, called, shown; a claim interrupts.
    State.DRAWING: {
        **_stay(State.DRAWING, "BallDrawn", "BallCalled", "HeldBallResolved", "BallCorrected", "CallCorrected"),
        **_stay(State.DRAWING, *_STANDS_STILL),
        "ClaimRaised": State.CHECKING,
        "GameClosedUnclaimed": State.UNCLAIMED,
        **_STOPS,
    },
    # S0 IV: "¿Alguna línea más? ¿Algún bingo más?" until the order to go on or to end.
    State.CHECKING: {
        **_stay(State.CHECKING, "ClaimRaised", "ClaimUpheld", "ClaimRejected", "BallDrawn", "BallCalled"),
        **_stay(State.CHECKING, "HeldBallResolved", "BallCorrected", "CallCorrected", *_STANDS_STILL),
        "PlayResumed": State.DRAWING,
        "BingoClosed": State.WON,
        **_STOPS,
    },
    # O79 35.6: prizes are paid at the end, against the cards. 35.7: once one is paid, no error voids the game.
    State.WON: {**_ENDED, **_stay(State.WON, "TokenGiven"), "GameVoided": State.VOID},
    State.UNCLAIMED: {**_ENDED, **_stay(State.UNCLAIMED, "TokenGiven"), "GameVoided": State.VOID},
    State.PAYING: {**_ENDED, **_stay(State.PAYING, "TokenGiven")},
    # S0 IV: the second game of a pair is played with the same cards, after the first has ended.
    State.WAITING: {
        **_stay(State.WAITING, "SaleFiguresCorrected", "CardsSpoiled", "BallsReplaced", "CardsTransferred"),
        **_stay(State.WAITING, "DrawCommitted", "PublicNumberGiven"),
        "DrawStarted": State.READY,
        **_STOPS,
    },
    # O79 36, 34.4. A suspension that is lifted leads back to where it came from (`RETURNS`).
    State.SUSPENDED: {
        **_stay(State.SUSPENDED, "ParagraphRead", "SuspensionLifted", "ManualDrawOrdered", "BallsReplaced"),
        "CardsTransferred": State.SUSPENDED,
        "GameVoided": State.VOID,
    },
    # S0 V: every card is paid back and comes back to the table; sellers bring what they had not sold.
    State.VOID: {
        **_stay(State.VOID, "CardsRefunded", "BlockReturned", "CardsSpoiled", "DrawRevealed"),
        "RefundsCompleted": State.REFUNDED,
    },
    State.REFUNDED: {"GameClosed": State.CLOSED},
    # Nothing of the game changes any more; an electronic draw shows what it was made of.
    State.CLOSED: {"DrawRevealed": State.CLOSED},
}


RETURNS: Final = frozenset({"SuspensionLifted", "ManualDrawOrdered"})
"""Events that end a suspension: the game stands again where it stood before."""


def next_state(state: State, kind: str, *, discarded: bool = False, came_from: State | None = None) -> State:
    """
    Tell where an event leads.

    `discarded` is a held ball thrown out, which starts no drawing; `came_from` is where a suspended game stood.

    Raises:
        WrongState: The event cannot happen in this state.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 32.3, 34.4, 35.6, 36.1, 36.2, 37.1;
        Catálogo (BOE-A-1979-25744), bingo IV and V.
    """
    try:
        following = TRANSITIONS[state][kind]
    except KeyError:
        raise WrongState(state=str(state), deed=kind) from None
    if kind in RETURNS and came_from is not None:
        return came_from
    return state if discarded else following


LIVE: Final = frozenset(State) - {State.ANNOUNCED, State.CLOSED}
"""States in which a game occupies the hall; the second of a pair waits, and nothing else may begin."""

TAKES_BALLS: Final = frozenset({State.READY, State.DRAWING, State.CHECKING})
"""States in which a machine's ball belongs to the game (decision of the relay, not of the machine)."""

"""
A printed series from its delivery to the destruction of its last card: events, board and rules.

Every card of a series is in exactly one state at any time. While a game is played, the cards still in stock are told
apart further by the game's own board: at the desk, in a seller's hands, sold, spoiled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from sessions.rules import errors
from sessions.rules.facts import Lot, Medium
from sessions.rules.ranges import GONE, HELD, SPOILED, Run, common, count, holds, merged, set_apart

STOCK, USED, UNSOLD, SPOILT = "stock", "used", "unsold", "spoiled"
ANNEXED, EVIDENCE, DESTROYED, WITHDRAWN = "annexed", "evidence", "destroyed", "withdrawn"
RETURNED = "returned"
"""Cards of a void game that were paid back: they go with the holder's copy of the minutes (O79 37.6)."""
CARD_STATES: Final = (STOCK, USED, UNSOLD, SPOILT, ANNEXED, RETURNED, EVIDENCE, DESTROYED, WITHDRAWN)
TO_DESTROY: Final = (USED, UNSOLD, SPOILT)
"""States of cards that are destroyed after their session (O79 33.9)."""
REMAINS: Final = (*TO_DESTROY, EVIDENCE)
"""States of used cards that are still in the hall: to be destroyed, or kept for the authority."""


class SeriesEvent:
    """Base of every event of a series."""

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The event's name in the journal."""
        return type(self).__name__


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesReceived(SeriesEvent):
    """A whole series came into the hall with a delivery note (guía)."""

    letter: str
    ident: str
    medium: Medium
    parts: int
    face_value_cents: int
    first_number: int
    last_number: int
    matrix: str
    delivery: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsUsed(SeriesEvent):
    """
    A game closed: the cards it sold, those it left behind unsold below the last one sold, those it spoiled.

    `won` are those of the sold that won: they go with the minutes and are not destroyed (O79 35.6); so do those that
    were `refunded` in a void game (O79 37.6).
    """

    session_no: int
    game_no: int
    sold: tuple[Run, ...]
    unsold: tuple[Run, ...] = ()
    spoiled: tuple[Run, ...] = ()
    won: tuple[Run, ...] = ()
    refunded: tuple[Run, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsReturned(SeriesEvent):
    """Sold cards of a void game came back after its closing and were paid back (O79 37.6)."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StockSpoiled(SeriesEvent):
    """Cards in stock can never be sold: damaged in store, missing from the delivery."""

    first: int
    last: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceKept(SeriesEvent):
    """Cards are kept as evidence and not destroyed (O79 33.9)."""

    first: int
    last: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDestroyed(SeriesEvent):
    """Used, unsold and spoiled cards were destroyed before a witness (O79 33.9)."""

    runs: tuple[Run, ...]
    witness: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesWithdrawn(SeriesEvent):
    """The whole series, untouched, was given back or exchanged (O79 33.10)."""

    reason: str


SERIES_EVENTS: Final = {cls.__name__: cls for cls in SeriesEvent.__subclasses__()}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixFiled:
    """The faces of cards 1 to `cards` came into the hall, in a file of this hash; an event of no stream."""

    name: str
    sha256: str
    cards: int

    @property
    def kind(self) -> str:
        """The event's name in the journal."""
        return "MatrixFiled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Cards first..last of a series in one state; session and game say where they were used, 0 = nowhere."""

    first: int
    last: int
    state: str
    session_no: int = 0
    game_no: int = 0

    @property
    def count(self) -> int:
        """How many cards."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesBoard:
    """One series as last recorded; `spans` cover its cards without gap or overlap, ascending."""

    seq: int = 0
    letter: str = ""
    ident: str = ""
    medium: Medium = Medium.PHYSICAL
    parts: int = 1
    face_value_cents: int = 0
    first_number: int = 0
    last_number: int = -1
    matrix: str = ""
    delivery: str = ""
    spans: tuple[Span, ...] = ()

    def runs(self, *states: str, session_no: int | None = None) -> tuple[Run, ...]:
        """Give the cards in those states, of one session when it is named."""
        return merged(
            Run(first=span.first, last=span.last)
            for span in self.spans
            if span.state in states and session_no in {None, span.session_no}
        )

    def state_of(self, card: int) -> str:
        """Give the state of one card, "" when the series has no such card."""
        return next((span.state for span in self.spans if span.first <= card <= span.last), "")

    @property
    def state(self) -> str:
        """Give received, begun, used_up or withdrawn."""
        if self.runs(WITHDRAWN):
            return "withdrawn"
        if not self.runs(STOCK):
            return "used_up"
        # What was sold before the hall kept its cards is used, and in no game that is known.
        touched = any(span.game_no or span.state in {USED, UNSOLD} for span in self.spans)
        return "begun" if touched else "received"


def _marked(
    board: SeriesBoard, runs: tuple[Run, ...], state: str, session_no: int = 0, game_no: int = 0
) -> SeriesBoard:
    spans = board.spans
    for run in runs:
        for old in [s for s in spans if s.last >= run.first and s.first <= run.last]:
            for part in common([run], Run(first=old.first, last=old.last)):
                new = replace(old, first=part.first, last=part.last, state=state)
                if game_no:
                    new = replace(new, session_no=session_no, game_no=game_no)
                spans = set_apart(spans, new)
    return replace(board, spans=spans)


def apply_series_event(board: SeriesBoard, event: SeriesEvent) -> SeriesBoard:
    """
    Fold one recorded event into the series' board.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 33.3, 33.9.
    """
    board = replace(board, seq=board.seq + 1)
    match event:
        case SeriesReceived():
            names = ("letter", "ident", "medium", "parts", "face_value_cents", "first_number", "last_number")
            given = {name: getattr(event, name) for name in (*names, "matrix", "delivery")}
            whole = Span(first=event.first_number, last=event.last_number, state=STOCK)
            return replace(board, spans=(whole,), **given)
        case CardsUsed():
            # What was spoiled before the game, and perhaps destroyed since, stays what it was.
            spoiled = tuple(part for run in event.spoiled for part in common(board.runs(STOCK), run))
            kept = ((event.won, ANNEXED), (event.refunded, RETURNED))
            for runs, state in ((event.sold, USED), (event.unsold, UNSOLD), (spoiled, SPOILT), *kept):
                board = _marked(board, runs, state, event.session_no, event.game_no)
            return board
        case CardsReturned():
            return _marked(board, (Run(first=event.first, last=event.last),), RETURNED)
        case StockSpoiled():
            return _marked(board, (Run(first=event.first, last=event.last),), SPOILT)
        case EvidenceKept():
            return _marked(board, (Run(first=event.first, last=event.last),), EVIDENCE)
        case CardsDestroyed():
            return _marked(board, event.runs, DESTROYED)
        case _:
            return _marked(board, board.runs(STOCK), WITHDRAWN)


def use_of(
    lot: Lot, *, session_no: int, game_no: int, winners: Iterable[int] = (), refunded: Iterable[Run] = ()
) -> CardsUsed:
    """
    Tell what a closed or withdrawn game did to the cards of a printed lot.

    `winners` are the cards that won in it, `refunded` those of a void game that were paid back and are at the table.

    A card whose stored face is damaged was never spoiled as paper: above the last one sold it stays in stock, for the
    day when its face is restored; below, the sale has passed it by.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 33.3, 33.9, 35.6, 37.6.
    """
    below = Run(first=lot.first_card, last=lot.last_sold)
    unsold = [Run(first=o.first, last=o.last) for o in lot.off if o.why != SPOILED]
    spoiled = [Run(first=o.first, last=o.last) for o in lot.off if o.why == SPOILED]
    return CardsUsed(
        session_no=session_no,
        game_no=game_no,
        sold=lot.sold_runs,
        unsold=common(unsold, below),
        spoiled=merged(spoiled),
        won=merged(Run(first=card, last=card) for card in winners if lot.is_sold(card)),
        refunded=merged(part for run in refunded for part in common(lot.sold_runs, run)),
    )


def decide_stock_spoiling(board: SeriesBoard, first: int, last: int, *, reason: str) -> StockSpoiled:
    """
    Take cards in stock out of use for good.

    Raises:
        CardsNotInState: Not all of them are in stock.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.9.
    """
    if not holds(board.runs(STOCK), first, last):
        raise errors.CardsNotInState(first=first, last=last, state=STOCK)
    return StockSpoiled(first=first, last=last, reason=reason)


def decide_evidence(board: SeriesBoard, first: int, last: int, *, reason: str) -> EvidenceKept:
    """
    Keep cards as evidence, so that they are not destroyed.

    Raises:
        CardsNotInState: Not all of them are used, unsold, spoiled or annexed, and still there.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.9.
    """
    if not holds(board.runs(*TO_DESTROY, ANNEXED), first, last):
        raise errors.CardsNotInState(first=first, last=last, state=USED)
    return EvidenceKept(first=first, last=last, reason=reason)


def decide_destruction(board: SeriesBoard, *, witness: str) -> CardsDestroyed | None:
    """
    Destroy every card of the series that has been used, left unsold or spoiled; None when there is none.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.9.
    """
    runs = board.runs(*TO_DESTROY)
    return CardsDestroyed(runs=runs, witness=witness) if runs else None


def decide_withdrawal(board: SeriesBoard, *, reason: str) -> SeriesWithdrawn:
    """
    Give a whole series back, of which no card was touched.

    Raises:
        SeriesTouched: Some cards are no longer in stock.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.10.
    """
    touched = board.last_number - board.first_number + 1 - count(board.runs(STOCK))
    if touched:
        raise errors.SeriesTouched(touched=touched)
    return SeriesWithdrawn(reason=reason)


def card_state(board: SeriesBoard, lot: Lot | None, card: int) -> str:
    """
    Tell in which one state a card is, a game in play included (`lot` is the series' lot in it).

    Returns:
        "" when the series has no such card; else stock, desk, held, sold, or a state of the series.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 24.4, 33.9.
    """
    state = board.state_of(card)
    if state != STOCK or lot is None or not lot.has(card):
        return state
    if off := next((o for o in lot.off if o.first <= card <= o.last), None):
        return HELD if off.why == HELD else SPOILT if off.why in GONE else "desk"
    return "sold" if lot.is_sold(card) else "desk"

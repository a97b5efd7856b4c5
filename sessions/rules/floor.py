"""
Who has which unsold cards: blocks given to sellers, brought back, passed on; spoiled cards; the second series.

The cashier gives cards out in order (O79 24.4), so every number below the next one is sold, in somebody's hands, at
the desk again, or spoiled: never unknown.
"""

from __future__ import annotations

from dataclasses import replace

from sessions.rules import errors
from sessions.rules.board import Board
from sessions.rules.events import (
    BlockHandedOver,
    BlockIssued,
    BlockReturned,
    CardsSpoiled,
    Lot,
    Medium,
    SeriesAdded,
)
from sessions.rules.ranges import count, holds, split_up
from sessions.rules.states import State, next_state

MOST_CARDS_IN_A_BLOCK = 1_200


def decide_issue(board: Board, quantity: int, *, holder: str) -> tuple[BlockIssued, ...]:
    """
    Give a seller the lowest `quantity` cards (1..1,200) at the desk; one event for each run.

    Raises:
        WrongState: The sale is not open.
        NoSuchSeries: The game sells no printed cards.
        BadQuantity: Fewer than 1 or more than 1,200.
        CardsRunOut: The desk has fewer.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 24.4, 33.3.
    """
    next_state(board.state, "BlockIssued")
    if not board.printed:
        raise errors.NoSuchSeries(medium=str(Medium.PHYSICAL))
    if not 1 <= quantity <= MOST_CARDS_IN_A_BLOCK:
        raise errors.BadQuantity(quantity=quantity, most=MOST_CARDS_IN_A_BLOCK)
    runs = [run for lot in board.printed for run in lot.at_desk]
    if quantity > count(runs):
        raise errors.CardsRunOut(quantity=quantity, left=count(runs))
    return tuple(BlockIssued(first=run.first, last=run.last, holder=holder) for run in split_up(runs, quantity))


def decide_return(board: Board, first: int, last: int, *, holder: str) -> BlockReturned:
    """
    Take unsold cards first..last back from a seller: a whole block or any part of it.

    Raises:
        WrongState: The sale has not begun, or the draw has.
        CardsNotHeld: Not all of them are in the seller's hands.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.4; Catálogo (BOE-A-1979-25744), bingo IV.
    """
    next_state(board.state, "BlockReturned")
    _check_held(board, first, last, holder)
    return BlockReturned(first=first, last=last, holder=holder)


def decide_hand_over(board: Board, first: int, last: int, *, holder: str, to: str) -> BlockHandedOver:
    """
    Pass unsold cards first..last from one seller to another, who sells them.

    Raises:
        WrongState: The sale is not open.
        SameSeller: They would go to who has them.
        CardsNotHeld: Not all of them are in the giver's hands.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.3 (cartones de reventa).
    """
    next_state(board.state, "BlockHandedOver")
    if holder == to:
        raise errors.SameSeller
    _check_held(board, first, last, holder)
    return BlockHandedOver(first=first, last=last, holder=holder, to=to)


def decide_spoiling(board: Board, first: int, last: int, *, holder: str, reason: str) -> CardsSpoiled:
    """
    Take unsold cards first..last out of the sale for good: torn, stained, missing.

    Raises:
        WrongState: The sale has not begun, or the draw has; or it is the second game of a pair, before its turn.
        CardsNotHeld: Not all of them are with that seller, or at the desk (holder "").

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.7, 33.9.
    """
    next_state(board.state, "CardsSpoiled")
    if board.state == State.WAITING:
        # Its cards are those of the first game, where it is found out and told to both.
        raise errors.WrongState(state=str(board.state), deed="CardsSpoiled")
    if holder:
        _check_held(board, first, last, holder)
    elif not any(holds(lot.at_desk, first, last) for lot in board.printed):
        raise errors.CardsNotHeld(first=first, last=last, holder=holder)
    return CardsSpoiled(first=first, last=last, holder=holder, reason=reason)


def _check_held(board: Board, first: int, last: int, holder: str) -> None:
    if not any(holds(lot.held_by(holder), first, last) for lot in board.printed):
        raise errors.CardsNotHeld(first=first, last=last, holder=holder)


def complementary_last(first_lot: Lot) -> int:
    """
    Give the last number that a second series may sell: the one before the first sold of the first series.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.4.c.
    """
    return first_lot.first_card - 1


def decide_series_addition(board: Board, lot: Lot) -> SeriesAdded:
    """
    Put a second series on sale in the same game, up to the number before the first series' first.

    Args:
        board: The game as last recorded.
        lot: The whole new series as a lot; its end is cut here.

    Raises:
        WrongState: The sale is not open.
        NoSuchSeries: The game sells no printed cards.
        SecondSeriesOnSale: There is one already.
        SeriesNotExhausted: The desk still has cards of the first.
        FaceValuesDiffer: Another face value (33.4.a).
        SecondSeriesBegun: Its next card is not its number 1 (33.4.b).
        SecondSeriesDiffers: Its faces are of another matrix, or it is of double cards and the first is not.
        WholeSeriesOnSale: The first began at number 1: every number is in play (33.4.c).
        SeriesOverlap: It shares numbers with another lot of the game.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.4.
    """
    next_state(board.state, "SeriesAdded")
    first_lot = board.lot(Medium.PHYSICAL)
    if first_lot is None:
        raise errors.NoSuchSeries(medium=str(Medium.PHYSICAL))
    if len(board.printed) > 1:
        raise errors.SecondSeriesOnSale
    if left := count(first_lot.at_desk):
        raise errors.SeriesNotExhausted(left=left)
    _check_kinship(first_lot, lot)
    last = min(lot.last_card, complementary_last(first_lot))
    if last < 1:
        raise errors.WholeSeriesOnSale
    for other in board.lots:
        if other.first_card <= last:
            raise errors.SeriesOverlap(first=other.first_card, last=min(other.last_card, last))
    off = tuple(replace(o, last=min(o.last, last)) for o in lot.off if o.first <= last)
    return SeriesAdded(lot=replace(lot, last_card=last, complementary=True, off=off))


def _check_kinship(first_lot: Lot, lot: Lot) -> None:
    if lot.face_value_cents != first_lot.face_value_cents:
        raise errors.FaceValuesDiffer(a_cents=first_lot.face_value_cents, b_cents=lot.face_value_cents)
    if (lot.matrix, lot.parts) != (first_lot.matrix, first_lot.parts):
        raise errors.SecondSeriesDiffers
    if lot.first_card != 1 or lot.next_card != 1:
        raise errors.SecondSeriesBegun(next=lot.next_card)

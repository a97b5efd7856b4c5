"""
The sale: which cards may be sold now, and what its closing writes into the acta.

Cards are sold by runs of consecutive numbers (O79 33.3); nothing else is representable here.
"""

from __future__ import annotations

from itertools import combinations

from sessions.rules import errors
from sessions.rules.board import Board
from sessions.rules.events import (
    CardsSold,
    Figures,
    LeftoversReturned,
    Lot,
    Medium,
    SaleClosed,
    SaleFiguresCorrected,
    SaleOpened,
    SaleUndone,
    Terms,
)
from sessions.rules.prizes import pool_of
from sessions.rules.states import State, next_state

MOST_CARDS_IN_A_SALE = 600


def decide_sale_opening(
    board: Board, *, terms: Terms, lots: tuple[Lot, ...], extractor: str, ball_set: str
) -> SaleOpened:
    """
    Open the sale of a game: at most one lot of each medium, all of one face value (cents).

    Raises:
        WrongState: The game is not announced.
        NoSuchSeries: No lot at all.
        SeriesExhausted: A lot has no card left.
        FaceValuesDiffer: The lots have different face values.
        SeriesOverlap: Two lots share card numbers, which have one face.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 32.3, 33.3, 33.4.a, 33.4.c; Catálogo (BOE-A-1979-25744), bingo IV; Q8.
    """
    next_state(board.state, "SaleOpened")
    if not lots:
        raise errors.NoSuchSeries(medium=str(Medium.PHYSICAL))
    for lot in lots:
        if lot.left <= 0:
            raise errors.SeriesExhausted(letter=lot.letter, ident=lot.ident)
    values = sorted({lot.face_value_cents for lot in lots})
    if len(values) > 1:
        raise errors.FaceValuesDiffer(a_cents=values[0], b_cents=values[-1])
    for one, other in combinations(lots, 2):
        first, last = max(one.first_card, other.first_card), min(one.last_card, other.last_card)
        if first <= last:
            raise errors.SeriesOverlap(first=first, last=last)
    return SaleOpened(terms=terms, lots=lots, extractor=extractor, ball_set=ball_set)


def decide_sale(
    board: Board, medium: Medium, quantity: int, *, seller: str, first: int | None = None, holder: str = ""
) -> CardsSold:
    """
    Sell a run of `quantity` cards (1..600) that continues the series on sale.

    Args:
        board: The game as last recorded.
        medium: Physical or virtual.
        quantity: How many cards.
        seller: Who sells; for virtual cards the terminal's player.
        first: The card the run is believed to begin with; None takes the next.
        holder: The account of the buyer of virtual cards.

    Raises:
        WrongState: The sale is not open.
        NoSuchSeries: No series of that medium is on sale.
        BadQuantity: Fewer than 1 or more than 600.
        CardsOutOfSequence: The run does not begin at the next card; `expected` names it.
        CardsRunOut: The series has fewer cards left.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.3; article 85.2 and 85.3.
    """
    next_state(board.state, "CardsSold")
    lot = board.lot(medium)
    if lot is None:
        raise errors.NoSuchSeries(medium=str(medium))
    if not 1 <= quantity <= MOST_CARDS_IN_A_SALE:
        raise errors.BadQuantity(quantity=quantity, most=MOST_CARDS_IN_A_SALE)
    if first is not None and first != lot.next_card:
        raise errors.CardsOutOfSequence(first=first, expected=lot.next_card)
    if quantity > lot.left:
        raise errors.CardsRunOut(quantity=quantity, left=lot.left)
    return CardsSold(
        medium=medium,
        first=lot.next_card,
        last=lot.next_card + quantity - 1,
        amount_cents=quantity * lot.face_value_cents,
        seller=seller,
        holder=holder,
    )


def decide_undo(board: Board, medium: Medium, first: int, last: int, *, holder: str = "") -> SaleUndone:
    """
    Take back the last run sold of a series, first..last, while the sale is open.

    Raises:
        WrongState: The sale is closed.
        NotTheLastSale: Another run was sold after it, or it is no run at all.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.3 (the numbers stay correlative).
    """
    next_state(board.state, "SaleUndone")
    lot = board.lot(medium)
    if lot is None or not lot.first_card <= first <= last or last != lot.last_sold:
        raise errors.NotTheLastSale(first=first, last=last)
    amount_cents = (last - first + 1) * lot.face_value_cents
    return SaleUndone(medium=medium, first=first, last=last, amount_cents=amount_cents, holder=holder)


def figures_of(lots: tuple[Lot, ...], terms: Terms) -> Figures:
    """
    Compute the sale's figures in cents: takings = line + bingo + tax + house, less what was carried in.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 35.2, 37.3.
    """
    sold = {medium: sum(lot.sold for lot in lots if lot.medium == medium) for medium in Medium}
    takings = sum(lot.sold * lot.face_value_cents for lot in lots)
    line = pool_of(takings, terms.line_bp, terms.rounding_unit)
    bingo = pool_of(takings, terms.bingo_bp, terms.rounding_unit)
    tax = pool_of(takings, terms.tax_bp, 1)
    return Figures(
        physical_sold=sold[Medium.PHYSICAL],
        virtual_sold=sold[Medium.VIRTUAL],
        takings_cents=takings,
        line_cents=line + terms.carried_line_cents,
        bingo_cents=bingo + terms.carried_bingo_cents,
        tax_cents=tax,
        house_cents=takings - line - bingo - tax,
    )


def decide_closing(board: Board) -> SaleClosed:
    """
    Close the sale: figures computed, the leftover range of the physical lot named.

    Raises:
        WrongState: The sale is not open.
        NothingSold: No card was sold; such a game is withdrawn.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.1 and 37.3; Catálogo (BOE-A-1979-25744), bingo IV.
    """
    next_state(board.state, "SaleClosed")
    if board.terms is None or not any(lot.sold for lot in board.lots):
        raise errors.NothingSold
    physical = board.lot(Medium.PHYSICAL)
    return SaleClosed(
        figures=figures_of(board.lots, board.terms),
        leftover_first=physical.next_card if physical else 1,
        leftover_last=physical.last_card if physical else 0,
    )


def decide_leftovers(board: Board, first: int | None) -> LeftoversReturned:
    """
    Receive the leftover cards, of which `first` is the lowest number in hand (None: none is left).

    Raises:
        WrongState: The sale is not closed, or the draw has begun.
        LeftoversMismatch: The cards in hand are not those after the last one sold.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV; O. 9-1-1979 (BOE-A-1979-2188), art. 24.4, 24.5.
    """
    next_state(board.state, "LeftoversReturned")
    left = board.leftover_first <= board.leftover_last
    expected = board.leftover_first if left else None
    if first != expected:
        raise errors.LeftoversMismatch(first=first or 0)
    return LeftoversReturned(first=board.leftover_first, last=board.leftover_last)


def decide_correction(board: Board, last: int, *, reason: str) -> SaleFiguresCorrected:
    """
    Correct in public which physical card was the last sold, while the line is not awarded.

    Raises:
        WrongState: The sale is open or the game is over.
        LineAlreadyAwarded: The line is awarded, or a good line waits for the order.
        NoSuchSeries: The game sells no physical cards.
        BadQuantity: The number is not among the series' cards of this game.
        ClaimsOpen: A card to be taken off is being checked.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 39.3.a; Q13.
    """
    from dataclasses import replace

    next_state(board.state, "SaleFiguresCorrected")
    if board.line_closed or any(c.status == "upheld" for c in board.claims):
        raise errors.LineAlreadyAwarded
    lot = board.lot(Medium.PHYSICAL)
    if lot is None or board.terms is None:
        raise errors.NoSuchSeries(medium=str(Medium.PHYSICAL))
    if not lot.first_card - 1 <= last <= lot.last_card:
        raise errors.BadQuantity(quantity=last, most=lot.last_card)
    taken_off = [c.card for c in board.open_claims if last < c.card <= lot.last_sold]
    if taken_off:
        raise errors.ClaimsOpen(card=taken_off[0])
    lots = tuple(replace(x, next_card=last + 1) if x is lot else x for x in board.lots)
    if not any(x.sold for x in lots):
        raise errors.NothingSold
    return SaleFiguresCorrected(was_last=lot.last_sold, last=last, figures=figures_of(lots, board.terms), reason=reason)


def is_withdrawable(board: Board) -> None:
    """
    Check that the game can be taken off: no card is sold.

    Raises:
        WrongState: The game is past its sale.
        CardsWereSold: Cards were sold.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.6 (a card bought is a right to the game).
    """
    next_state(board.state, "GameWithdrawn")
    sold = sum(lot.sold for lot in board.lots)
    if sold or board.state not in {State.ANNOUNCED, State.SELLING}:
        raise errors.CardsWereSold(sold=sold)

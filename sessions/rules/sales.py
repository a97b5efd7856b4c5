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
    Off,
    Run,
    SaleClosed,
    SaleFiguresCorrected,
    SaleOpened,
    SaleUndone,
    Terms,
)
from sessions.rules.jackpots import share_out
from sessions.rules.prizes import pool_of
from sessions.rules.ranges import DESK, GONE, HELD, count, holds, minus, split_up
from sessions.rules.recounting import last_counted, last_sellable, recounted
from sessions.rules.states import State, next_state

MOST_CARDS_IN_A_SALE = 600
DOUBLE = 2
"""Parts of a double card: it is paid whole and played in two consecutive games (S0 II; O79 33.5)."""


def decide_sale_opening(
    board: Board, *, terms: Terms, lots: tuple[Lot, ...], extractor: str, ball_set: str
) -> SaleOpened:
    """
    Open the sale of a game: at most one lot of each medium, all of one face value (cents).

    Raises:
        WrongState: The game is not announced.
        NoSuchSeries: No lot at all.
        LotsOfDifferentParts: A lot is of double cards and another is not.
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
        if lot.parts != lots[0].parts:
            raise errors.LotsOfDifferentParts(letter=lot.letter, ident=lot.ident)
        if lot.left <= 0:
            raise errors.SeriesExhausted(letter=lot.letter, ident=lot.ident)
    values = sorted({lot.face_value_cents for lot in lots})
    if len(values) > 1:
        raise errors.FaceValuesDiffer(a_cents=values[0], b_cents=values[-1])
    for one, other in combinations(lots, 2):
        first, last = max(one.first_card, other.first_card), min(one.last_card, other.last_card)
        if first <= last:
            raise errors.SeriesOverlap(first=first, last=last)
    return SaleOpened(terms=terms, lots=lots, extractor=extractor, ball_set=ball_set, pair=lots[0].parts == DOUBLE)


def decide_sales(
    board: Board,
    medium: Medium,
    quantity: int,
    *,
    seller: str,
    first: int | None = None,
    holder: str = "",
    bought: int = 0,
) -> tuple[CardsSold, ...]:
    """
    Sell `quantity` cards (1..600), in order; one event for each run of consecutive numbers.

    A seller with cards in hand sells those, lowest first; a game without blocks is sold from the desk.

    Args:
        board: The game as last recorded.
        medium: Physical or virtual.
        quantity: How many cards.
        seller: Who sells; for virtual cards the terminal's player.
        first: The card the sale is believed to begin with; None takes the lowest.
        holder: The account of the buyer of virtual cards.
        bought: How many virtual cards the buyer has in this game already.

    Raises:
        WrongState: The sale is not open.
        NoSuchSeries: No series of that medium is on sale.
        BadQuantity: Fewer than 1 or more than 600.
        PlayerLimitReached: The player would have more virtual cards than the terms allow.
        GameLimitReached: The game would have more virtual cards than the terms allow.
        NoBlock: Cards are given out beforehand in this game, and the seller has none.
        CardsOutOfSequence: The sale does not begin where one of the runs does; `expected` names the lowest.
        CardsRunOut: Fewer cards are left.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.3; article 85.2 and 85.3.
    """
    next_state(board.state, "CardsSold")
    lots = [lot for lot in board.lots if lot.medium == medium]
    if not lots:
        raise errors.NoSuchSeries(medium=str(medium))
    if not 1 <= quantity <= MOST_CARDS_IN_A_SALE:
        raise errors.BadQuantity(quantity=quantity, most=MOST_CARDS_IN_A_SALE)
    _check_limits(board, medium, quantity, bought)
    in_hand = [run for lot in lots for run in lot.held_by(seller)] if medium == Medium.PHYSICAL else []
    if not in_hand and board.blocks and medium == Medium.PHYSICAL:
        raise errors.NoBlock
    runs = in_hand or [run for lot in lots for run in lot.at_desk]
    if first is not None and runs:
        runs = _beginning_at(first, runs, anywhere=bool(in_hand))
    if quantity > count(runs):
        raise errors.CardsRunOut(quantity=quantity, left=count(runs))
    return tuple(
        CardsSold(
            medium=medium,
            first=run.first,
            last=run.last,
            amount_cents=run.count * lots[0].price_cents,
            seller=seller,
            holder=holder,
            from_block=bool(in_hand),
        )
        for run in split_up(runs, quantity)
    )


def _check_limits(board: Board, medium: Medium, quantity: int, bought: int) -> None:
    if medium != Medium.VIRTUAL:
        return
    assert board.terms is not None, "a sale has terms"
    most = board.terms.most_virtual_a_player
    if most and bought + quantity > most:
        raise errors.PlayerLimitReached(most=most, bought=bought)
    most = board.terms.most_virtual_a_game
    if most and sum(lot.sold for lot in board.lots if lot.medium == medium) + quantity > most:
        raise errors.GameLimitReached(most=most)


def _beginning_at(first: int, runs: list[Run], *, anywhere: bool) -> list[Run]:
    """Put the run that begins at `first` before the others; from the desk only the lowest will do."""
    chosen = [run for run in (runs if anywhere else runs[:1]) if run.first == first]
    if not chosen:
        raise errors.CardsOutOfSequence(first=first, expected=runs[0].first)
    return [*chosen, *(run for run in runs if run not in chosen)]


def decide_undo(
    board: Board, medium: Medium, first: int, last: int, *, holder: str = "", back_to: str = ""
) -> SaleUndone:
    """
    Take back the last run sold, first..last, while the sale is open.

    Args:
        board: The game as last recorded.
        medium: Physical or virtual.
        first: The first card of the run.
        last: The last card of the run.
        holder: The account of the buyer of virtual cards.
        back_to: The seller in whose hands the cards were; "" when they were taken from the desk.

    Raises:
        WrongState: The sale is closed.
        NotTheLastSale: A later card of its series is sold or in a seller's hands, or it is no run at all.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.3 (the numbers stay correlative).
    """
    next_state(board.state, "SaleUndone")
    lot = board.lot_with(last) if last > 0 else None
    sold = lot is not None and lot.medium == medium and holds(lot.sold_runs, first, last)
    if lot is None or not sold or not (back_to or _is_last_out(lot, last)):
        raise errors.NotTheLastSale(first=first, last=last)
    amount_cents = (last - first + 1) * lot.price_cents
    return SaleUndone(medium=medium, first=first, last=last, amount_cents=amount_cents, holder=holder, back_to=back_to)


def _is_last_out(lot: Lot, last: int) -> bool:
    """Tell whether no card of the series after `last` is sold or in anybody's hands."""
    after = Run(first=last + 1, last=lot.next_card - 1)
    return not minus([after], [o for o in lot.off if o.why != HELD])


def figures_of(lots: tuple[Lot, ...], terms: Terms) -> Figures:
    """
    Compute the sale's figures in cents: takings = line + bingo + additional + tax + house, less what was carried in.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 35.2, 37.3.
    """
    sold = {medium: sum(lot.sold for lot in lots if lot.medium == medium) for medium in Medium}
    takings = sum(lot.sold * lot.face_value_cents for lot in lots)
    shared = share_out(takings, sum(sold.values()), terms.jackpots, terms.rounding_unit)
    line = pool_of(takings, terms.line_bp, terms.rounding_unit, shared.to_line_cents)
    bingo = pool_of(takings, terms.bingo_bp, terms.rounding_unit, shared.to_bingo_cents)
    additional = sum(j.funded_cents + j.reserved_cents for j in shared.jackpots)
    tax = pool_of(takings, terms.tax_bp, 1)
    return Figures(
        physical_sold=sold[Medium.PHYSICAL],
        virtual_sold=sold[Medium.VIRTUAL],
        takings_cents=takings,
        line_cents=line + terms.carried_line_cents,
        bingo_cents=bingo + terms.carried_bingo_cents,
        tax_cents=tax,
        house_cents=takings - line - bingo - tax - additional,
        jackpots=shared.jackpots,
    )


def holes_of(board: Board) -> tuple[Off, ...]:
    """
    Give the unsold cards that have a sold one after them, with who has them ("" = the desk).

    The second series counts as coming after the first. Spoiled cards are no holes.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 33.3, 39.2.e.
    """
    last = board.last_printed
    holes: list[Off] = []
    for lot in board.printed:
        at_desk = [Off(first=run.first, last=run.last, why=DESK) for run in lot.at_desk]
        unsold = sorted([*at_desk, *lot.held], key=lambda o: o.first)
        holes += [o for o in unsold if lot != last or o.first < lot.last_sold]
        if lot == last:
            break
    return tuple(holes)


def decide_closing(board: Board) -> SaleClosed:
    """
    Close the sale: figures computed, the leftover range of the printed lot named.

    Raises:
        WrongState: The sale is not open.
        NothingSold: No card was sold; such a game is withdrawn.
        SaleHasHoles: Unsold cards lie below the last one sold, and the terms do not allow it.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 33.3, 37.1 and 37.3; Catálogo (BOE-A-1979-25744), bingo IV.
    """
    next_state(board.state, "SaleClosed")
    if board.terms is None or not any(lot.sold for lot in board.lots):
        raise errors.NothingSold
    holes = holes_of(board)
    if holes and board.terms.holes == "refuse":
        raise errors.SaleHasHoles(holes=[[o.first, o.last, o.holder] for o in holes], count=count(holes))
    counted = board.last_printed
    return SaleClosed(
        figures=figures_of(board.lots, board.terms),
        leftover_first=counted.leftover_first if counted else 1,
        leftover_last=counted.last_card if counted else 0,
        holes=holes,
    )


def decide_leftovers(board: Board, first: int | None) -> LeftoversReturned:
    """
    Receive the leftover cards, of which `first` is the lowest number in hand (None: none is left).

    Spoiled cards are not counted among them.

    Raises:
        WrongState: The sale is not closed, or the draw has begun.
        BlocksOutstanding: A seller has not brought his unsold cards yet.
        LeftoversMismatch: The cards in hand are not those after the last one sold.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV; O. 9-1-1979 (BOE-A-1979-2188), art. 24.4, 24.5.
    """
    next_state(board.state, "LeftoversReturned")
    _check_brought_back(board)
    left = board.leftover_first <= board.leftover_last
    expected = board.leftover_first if left else None
    if first != expected:
        raise errors.LeftoversMismatch(first=first or 0)
    return LeftoversReturned(first=board.leftover_first, last=board.leftover_last)


def decide_correction(board: Board, last: int, *, reason: str) -> SaleFiguresCorrected:
    """
    Correct in public which physical card was the last sold, while the line is not awarded.

    With a complementary series the number says which of the two it was of. Each correction counts from the closing, so
    a mistyped one is put right by the next.

    Raises:
        WrongState: The sale is open or the game is over.
        LineAlreadyAwarded: The line is awarded, or a good line waits for the order.
        NoSuchSeries: The game sells no physical cards.
        BadQuantity: The number is not among the series' cards of this game.
        FirstSeriesUnsold: The number is of the second series, and the first has cards that were never sold.
        CardNotSold: That card is spoiled, or lies unsold below the last one sold: it cannot be the last one sold.
        ClaimsOpen: A card to be taken off is being checked.
        NothingSold: No card at all would be sold.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 39.3.a; Q13.
    """
    next_state(board.state, "SaleFiguresCorrected")
    if board.line_closed or any(c.status == "upheld" for c in board.claims):
        raise errors.LineAlreadyAwarded
    if board.last_printed is None or board.terms is None:
        raise errors.NoSuchSeries(medium=str(Medium.PHYSICAL))
    counted = board.counted
    if counted is None:
        counted = tuple(run for lot in board.printed for run in lot.sold_runs)
    _check_last_sold(board.printed, counted, last)
    anew = recounted(board.printed, counted, last)
    lots = (*anew, *(lot for lot in board.lots if lot.medium != Medium.PHYSICAL))
    taken_off = [c.card for c in board.open_claims if not any(lot.is_sold(c.card) for lot in lots)]
    if taken_off:
        raise errors.ClaimsOpen(card=taken_off[0])
    if not any(lot.sold for lot in lots):
        raise errors.NothingSold
    return SaleFiguresCorrected(
        was_last=board.last_printed.last_sold,
        last=last,
        figures=figures_of(lots, board.terms),
        reason=reason,
        counted=counted,
    )


def _check_last_sold(lots: tuple[Lot, ...], counted: tuple[Run, ...], last: int) -> None:
    """Check that `last` can have been the last card sold of these series, of which the closing counted those sold."""
    if not any(lot.first_card - 1 <= last <= lot.last_card for lot in lots):
        raise errors.BadQuantity(quantity=last, most=max(lot.last_card for lot in lots))
    for n, lot in enumerate(lots):
        if not lot.has(last):
            continue
        was_last = last_counted(lot, counted)
        if any(o.first <= last <= o.last and (o.why in GONE or last < was_last) for o in lot.off):
            raise errors.CardNotSold(card=last)
        if n and was_last < lot.first_card:
            before, end = lots[n - 1], last_sellable(lots[n - 1])
            if max(last_counted(before, counted), before.last_sold) < end:
                raise errors.FirstSeriesUnsold(card=last, first=before.leftover_first, last=end)


def is_withdrawable(board: Board) -> None:
    """
    Check that the game can be taken off: no card is sold, and none is in a seller's hands.

    Raises:
        WrongState: The game is past its sale.
        CardsWereSold: Cards were sold.
        BlocksOutstanding: A seller has not brought his cards back; the next game would give them out again.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.6 (a card bought is a right to the game).
    """
    next_state(board.state, "GameWithdrawn")
    sold = sum(lot.sold for lot in board.lots)
    if sold or board.state not in {State.ANNOUNCED, State.SELLING}:
        raise errors.CardsWereSold(sold=sold)
    _check_brought_back(board)


def _check_brought_back(board: Board) -> None:
    if out := [o for lot in board.printed for o in lot.held]:
        raise errors.BlocksOutstanding(first=out[0].first, last=out[0].last, holder=out[0].holder)

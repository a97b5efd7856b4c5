"""
Prizes: pools from shares, shares from pools, to the cent (Q1, Q2).

Integer arithmetic only. A pool that nobody wins goes where the terms say; nothing is lost to rounding.
"""

from __future__ import annotations

from ledger.rules.money import split
from sessions.rules import errors
from sessions.rules.board import Board
from sessions.rules.events import Award, GameClosed, Medium, PrizeKind, PrizePaid
from sessions.rules.states import next_state


def pool_of(takings_cents: int, share_bp: int, unit: int) -> int:
    """
    Compute a prize pool in cents: the share of the takings, floored to a multiple of `unit` cents.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.2.
    """
    cents = takings_cents * share_bp // 10_000
    return cents - cents % unit


def awards_of(board: Board, prize: PrizeKind, first_no: int) -> tuple[Award, ...]:
    """
    Split a prize among its upheld claims, in order of verification; [] when nobody won it.

    Args:
        board: The game, its figures known.
        prize: Which prize.
        first_no: Number of the first award made.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I (proportional distribution); article 85.7; Q1, Q2.
    """
    winners = sorted(board.claims_of(prize, "upheld"), key=lambda claim: claim.verdict)
    if not winners or board.figures is None or board.terms is None:
        return ()
    pool = board.figures.line_cents if prize == PrizeKind.LINE else board.figures.bingo_cents
    shares, _remainder = split(
        pool,
        len(winners),
        unit=board.terms.rounding_unit,
        remainder_to_winners=board.terms.remainder_to == "winners",
    )
    return tuple(
        Award(
            award_no=first_no + i,
            prize=prize,
            card=claim.card,
            medium=claim.medium,
            cents=cents,
            holder=claim.holder,
        )
        for i, (claim, cents) in enumerate(zip(winners, shares, strict=True))
    )


def decide_payment(board: Board, award_no: int, card: int) -> PrizePaid:
    """
    Pay a physical card's award (cents) against the card.

    Raises:
        WrongState: The game has not ended yet, or is already closed.
        NoSuchAward: No award of that number is waiting for the cashier.
        WrongCard: Another card was handed over.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.6.
    """
    next_state(board.state, "PrizePaid")
    return payment_of(board, award_no, card, status="pending")


def payment_of(board: Board, award_no: int, card: int, *, status: str) -> PrizePaid:
    """
    Find the award to pay, whatever the game's state; status is pending or payable.

    Raises:
        NoSuchAward: No physical award of that number and status.
        WrongCard: Another card was handed over.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.6.
    """
    award = next((a for a in board.awards if a.award_no == award_no), None)
    if award is None or award.medium != Medium.PHYSICAL or award.status != status:
        raise errors.NoSuchAward(award_no=award_no)
    if award.card != card:
        raise errors.WrongCard(card=card, expected=award.card)
    return PrizePaid(award_no=award_no, card=card, cents=award.cents)


def decide_game_closing(board: Board) -> GameClosed:
    """
    Close the game: virtual awards credited, physical ones unpaid left payable, unwon prizes carried.

    Raises:
        WrongState: The game has not ended.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.6; article 85.9; Q2, Q10 of the domain decisions.
    """
    next_state(board.state, "GameClosed")
    figures, terms = board.figures, board.terms
    assert figures is not None, "a game that ended has figures"
    assert terms is not None, "a game that ended has terms"
    won = {kind: sum(a.cents for a in board.awards if a.prize == kind) for kind in PrizeKind}
    left_line = figures.line_cents - won[PrizeKind.LINE]
    left_bingo = figures.bingo_cents - won[PrizeKind.BINGO]
    line_to = terms.remainder_to if won[PrizeKind.LINE] else terms.unclaimed_to
    bingo_to = terms.remainder_to if won[PrizeKind.BINGO] else terms.unclaimed_to
    carried_line = left_line if line_to == "next_game" else 0
    carried_bingo = left_bingo if bingo_to == "next_game" else 0
    open_cents = {
        medium: sum(a.cents for a in board.awards if a.medium == medium and a.status == "pending") for medium in Medium
    }
    return GameClosed(
        credited_cents=open_cents[Medium.VIRTUAL],
        payable_cents=open_cents[Medium.PHYSICAL],
        carried_line_cents=carried_line,
        carried_bingo_cents=carried_bingo,
        house_cents=left_line + left_bingo - carried_line - carried_bingo,
    )

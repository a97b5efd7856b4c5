"""
Prizes: pools from shares, shares from pools, to the cent (Q1, Q2).

Integer arithmetic only. A pool that nobody wins goes where the terms say; nothing is lost to rounding.
"""

from __future__ import annotations

from collections.abc import Sequence

from ledger.rules.money import split
from sessions.rules import errors
from sessions.rules.board import Board, Claim
from sessions.rules.events import Award, GameClosed, Medium, PrizeKind, PrizePaid
from sessions.rules.jackpots import JackpotOutcome, promoted_cents, wins
from sessions.rules.states import next_state


def pool_of(takings_cents: int, share_bp: int, unit: int, more_cents: int = 0) -> int:
    """
    Compute a prize pool in cents: the share of the takings and `more_cents`, floored to a multiple of `unit` cents.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.2.
    """
    cents = takings_cents * share_bp // 10_000 + more_cents
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
    if board.figures is None:
        return ()
    pool = board.figures.line_cents if prize == PrizeKind.LINE else board.figures.bingo_cents
    return _shared(board, board.claims_of(prize, "upheld"), prize, pool, first_no)


def jackpot_awards(board: Board, first_no: int) -> tuple[Award, ...]:
    """
    Split each additional prize that the good bingos win, with awards of its own: it is paid and receipted apart.

    A bingo wins it by its ball (`winning_ball`), so two bingos of one round may differ.

    Args:
        board: The game, its figures known.
        first_no: Number of the first award made.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I (proportional distribution); Q1, Q2.
    """
    made: list[Award] = []
    for jackpot in board.figures.jackpots if board.figures else ():
        good = [
            claim for claim in board.claims_of(PrizeKind.BINGO, "upheld") if wins(jackpot, winning_ball(board, claim))
        ]
        kind = PrizeKind(jackpot.kind)
        made += _shared(board, good, kind, jackpot.prize_cents, first_no + len(made), jackpot=jackpot.code)
    return tuple(made)


def winning_ball(board: Board, claim: Claim) -> int:
    """
    Give the ball by which a good claim wins: that of its round's first call, or the one that completed its card later.

    The ball spoken before the draw stood still is no delay of whoever called into the same stop.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.5; Q12.
    """
    stopped = min(other.ball for other in board.claims if other.window == claim.window)
    face = {number for row in claim.rows for number in row}
    if not face <= set(board.numbers_called):
        return claim.ball
    completed = max(board.drawn.index(number) + 1 for number in face)
    return max(stopped, completed)


def _shared(
    board: Board, claims: Sequence[Claim], prize: PrizeKind, pool: int, first_no: int, *, jackpot: str = ""
) -> tuple[Award, ...]:
    """Split a pool among good claims, in order of verification; what the winners do not get stays where it is."""
    winners = sorted(claims, key=lambda claim: claim.verdict)
    if not winners or board.terms is None:
        return ()
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
            jackpot=jackpot,
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

    An additional prize that was not won stays in its fund; of one that was, the reserve begins the next.

    Raises:
        WrongState: The game has not ended.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.6; article 85.9; Q2, Q10 of the domain decisions.
    """
    next_state(board.state, "GameClosed")
    if board.voided is not None:
        # Its money has gone back, or waits in refunds_payable.
        return GameClosed(credited_cents=0, payable_cents=0, carried_line_cents=0, carried_bingo_cents=0, house_cents=0)
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
        jackpots=outcomes_of(board),
    )


def paid_from(board: Board, award: Award) -> str:
    """
    Name the ledger's account an award is paid from: the announced prizes, or the fund of an additional prize.

    A fund keeps its money until it is paid or the game closes: until then the game may be void.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.1; Q3.
    """
    jackpots = board.figures.jackpots if board.figures else ()
    return next((j.account for j in jackpots if award.jackpot and j.code == award.jackpot), "prizes")


def outcomes_of(board: Board) -> tuple[JackpotOutcome, ...]:
    """
    Give the additional prizes won in a game, with what of their reserves begins the next ones.

    Source:
        Q2.
    """
    if board.figures is None or board.terms is None:
        return ()
    outcomes = []
    for terms, figures in zip(board.terms.jackpots, board.figures.jackpots, strict=True):
        won = sum(award.cents for award in board.awards if award.jackpot == terms.code and award.status != "void")
        if won:
            promoted = promoted_cents(terms, figures, won)
            outcomes.append(
                JackpotOutcome(code=terms.code, won_cents=won, promoted_cents=promoted, account=terms.account)
            )
    return tuple(outcomes)

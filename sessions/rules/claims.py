"""
Claims: a card is called, judged by the numbers called aloud, and others may join until the order to go on.

After that order every right on the prize is lost (S0 IV).
"""

from __future__ import annotations

import math
from datetime import datetime

from sessions.rules import errors
from sessions.rules.board import Board
from sessions.rules.events import (
    BingoClosed,
    ClaimRaised,
    ClaimRejected,
    ClaimUpheld,
    Medium,
    PlayResumed,
    PrizeKind,
    Rows,
)
from sessions.rules.prizes import awards_of, jackpot_awards
from sessions.rules.states import next_state


def decide_claim(
    board: Board,
    prize: PrizeKind,
    card: int,
    rows: Rows,
    *,
    automatic: bool = False,
    holder: str = "",
    part: int = 0,
) -> ClaimRaised:
    """
    Call a card for a prize.

    Args:
        board: The game as last recorded.
        prize: Line or bingo.
        card: The card number.
        rows: The card's face, three rows of five numbers.
        automatic: Whether a virtual card calls by itself (Q7).
        holder: The account of a virtual card's player.
        part: The half of a double card that is called, as `check_half` gives it; 0 = a single card.

    Raises:
        WrongState: No claim can be made now.
        CardNotSold: The card is not among those sold in this game.
        RightLost: The line is over and the profile refuses late lines.
        ClaimTwice: The card is already called, or has already won this prize.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV; O. 9-1-1979 (BOE-A-1979-2188), art. 35.5; article 85.11; Q14.
    """
    next_state(board.state, "ClaimRaised")
    lot = board.lot_of_card(card)
    if lot is None:
        raise errors.CardNotSold(card=card)
    late = prize == PrizeKind.LINE and board.line_closed
    if late and (board.terms is None or board.terms.late_line == "refuse"):
        raise errors.RightLost(prize=str(prize))
    if any(c.card == card and c.prize == prize and c.status != "rejected" for c in board.claims):
        raise errors.ClaimTwice(card=card, prize=str(prize))
    return ClaimRaised(
        claim_no=len(board.claims) + 1,
        prize=prize,
        card=card,
        medium=Medium(lot.medium),
        rows=rows,
        ball=board.called,
        automatic=automatic,
        holder=holder,
        part=part,
    )


def missing_numbers(rows: Rows, called: frozenset[int], prize: PrizeKind) -> tuple[int, ...]:
    """
    Name what a face lacks for a prize: of the row that lacks fewest (the upper on a tie), or of the card.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    lacking = [tuple(n for n in row if n not in called) for row in rows]
    if prize == PrizeKind.LINE:
        return min(lacking, key=len)
    return tuple(sorted(n for row in lacking for n in row))


def judge_claim(board: Board, claim_no: int) -> ClaimUpheld | ClaimRejected:
    """
    Judge an open claim by the numbers called aloud in this game, at whatever ball it was completed.

    Raises:
        WrongState: No claim is being checked.
        NoOpenClaim: No open claim of that number.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.5; Catálogo (BOE-A-1979-25744), bingo I and IV; Q12.
    """
    next_state(board.state, "ClaimUpheld")
    claim = next((c for c in board.open_claims if c.claim_no == claim_no), None)
    if claim is None:
        raise errors.NoOpenClaim(claim_no=claim_no)
    if claim.prize == PrizeKind.LINE and board.line_closed:
        return ClaimRejected(claim_no=claim_no, card=claim.card, prize=claim.prize, reason="late")
    missing = missing_numbers(claim.rows, frozenset(board.numbers_called), claim.prize)
    if missing:
        return ClaimRejected(claim_no=claim_no, card=claim.card, prize=claim.prize, reason="missing", missing=missing)
    return ClaimUpheld(claim_no=claim_no, card=claim.card, prize=claim.prize)


def _check_round_over(board: Board, now: datetime) -> None:
    if board.open_claims:
        raise errors.ClaimsOpen(card=board.open_claims[0].card)
    if board.held:
        raise errors.BallHeldFirst(reason=board.held[0].reason)
    if board.upheld_at and board.terms is not None:
        since = (now - datetime.fromisoformat(board.upheld_at)).total_seconds()
        wait = board.terms.claim_window_s - since
        # Before the verdict: the clock was set back since, and measures nothing. The order is a person's all the same.
        if wait > 0 and since >= 0:
            raise errors.ClaimWindowOpen(wait_seconds=math.ceil(wait))


def decide_resumption(board: Board, now: datetime) -> PlayResumed:
    """
    Order play on: the line, if won in this round, is closed and shared.

    Raises:
        WrongState: Nothing is being checked.
        ClaimsOpen, BallHeldFirst, ClaimWindowOpen: It is too early.
        BingoUpheld: With a good bingo the game is closed instead.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV; article 85.6 and 85.7; Q11.
    """
    next_state(board.state, "PlayResumed")
    if board.claims_of(PrizeKind.BINGO, "upheld"):
        raise errors.BingoUpheld
    _check_round_over(board, now)
    awards = () if board.line_closed else awards_of(board, PrizeKind.LINE, len(board.awards) + 1)
    return PlayResumed(awards=awards)


def decide_bingo_closing(board: Board, now: datetime) -> BingoClosed:
    """
    Order the end: bingo and additional prizes are shared, and the line too if it was won in this same round (Q9).

    Raises:
        WrongState: Nothing is being checked.
        NoBingoUpheld: No bingo is verified.
        ClaimsOpen, BallHeldFirst, ClaimWindowOpen: It is too early.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV; article 85.8; Q9, Q11.
    """
    next_state(board.state, "BingoClosed")
    if not board.claims_of(PrizeKind.BINGO, "upheld"):
        raise errors.NoBingoUpheld
    _check_round_over(board, now)
    first_no = len(board.awards) + 1
    line = () if board.line_closed else awards_of(board, PrizeKind.LINE, first_no)
    bingo = awards_of(board, PrizeKind.BINGO, first_no + len(line))
    more = jackpot_awards(board, first_no + len(line) + len(bingo))
    return BingoClosed(awards=(*line, *bingo, *more))

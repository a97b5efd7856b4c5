"""
Events into boards: `apply_event(board, event, at)` for one, `fold` for all.

One small function per kind. None of them refuses anything: what reached the journal has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from sessions.rules import events as ev
from sessions.rules.board import Board, Claim, Correction, HeldBall, Suspension, Token, Voiding
from sessions.rules.draw import REPEATED_ORDER
from sessions.rules.electronic import FOLDS, ball_counted
from sessions.rules.ranges import DESK, GONE, HELD, SPOILED, merged, put_back, set_apart
from sessions.rules.recounting import corrected, recounted
from sessions.rules.states import State, next_state


def _change(board: Board, card: int, change: Callable[[ev.Lot], ev.Lot]) -> Board:
    """Change the lot to which the card belongs."""
    return replace(board, lots=tuple(change(lot) if lot.has(card) else lot for lot in board.lots))


def _sale_opened(board: Board, event: ev.SaleOpened, _at: str) -> Board:
    opened = replace(board, terms=event.terms, lots=event.lots, extractor=event.extractor, ball_set=event.ball_set)
    return replace(opened, pair=1, other_game_no=board.game_no + 1) if event.pair else opened


def _paired_sale_closed(board: Board, event: ev.PairedSaleClosed, _at: str) -> Board:
    return replace(
        board,
        terms=event.terms,
        lots=event.lots,
        extractor=event.extractor,
        ball_set=event.ball_set,
        figures=event.figures,
        leftovers_returned=True,
        pair=2,
        other_game_no=event.first_game_no,
    )


def _cards_sold(board: Board, event: ev.CardsSold, _at: str) -> Board:
    def sold(lot: ev.Lot) -> ev.Lot:
        if event.first >= lot.next_card:
            return replace(lot, next_card=event.last + 1)
        return replace(lot, off=put_back(lot.off, event.first, event.last))

    return _change(board, event.first, sold)


def _sale_undone(board: Board, event: ev.SaleUndone, _at: str) -> Board:
    def undone(lot: ev.Lot) -> ev.Lot:
        if event.back_to:
            held = ev.Off(first=event.first, last=event.last, why=HELD, holder=event.back_to)
            return replace(lot, off=set_apart(lot.off, held))
        return _to_desk(lot, event.first, event.last)

    return _change(board, event.first, undone)


def _to_desk(lot: ev.Lot, first: int, last: int) -> ev.Lot:
    """Bring cards back to the desk; where they are the last that left it, it is as if they never had."""
    off = put_back(lot.off, first, last)
    if first < lot.next_card:
        off = set_apart(off, ev.Off(first=first, last=last, why=DESK))
    next_card = lot.next_card
    # Spoiled cards among the last ones stay spoiled, and do not stand between the desk and what came back.
    while top := next((o for o in off if o.why in {DESK, *GONE} and o.last == next_card - 1), None):
        off = put_back(off, top.first, top.last) if top.why == DESK else off
        next_card = top.first
    return replace(lot, off=off, next_card=next_card)


def _set_apart(board: Board, first: int, last: int, why: str, holder: str = "") -> Board:
    def apart(lot: ev.Lot) -> ev.Lot:
        return replace(lot, off=set_apart(lot.off, ev.Off(first=first, last=last, why=why, holder=holder)))

    return _change(board, first, apart)


def _block_issued(board: Board, event: ev.BlockIssued, _at: str) -> Board:
    def left(lot: ev.Lot) -> ev.Lot:
        return replace(lot, next_card=max(lot.next_card, event.last + 1))

    gone = _change(replace(board, blocks=True), event.first, left)
    return _set_apart(gone, event.first, event.last, HELD, event.holder)


def _block_returned(board: Board, event: ev.BlockReturned, _at: str) -> Board:
    return _change(board, event.first, lambda lot: _to_desk(lot, event.first, event.last))


def _block_handed_over(board: Board, event: ev.BlockHandedOver, _at: str) -> Board:
    return _set_apart(board, event.first, event.last, HELD, event.to)


def _cards_spoiled(board: Board, event: ev.CardsSpoiled, _at: str) -> Board:
    spoiled = _set_apart(board, event.first, event.last, SPOILED)
    counted = next((lot for lot in spoiled.printed if lot.last_card == board.leftover_last), None)
    if counted is None:
        return spoiled
    # After the closing a card may turn out to be torn or lost: it is not among those counted back.
    return replace(spoiled, leftover_first=counted.leftover_first)


def _series_added(board: Board, event: ev.SeriesAdded, _at: str) -> Board:
    return replace(board, lots=(*board.lots, event.lot))


def _sale_closed(board: Board, event: ev.SaleClosed, _at: str) -> Board:
    def counted(lot: ev.Lot) -> ev.Lot:
        next_card = lot.last_sold + 1
        # Above the last card sold, only what sellers still hold or what is spoiled is not simply left over.
        off = tuple(o for o in lot.off if o.first < next_card or o.why != DESK)
        return replace(lot, next_card=next_card, off=off)

    return replace(
        board,
        lots=tuple(counted(lot) if lot.medium == ev.Medium.PHYSICAL else lot for lot in board.lots),
        figures=event.figures,
        leftover_first=event.leftover_first,
        leftover_last=event.leftover_last,
        leftovers_returned=not board.printed,
    )


def _leftovers_returned(board: Board, _event: ev.LeftoversReturned, _at: str) -> Board:
    return replace(board, leftovers_returned=True)


def _figures_corrected(board: Board, event: ev.SaleFiguresCorrected, _at: str) -> Board:
    old = board.last_printed
    assert old is not None, "only printed cards are counted anew"
    if event.counted is not None:
        anew = dict(zip(board.printed, recounted(board.printed, event.counted, event.last), strict=True))
    else:
        anew = {old: corrected(old, event.was_last, event.last)}
    folded = replace(board, lots=tuple(anew.get(lot, lot) for lot in board.lots))
    left = anew[old] if event.counted is None else folded.last_printed
    assert left is not None, "the lots are the same ones"
    return replace(
        folded,
        figures=event.figures,
        counted=event.counted,
        leftover_first=left.leftover_first,
        leftover_last=left.last_card,
    )


def _draw_started(board: Board, _event: ev.DrawStarted, _at: str) -> Board:
    return replace(board, draw_started=True)


def _ball_drawn(board: Board, event: ev.BallDrawn, _at: str) -> Board:
    return replace(ball_counted(board, event.source), drawn=(*board.drawn, event.number))


def _ball_held(board: Board, event: ev.BallHeld, _at: str) -> Board:
    held = HeldBall(ordinal=event.ordinal, number=event.number, reason=event.reason)
    return replace(board, held=(*board.held, held), pause=board.pause or f"held_{event.reason}")


def _held_resolved(board: Board, event: ev.HeldBallResolved, _at: str) -> Board:
    held, waiting = board.held[0], board.held[1:]
    if not event.accepted:
        return replace(board, held=waiting)
    by_hand = board.with_hand(event.ordinal) if held.altered_by(board.extractor, event.number) else board.by_hand
    return replace(board, drawn=(*board.drawn, event.number), held=waiting, by_hand=by_hand)


def _ball_called(board: Board, event: ev.BallCalled, _at: str) -> Board:
    return replace(board, called=event.ordinal, window_spoken=board.state == State.CHECKING)


def _ball_corrected(board: Board, event: ev.BallCorrected, _at: str) -> Board:
    at = event.ordinal - 1
    drawn = (*board.drawn[:at], event.number, *board.drawn[at + 1 :])
    note = Correction(ordinal=event.ordinal, was=event.was, number=event.number, what="ball")
    by_hand = board.with_hand(event.ordinal) if board.extractor != ev.MANUAL else board.by_hand
    return replace(board, by_hand=by_hand, drawn=drawn, corrections=(*board.corrections, note))


def _call_corrected(board: Board, event: ev.CallCorrected, _at: str) -> Board:
    note = Correction(ordinal=event.ordinal, was=event.said, number=event.number, what="call")
    return replace(board, corrections=(*board.corrections, note))


def _draw_paused(board: Board, event: ev.DrawPaused, _at: str) -> Board:
    return replace(board, pause=event.reason, pause_detail=event.detail)


def _draw_resumed(board: Board, _event: ev.DrawResumed, _at: str) -> Board:
    return replace(board, pause="")


def _claim_raised(board: Board, event: ev.ClaimRaised, _at: str) -> Board:
    first_of_round = board.state == State.DRAWING
    window = board.window + 1 if first_of_round else board.window
    claim = Claim(
        claim_no=event.claim_no,
        prize=event.prize,
        card=event.card,
        medium=event.medium,
        rows=event.rows,
        ball=event.ball,
        automatic=event.automatic,
        holder=event.holder,
        part=event.part,
        window=window,
    )
    return replace(
        board,
        claims=(*board.claims, claim),
        window=window,
        window_spoken=False if first_of_round else board.window_spoken,
        upheld_at="" if first_of_round else board.upheld_at,
    )


def _judged(board: Board, claim_no: int, **changes: Any) -> tuple[Claim, ...]:
    verdict = 1 + max((c.verdict for c in board.claims), default=0)
    return tuple(replace(c, verdict=verdict, **changes) if c.claim_no == claim_no else c for c in board.claims)


def _claim_upheld(board: Board, event: ev.ClaimUpheld, at: str) -> Board:
    return replace(board, claims=_judged(board, event.claim_no, status="upheld"), upheld_at=at)


def _claim_rejected(board: Board, event: ev.ClaimRejected, _at: str) -> Board:
    claims = _judged(board, event.claim_no, status="rejected", reason=event.reason, missing=event.missing)
    return replace(board, claims=claims)


def _play_resumed(board: Board, event: ev.PlayResumed, _at: str) -> Board:
    return replace(
        board,
        awards=(*board.awards, *event.awards),
        line_closed=board.line_closed or bool(event.awards),
        pause="" if board.pause == "claim" else board.pause,
    )


def _bingo_closed(board: Board, event: ev.BingoClosed, _at: str) -> Board:
    return replace(board, awards=(*board.awards, *event.awards), line_closed=True, pause="")


def _closed_unclaimed(board: Board, _event: ev.GameClosedUnclaimed, _at: str) -> Board:
    return replace(board, pause="")


def _prize_paid(board: Board, event: ev.PrizePaid, _at: str) -> Board:
    awards = tuple(replace(a, status="paid") if a.award_no == event.award_no else a for a in board.awards)
    return replace(board, awards=awards)


def _game_closed(board: Board, _event: ev.GameClosed, _at: str) -> Board:
    settled = {ev.Medium.VIRTUAL: "credited", ev.Medium.PHYSICAL: "payable"}
    awards = tuple(replace(a, status=settled[a.medium]) if a.status == "pending" else a for a in board.awards)
    return replace(board, awards=awards, pause="")


def _suspended(board: Board, event: ev.GameSuspended, at: str) -> Board:
    suspension = Suspension(
        cause=event.cause, ball_out=event.ball_out, since=at, came_from=board.state, text=event.text
    )
    return replace(board, suspension=suspension)


def _paragraph_read(board: Board, event: ev.ParagraphRead, _at: str) -> Board:
    assert board.suspension is not None, "only a suspended game is read to"
    return replace(board, suspension=replace(board.suspension, read=event.paragraph))


def _lifted(board: Board, event: ev.SuspensionLifted, _at: str) -> Board:
    # What stopped a draw that began as an earlier one is what the agent has just judged.
    judged = event.decision == "agent" and board.pause == REPEATED_ORDER
    return replace(board, suspension=None, pause="" if judged else board.pause)


def _balls_replaced(board: Board, event: ev.BallsReplaced, _at: str) -> Board:
    return replace(board, ball_set=event.ball_set, earlier_sets=board.sets_drawn, drawn_before=len(board.drawn))


def _manual_draw_ordered(board: Board, _event: ev.ManualDrawOrdered, _at: str) -> Board:
    # The machine's fault is why balls are drawn by hand: it stops nothing any more. A claim, and a ball that people
    # have yet to decide on, still do.
    pause = board.pause if board.pause == "claim" or board.held else ""
    return replace(board, suspension=None, extractor=ev.MANUAL, manual_draw=True, pause=pause)


def _voided(board: Board, event: ev.GameVoided, _at: str) -> Board:
    facts = {name: getattr(event, name) for name in Voiding.__slots__ if name != "came_from"}
    came_from = board.suspension.came_from if board.suspension else board.state
    awards = tuple(replace(award, status="void") for award in board.awards)
    voiding = Voiding(**facts, came_from=came_from)
    return replace(board, voided=voiding, suspension=None, awards=awards, held=(), pause="")


def _cards_refunded(board: Board, event: ev.CardsRefunded, _at: str) -> Board:
    refunded = merged([*board.refunded, ev.Run(first=event.first, last=event.last)])
    return replace(board, refunded=refunded, refunded_cents=board.refunded_cents + event.cents)


def _refunds_completed(board: Board, _event: ev.RefundsCompleted, _at: str) -> Board:
    return board


def _token_given(board: Board, event: ev.TokenGiven, _at: str) -> Board:
    return replace(board, tokens=(*board.tokens, Token(award_no=event.award_no, token=event.token)))


def _withdrawn(board: Board, _event: ev.GameWithdrawn, _at: str) -> Board:
    return board


_FOLDS: dict[str, Callable[[Board, Any, str], Board]] = {
    "SaleOpened": _sale_opened,
    "CardsSold": _cards_sold,
    "SaleUndone": _sale_undone,
    "BlockIssued": _block_issued,
    "BlockReturned": _block_returned,
    "BlockHandedOver": _block_handed_over,
    "CardsSpoiled": _cards_spoiled,
    "SeriesAdded": _series_added,
    # Whose a sold card is stands in its row, not on the board; one that was called or has won is never handed on.
    "CardsTransferred": lambda board, _event, _at: board,
    "SaleClosed": _sale_closed,
    "LeftoversReturned": _leftovers_returned,
    "SaleFiguresCorrected": _figures_corrected,
    "GameWithdrawn": _withdrawn,
    "DrawStarted": _draw_started,
    "BallDrawn": _ball_drawn,
    "BallHeld": _ball_held,
    "HeldBallResolved": _held_resolved,
    "BallCalled": _ball_called,
    "BallCorrected": _ball_corrected,
    "CallCorrected": _call_corrected,
    "DrawPaused": _draw_paused,
    "DrawResumed": _draw_resumed,
    "ClaimRaised": _claim_raised,
    "ClaimUpheld": _claim_upheld,
    "ClaimRejected": _claim_rejected,
    "PlayResumed": _play_resumed,
    "BingoClosed": _bingo_closed,
    "GameClosedUnclaimed": _closed_unclaimed,
    "PrizePaid": _prize_paid,
    "GameClosed": _game_closed,
    "PairedSaleClosed": _paired_sale_closed,
    "GameSuspended": _suspended,
    "ParagraphRead": _paragraph_read,
    "SuspensionLifted": _lifted,
    "ManualDrawOrdered": _manual_draw_ordered,
    "BallsReplaced": _balls_replaced,
    "GameVoided": _voided,
    "CardsRefunded": _cards_refunded,
    "RefundsCompleted": _refunds_completed,
    "TokenGiven": _token_given,
    **FOLDS,
}


def apply_event(board: Board, event: ev.GameEvent, at: str) -> Board:
    """
    Fold one recorded event into the board.

    Args:
        board: The game before the event.
        event: What happened.
        at: The journal row's time, ISO 8601 in UTC.

    Raises:
        WrongState: The event cannot happen in the board's state.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.1: written as the game is played.
    """
    discarded = isinstance(event, ev.HeldBallResolved) and not event.accepted
    came_from = board.suspension.came_from if board.suspension else None
    state = next_state(board.state, event.kind, discarded=discarded, came_from=came_from)
    folded = _FOLDS[event.kind](board, event, at)
    return replace(folded, state=state, seq=board.seq + 1, pause_detail=folded.pause_detail if folded.pause else "")


def fold(start: Board, recorded: Iterable[tuple[ev.GameEvent, str]]) -> Board:
    """
    Fold a game's whole journal, in order.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.1.
    """
    board = start
    for event, at in recorded:
        board = apply_event(board, event, at)
    return board

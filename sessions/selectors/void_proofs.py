"""Proofs of null games (I7) and of pairs: refunds are the receipts, each card once; both games have the same cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ledger import selectors as ledger
from records.models import Event, Hall
from sessions.models import Game, SoldCard
from sessions.rules.board import Board
from sessions.rules.events import CardsRefunded, CardsSold, CardsTransferred, Medium, RefundsCompleted, Run
from sessions.rules.pair import CLEARING, SECOND
from sessions.rules.ranges import common, count
from sessions.rules.states import State
from sessions.rules.void import PAIR_ENDED

CLEARED = ("takings", CLEARING, "prizes", "tax", "house", "carried:line", "carried:bingo")
"""Accounts in which a null game leaves nothing."""


def void_violations(hall: Hall, game: Game, events: Sequence[tuple[Any, str]], board: Board) -> Iterator[str]:
    """Check a null game: what was taken is paid back or payable, every card once, and nothing stays elsewhere (I7)."""
    if board.voided is None or game.state not in {State.REFUNDED, State.CLOSED}:
        return
    refunds = [e for e, _ in events if isinstance(e, CardsRefunded)]
    ended = next(e for e, _ in events if isinstance(e, RefundsCompleted))
    back = sum(e.cents for e in refunds) + ended.payable_cents
    if back != board.voided.refund_cents:
        yield f"I7 {game.stream}: {back} cents paid back or payable, {board.voided.refund_cents} owed"
    runs = [Run(first=e.first, last=e.last) for e in refunds]
    if count(runs) != count(board.refunded):
        yield f"I7 {game.stream}: a card was paid back twice"
    if game.state != State.CLOSED:
        return
    sums = ledger.sums_by_account(hall.pk, game.stream)
    # One half's takings go from the first game to the second and stay there, unless the first ended both.
    half_each = not board.voided.whole if board.pair == 1 else board.voided.cause != PAIR_ENDED
    for account in [a for a in sums if a in CLEARED or a.startswith("jackpot:")]:
        if sums[account] and not (half_each and account == CLEARING):
            yield f"I7 {game.stream}: {sums[account]} cents are left in {account}"
    yield from _late_violations(hall, game, board, ended)


def _late_violations(hall: Hall, game: Game, board: Board, ended: RefundsCompleted) -> Iterator[str]:
    """Check that the rows' marks are the cards paid back at the desk, to accounts, and later."""
    if board.voided is None or board.voided.cause == PAIR_ENDED:
        return
    late = Event.objects.filter(hall=hall, kind="RefundPaid", payload__game_session_no=board.session_no)
    cards = [
        Run(first=payload["first"], last=payload["last"])
        for payload in late.filter(payload__game_no=board.game_no).values_list("payload", flat=True)
    ]
    if sum(count(common(ended.outstanding, card)) for card in cards) != count(cards):
        yield f"I7 {game.stream}: a card was paid back later that was not outstanding"
    marked = SoldCard.objects.filter(game=game, refunded=True).count()
    if marked != count(board.refunded) + count(cards):
        yield f"I7 {game.stream}: {marked} rows are marked as paid back, {count(board.refunded) + count(cards)} were"


def holder_after(card: int, holder: str, moved: Sequence[CardsTransferred]) -> str:
    """Give whose a card is after cards were handed on."""
    for event in moved:
        if any(run.first <= card <= run.last for run in event.runs):
            holder = event.to
    return holder


def holder_violations(game: Game, events: Sequence[tuple[Any, str]], board: Board) -> Iterator[str]:
    """Check that each virtual card is whose who bought it, or whom it was handed to (I5)."""
    if board.pair == SECOND:
        return
    moved = [e for e, _ in events if isinstance(e, CardsTransferred)]
    bought = [e for e, _ in events if isinstance(e, CardsSold) and e.medium == Medium.VIRTUAL]
    told = {n: holder_after(n, e.holder, moved) for e in bought for n in range(e.first, e.last + 1)}
    rows = SoldCard.objects.filter(game=game, medium=Medium.VIRTUAL).values_list("number", "holder")
    if dict(rows) != told:
        yield f"I5 {game.stream}: virtual cards are not whose the journal says"


def pair_violations(game: Game, events: Sequence[tuple[Any, str]], board: Board) -> Iterator[str]:
    """Check that the second game of a pair has the cards of the first, of the same sellers and buyers (I5)."""
    if board.pair != SECOND:
        return
    first = Game.objects.get(session=game.session_id, game_no=board.other_game_no)
    columns = ("number", "series", "medium", "seller", "holder")
    rows, others = (list(SoldCard.objects.filter(game=g).values_list(*columns)) for g in (game, first))
    # Between the first game's end and its own, cards may be handed on in the second alone (O79 36.4).
    moved = [e for e, _ in events if isinstance(e, CardsTransferred)]
    if set(rows) != {(*row[:4], holder_after(row[0], row[4], moved)) for row in others}:
        yield f"I5 {game.stream}: its cards are not those of {first.stream}"
    if sum(lot.sold for lot in board.lots) != len(rows):
        yield f"I5 {game.stream}: {len(rows)} rows, {sum(lot.sold for lot in board.lots)} in ranges"

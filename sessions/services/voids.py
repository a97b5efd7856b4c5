"""Null games: the order of two people, the refunds at the desk and to accounts, cards brought back later (S0 V)."""

from __future__ import annotations

from dataclasses import asdict

from ledger import services as ledger
from sessions.journal import codec
from sessions.journal.door import OpenGame, open_game, open_session
from sessions.models import Award, Game, SoldCard
from sessions.rules import errors, void
from sessions.rules.board import Board
from sessions.rules.events import GameClosed, GameEvent, GameVoided, Medium, RefundsCompleted, Run
from sessions.rules.references import CardReference
from sessions.rules.session import RefundPaid, SessionEvent
from sessions.rules.stock import CardsReturned
from sessions.rules.void import VoidOrder
from sessions.selectors.replays import replay_of
from sessions.services import pairs
from sessions.services.electronic import reveal_draw, reveal_second_draw
from sessions.services.handed import check_series, handed_card
from sessions.services.lots import lock_printed, lock_series, move_series, series_of
from sessions.services.noting import alarm
from sessions.services.posting import post, unspread
from sessions.services.tills import till_of


def void_game(*, game_id: int, order: VoidOrder, second: str, actor: str, source_ref: str | None = None) -> GameEvent:
    """Declare the game null; players' accounts are paid back at once, printed cards at the desk."""
    body = {**asdict(order), "second": second}
    with open_game(
        game_id, actor=actor, source_ref=source_ref, deed="void_game", body=body, with_session=True
    ) as opened:
        if again := opened.already():
            return again
        before = opened.board
        replay = replay_of(before, order.ordinal, order.said) if order.cause == void.ANNOUNCING_ERROR else None
        event = void.decide_void(before, opened.at, order, by=actor, second=second, replay=replay)
        if event.whole:
            opened.open_twin()
        # The second game before the series, as everywhere.
        if event.whole:
            opened.open_twin()
        lock_printed(opened)
        seq = opened.record(event)
        Award.objects.filter(game=opened.game).update(status="void")
        if before.figures is not None:
            post(opened, "void", unspread(before.figures, before), seq)
        if event.whole:
            _end_second(opened, event, seq)
        _credit(opened)
        reveal_draw(opened)
    return event


def _end_second(opened: OpenGame, event: GameVoided, seq: int) -> None:
    ended = GameVoided(cause=void.PAIR_ENDED, reason=event.reason, second=event.second, refund_cents=0)
    pairs.end_second(opened, ended, seq)
    if opened.twin is not None:
        nothing = {"carried_line_cents": 0, "carried_bingo_cents": 0, "house_cents": 0}
        opened.record_in_twin(RefundsCompleted(refunded_cents=0, payable_cents=0))
        opened.record_in_twin(GameClosed(credited_cents=0, payable_cents=0, **nothing))
        reveal_second_draw(opened)


def _credit(opened: OpenGame) -> None:
    """Pay the virtual cards of a game just void back to their accounts."""
    rows = SoldCard.objects.filter(game=opened.game, medium=Medium.VIRTUAL).order_by("number")
    owned: list[tuple[Run, str]] = []
    for number, holder in rows.values_list("number", "holder"):
        if owned and owned[-1][1] == holder and owned[-1][0].last == number - 1:
            owned[-1] = (Run(first=owned[-1][0].first, last=number), holder)
        else:
            owned.append((Run(first=number, last=number), holder))
    for credit in void.decide_credits(opened.board, owned):
        seq = opened.record(credit)
        post(opened, "refund", {"takings": credit.cents, credit.holder: -credit.cents}, seq)
    rows.update(refunded=True)


def refund_cards(
    *, game_id: int, card: str, last: int | None = None, actor: str, source_ref: str | None = None
) -> GameEvent:
    """
    Pay back a card of a void game handed in at the desk, its number typed or its code scanned, or cards up to `last`.

    Raises:
        AlreadyRefunded: It was paid back before; an incident is left, for it may be a photocopy.
    """
    reference = handed_card(card, game_id=game_id, actor=actor)
    try:
        return _refund(game_id, reference, last or reference.number, card=card, actor=actor, source_ref=source_ref)
    except errors.AlreadyRefunded as refused:
        alarm(game_id=game_id, code="refunded_twice", card=int(str(refused.params["card"])))
        raise


def _refund(
    game_id: int, reference: CardReference, last: int, *, card: str, actor: str, source_ref: str | None
) -> GameEvent:
    body = {"card": card, "last": last}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="refund_cards", body=body) as opened:
        if again := opened.already():
            return again
        _check_reference(opened.board, reference)
        event = void.decide_refund(opened.board, reference.number, last)
        till = till_of(opened.hall_id, actor)
        seq = opened.record(event)
        _mark(opened.game, event.first, event.last)
        post(opened, "refund", {"takings": event.cents, till: -event.cents}, seq)
    return event


def _check_reference(board: Board, reference: CardReference) -> None:
    if reference.letter:
        lot = board.lot_of_card(reference.number)
        check_series((lot,) if lot else board.lots, reference)


def _mark(game: Game, first: int, last: int) -> None:
    """Mark cards as paid back: the database's guard that none is paid back twice."""
    rows = SoldCard.objects.filter(game=game, number__range=(first, last), refunded=False)
    if rows.update(refunded=True) != last - first + 1:
        raise errors.AlreadyRefunded(card=first)


def complete_refunds(*, game_id: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Close the refund desk of a void game; cards that nobody brought stay payable."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="complete_refunds", with_session=True) as opened:
        if again := opened.already():
            return again
        event = void.decide_refunds_end(opened.board)
        lock_printed(opened)
        seq = opened.record(event)
        move_series(opened)
        post(opened, "refund", {"takings": event.payable_cents, "refunds_payable": -event.payable_cents}, seq)
    return event


def refund_late(*, session_id: int, game_id: int, card: str, actor: str, source_ref: str | None = None) -> SessionEvent:
    """
    Pay back one card of a void game that was brought after its closing; an event of the session that pays it.

    Raises:
        AlreadyRefunded: It was paid back before; an incident is left, for it may be a photocopy.
    """
    reference = handed_card(card, game_id=game_id, actor=actor)
    try:
        return _refund_late(session_id, game_id, reference, card=card, actor=actor, source_ref=source_ref)
    except errors.AlreadyRefunded as refused:
        alarm(game_id=game_id, code="refunded_twice", card=int(str(refused.params["card"])))
        raise


def _refund_late(
    session_id: int, game_id: int, reference: CardReference, *, card: str, actor: str, source_ref: str | None
) -> SessionEvent:
    body = {"game": game_id, "card": card}
    with open_session(session_id, actor=actor, source_ref=source_ref, deed="refund_late", body=body) as opened:
        if again := opened.already():
            return again
        game = Game.objects.select_related("session").filter(pk=game_id, session__hall_id=opened.hall_id).first()
        if game is None or game.state != "closed":
            raise errors.NotFound(what="game", which=game_id)
        board = codec.game_board(game.board)
        _check_reference(board, reference)
        lot = board.lot_of_card(reference.number)
        if board.voided is None or board.voided.cause == void.PAIR_ENDED or lot is None:
            raise errors.CardNotInGame(card=reference.number)
        _mark(game, reference.number, reference.number)
        event = RefundPaid(
            game_session_no=board.session_no,
            game_no=board.game_no,
            first=reference.number,
            last=reference.number,
            cents=void.price_of(board, lot),
        )
        lock_series(opened.hall_id, series_of(opened.hall_id, lot).pk)
        series = series_of(opened.hall_id, lot)
        seq = opened.record(event)
        # Of a pair's first game alone a half is paid back: the card stays the player's, and is used in the second.
        if series.seq and not (board.pair == 1 and not board.voided.whole):
            opened.record_in_series(series, CardsReturned(first=reference.number, last=reference.number))
        legs = {"refunds_payable": event.cents, till_of(opened.hall_id, actor): -event.cents}
        ledger.post(opened.hall_id, "refund", legs, actor=actor, at=opened.at, stream=opened.session.stream, seq=seq)
    return event

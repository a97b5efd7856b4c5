"""The sale's deeds: opening, selling, undoing, closing, leftovers, corrections, withdrawal."""

from __future__ import annotations

from django.conf import settings

from ledger import services as ledger
from ledger.selectors import balance_cents
from sessions.journal import codec
from sessions.journal.door import OpenGame, open_game
from sessions.models import BallSet, BingoSession, CardSeries, Game, SoldCard
from sessions.rules import errors, sales
from sessions.rules.board import Board
from sessions.rules.events import (
    CardsSold,
    Figures,
    GameEvent,
    GameWithdrawn,
    Lot,
    Medium,
    SaleFiguresCorrected,
)
from sessions.rules.regulation import regulation_of
from sessions.rules.states import LIVE, State
from sessions.selectors.cash import printed_sales
from sessions.services.posting import post

MOST_PNEUMATIC_GAMES = 1_000


def announce_game(*, session_id: int) -> Game:
    """
    Give the session's next game, born announced and without events; the same one until its sale opens.

    Raises:
        GameStillOpen: A game is still being played.
    """
    from django.db import transaction

    with transaction.atomic(durable=True):
        session = BingoSession.objects.select_for_update(no_key=True).get(pk=session_id)
        last = session.games.order_by("-game_no").first()
        if last is not None and last.state == State.ANNOUNCED:
            return last
        if last is not None and last.state != State.CLOSED:
            raise errors.GameStillOpen(game_no=last.game_no)
        game_no = last.game_no + 1 if last else 1
        board = Board(session_no=session.session_no, game_no=game_no)
        return Game.objects.create(session=session, game_no=game_no, board=codec.encode(board))


def series_of(hall_id: int, lot: Lot) -> CardSeries:
    """Find the series of a lot; the journal names it by letter and number, never by a row's key."""
    return CardSeries.objects.get(hall_id=hall_id, letter=lot.letter, ident=lot.ident)


def _lot(series_id: int | None, medium: Medium, hall_id: int) -> Lot | None:
    if series_id is None:
        return None
    series = (
        CardSeries.objects.select_for_update(no_key=True, of=("self",))
        .select_related("matrix")
        .filter(pk=series_id, hall_id=hall_id)
        .first()
    )
    if series is None or series.medium != medium:
        raise errors.NotFound(what="series", which=series_id)
    first = series.first_number if medium == Medium.VIRTUAL else series.next_number
    return Lot(
        letter=series.letter,
        ident=series.ident,
        size=series.size,
        medium=medium,
        face_value_cents=series.face_value_cents,
        first_card=first,
        last_card=series.last_number,
        next_card=first,
        matrix=series.matrix.sha256,
    )


def _check_ball_set(hall_id: int, code: str) -> None:
    ball_set = BallSet.objects.filter(hall_id=hall_id, code=code).first()
    if ball_set is None:
        raise errors.NotFound(what="ball_set", which=code)
    if ball_set.pneumatic and ball_set.games >= MOST_PNEUMATIC_GAMES:
        raise errors.BallSetWorn(ball_set=code, games=ball_set.games)


def open_sale(
    *,
    game_id: int,
    physical_series: int | None,
    virtual_series: int | None,
    extractor: str,
    ball_set: str,
    actor: str,
    source_ref: str | None = None,
) -> GameEvent:
    """Open the sale of an announced game; refused while another game of the hall is being played."""
    body = {
        "physical": physical_series,
        "virtual": virtual_series,
        "extractor": extractor,
        "ball_set": ball_set,
    }
    with open_game(
        game_id, actor=actor, source_ref=source_ref, deed="open_sale", body=body, with_session=True
    ) as opened:
        if again := opened.already():
            return again
        if opened.session.state != "open":
            raise errors.WrongState(state=opened.session.state, deed="SaleOpened")
        other = Game.objects.filter(session__hall_id=opened.hall_id, state__in=LIVE).exclude(pk=game_id).first()
        if other is not None:
            raise errors.GameStillOpen(game_no=other.game_no)
        _check_ball_set(opened.hall_id, ball_set)
        in_use = codec.session_board(opened.session.board).ball_set
        if ball_set != in_use:
            raise errors.BallSetNotCounted(ball_set=ball_set, in_use=in_use)
        lots = (
            _lot(physical_series, Medium.PHYSICAL, opened.hall_id),
            _lot(virtual_series, Medium.VIRTUAL, opened.hall_id),
        )
        terms = regulation_of(opened.session.hall.profile).terms(
            carried_line_cents=balance_cents(opened.hall_id, "carried:line"),
            carried_bingo_cents=balance_cents(opened.hall_id, "carried:bingo"),
            claim_window_s=settings.BINGO_CLAIM_WINDOW_S,
        )
        event = sales.decide_sale_opening(
            opened.board,
            terms=terms,
            lots=tuple(lot for lot in lots if lot),
            extractor=extractor,
            ball_set=ball_set,
        )
        opened.record(event)
    return event


def _sell(opened: OpenGame, event: CardsSold) -> None:
    """Write a sale's rows and money beside its event; all in the game's door."""
    seq = opened.record(event)
    lot = opened.board.lot(event.medium)
    assert lot is not None, "a sale continues a lot"
    series = series_of(opened.hall_id, lot)
    SoldCard.objects.bulk_create(
        SoldCard(
            game=opened.game,
            series=series,
            number=number,
            medium=event.medium,
            seller=event.seller,
            holder=event.holder,
        )
        for number in range(event.first, event.last + 1)
    )
    payer = event.holder or "cash"
    try:
        post(opened, "sale", {payer: event.amount_cents, "takings": -event.amount_cents}, seq)
    except ledger.Overdrawn as overdrawn:
        raise errors.InsufficientBalance(
            balance_cents=overdrawn.balance_cents, price_cents=event.amount_cents
        ) from None


def sell_cards(
    *, game_id: int, quantity: int, first: int | None = None, actor: str, source_ref: str | None = None
) -> GameEvent:
    """Sell the next run of printed cards for cash (O79 33.3, 33.5)."""
    body = {"quantity": quantity, "first": first}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="sell_cards", body=body) as opened:
        if again := opened.already():
            return again
        event = sales.decide_sale(opened.board, Medium.PHYSICAL, quantity, seller=actor, first=first)
        _sell(opened, event)
    return event


def buy_cards(*, game_id: int, quantity: int, holder: str, actor: str, source_ref: str | None = None) -> GameEvent:
    """Sell virtual cards to a player against the balance of account `holder` (article 85.3)."""
    body = {"quantity": quantity, "holder": holder}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="buy_cards", body=body) as opened:
        if again := opened.already():
            return again
        event = sales.decide_sale(opened.board, Medium.VIRTUAL, quantity, seller=actor, holder=holder)
        _sell(opened, event)
    return event


def undo_sale(*, game_id: int, first: int, last: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Take back the seller's own last run of printed cards, and hand the money back."""
    body = {"first": first, "last": last}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="undo_sale", body=body) as opened:
        if again := opened.already():
            return again
        event = sales.decide_undo(opened.board, Medium.PHYSICAL, first, last)
        if [(run.first, run.last) for run in printed_sales(opened.game)[-1:]] != [(first, last)]:
            raise errors.NotTheLastSale(first=first, last=last)
        rows = SoldCard.objects.filter(game=opened.game, number__range=(first, last))
        if rows.exclude(seller=actor).exists():
            raise errors.NotTheLastSale(first=first, last=last)
        seq = opened.record(event)
        rows.delete()
        post(opened, "refund", {"takings": event.amount_cents, "cash": -event.amount_cents}, seq)
    return event


def _spread(figures: Figures, board: Board, *, was: Figures | None = None) -> dict[str, int]:
    """Give the legs that carry takings into prizes, tax and house (the difference, after a correction)."""
    assert board.terms is not None, "a sale has terms"
    carried = board.terms.carried_line_cents + board.terms.carried_bingo_cents if was is None else 0
    prizes = figures.line_cents + figures.bingo_cents
    before = (was.line_cents + was.bingo_cents, was.tax_cents, was.house_cents) if was else (0, 0, 0)
    legs = {
        "prizes": before[0] - prizes,
        "tax": before[1] - figures.tax_cents,
        "house": before[2] - figures.house_cents,
    }
    if carried:
        legs["carried:line"] = board.terms.carried_line_cents
        legs["carried:bingo"] = board.terms.carried_bingo_cents
    legs["takings"] = -sum(legs.values())
    return legs


def close_sale(*, game_id: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Close the sale: the acta row is written, and only from then on may a ball fall (O79 37.1)."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="close_sale") as opened:
        if again := opened.already():
            return again
        event = sales.decide_closing(opened.board)
        seq = opened.record(event)
        _move_series(opened)
        post(opened, "closing", _spread(event.figures, opened.board), seq)
    return event


def _move_series(opened: OpenGame) -> None:
    """Let the physical series go on from the card after the last one sold, this game or another (O79 33.3)."""
    if lot := opened.board.lot(Medium.PHYSICAL):
        CardSeries.objects.filter(pk=series_of(opened.hall_id, lot).pk).update(next_number=lot.next_card)


def return_leftovers(*, game_id: int, first: int | None, actor: str, source_ref: str | None = None) -> GameEvent:
    """Receive the leftover cards at the cash desk; `first` is the lowest number in hand."""
    with open_game(
        game_id, actor=actor, source_ref=source_ref, deed="return_leftovers", body={"first": first}
    ) as opened:
        if again := opened.already():
            return again
        event = sales.decide_leftovers(opened.board, first)
        opened.record(event)
    return event


def correct_figures(*, game_id: int, last: int, reason: str, actor: str, source_ref: str | None = None) -> GameEvent:
    """Correct in public which printed card was the last sold (O79 39.3.a)."""
    body = {"last": last, "reason": reason}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="correct_figures", body=body) as opened:
        if again := opened.already():
            return again
        was = opened.board.figures
        event = sales.decide_correction(opened.board, last, reason=reason)
        seq = opened.record(event)
        _correct_rows(opened, event)
        _move_series(opened)
        delta = event.figures.takings_cents - was.takings_cents if was else 0
        post(opened, "correction", {"cash": delta, "takings": -delta}, seq)
        post(opened, "correction", _spread(event.figures, opened.board, was=was), seq)
    return event


def _correct_rows(opened: OpenGame, event: SaleFiguresCorrected) -> None:
    lot = opened.board.lot(Medium.PHYSICAL)
    assert lot is not None, "a correction is of printed cards"
    series = series_of(opened.hall_id, lot)
    SoldCard.objects.filter(game=opened.game, medium=Medium.PHYSICAL, number__gt=event.last).delete()
    SoldCard.objects.bulk_create(
        SoldCard(game=opened.game, series=series, number=number, medium=Medium.PHYSICAL, seller=opened.actor)
        for number in range(event.was_last + 1, event.last + 1)
    )


def withdraw_game(*, game_id: int, reason: str, actor: str, source_ref: str | None = None) -> GameEvent:
    """Take off a game of which no card was sold."""
    with open_game(
        game_id,
        actor=actor,
        source_ref=source_ref,
        deed="withdraw_game",
        body={"reason": reason},
        with_session=True,
    ) as opened:
        if again := opened.already():
            return again
        sales.is_withdrawable(opened.board)
        event = GameWithdrawn(reason=reason)
        opened.record(event)
    return event

"""The sale's deeds: opening, selling, undoing, closing, leftovers, corrections, withdrawal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from ledger import services as ledger
from ledger.rules.accounts import seller_account
from ledger.selectors import balance_cents
from records.turn import durable
from sessions.journal import codec
from sessions.journal.door import OpenGame, open_game
from sessions.models import BingoSession, Game, SoldCard
from sessions.rules import errors, sales
from sessions.rules.board import Board
from sessions.rules.events import (
    CardsSold,
    GameEvent,
    GameWithdrawn,
    Lot,
    Medium,
    Run,
)
from sessions.rules.hours import check_hours
from sessions.rules.player_accounts import number_of
from sessions.rules.ranges import common, minus
from sessions.rules.states import LIVE, State
from sessions.selectors.cash import printed_sales, taken_in, works_here
from sessions.selectors.jackpots import terms_now
from sessions.selectors.players import check_may_play, player_numbered
from sessions.selectors.profiles import regulation_in_force
from sessions.services import pairs
from sessions.services.ball_sets import check_ball_set
from sessions.services.electronic import commit_draw, commit_second_draw, reveal_draw
from sessions.services.lots import alike, lock_printed, lock_series, lot_of, move_series, series_of, use_cards
from sessions.services.posting import post, spread


def announce_game(*, session_id: int) -> Game:
    """
    Give the session's next game, born announced and without events; the same one until its sale opens.

    Raises:
        GameStillOpen: A game is still being played.
    """
    with durable():
        session = BingoSession.objects.select_for_update(no_key=True).get(pk=session_id)
        last = session.games.order_by("-game_no").first()
        if last is not None and last.state == State.ANNOUNCED:
            return last
        if last is not None and last.state != State.CLOSED:
            raise errors.GameStillOpen(game_no=last.game_no)
        game_no = last.game_no + 1 if last else 1
        board = Board(session_no=session.session_no, game_no=game_no)
        return Game.objects.create(session=session, game_no=game_no, board=codec.encode(board))


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
        check_hours(codec.session_board(opened.session.board), game_no=opened.board.game_no, at=opened.at)
        check_ball_set(opened.hall_id, ball_set)
        in_use = codec.session_board(opened.session.board).ball_set
        if ball_set != in_use:
            raise errors.BallSetNotCounted(ball_set=ball_set, in_use=in_use)
        lock_series(opened.hall_id, physical_series, virtual_series)
        printed = lot_of(opened, physical_series, Medium.PHYSICAL)
        lots = (printed, alike(lot_of(opened, virtual_series, Medium.VIRTUAL), printed))
        regulation = regulation_in_force(opened.session.hall)
        set_now = codec.session_board(opened.session.board)
        terms = regulation.terms(
            jackpots=terms_now(opened.session, set_now, regulation, opened.at),
            carried_line_cents=balance_cents(opened.hall_id, "carried:line"),
            carried_bingo_cents=balance_cents(opened.hall_id, "carried:bingo"),
            claim_window_s=settings.BINGO_CLAIM_WINDOW_S,
            most_virtual_a_player=settings.BINGO_MOST_VIRTUAL_A_PLAYER,
            most_virtual_a_game=settings.BINGO_MOST_VIRTUAL_A_GAME,
        )
        event = sales.decide_sale_opening(
            opened.board,
            terms=terms,
            lots=tuple(lot for lot in lots if lot),
            extractor=extractor,
            ball_set=ball_set,
        )
        if event.pair:
            # Two games begin with this sale: neither comes after the one announced as the last.
            check_hours(set_now, game_no=opened.board.game_no + 1, at=opened.at)
            check_ball_set(opened.hall_id, ball_set, games=2)
        regulation.check_face_value(event.lots[0].face_value_cents)
        opened.record(event)
        commit_draw(opened)
    return event


@dataclass(frozen=True, slots=True, kw_only=True)
class Sale:
    """One sale as its buyer sees it: `runs` are its events, one for each run of consecutive numbers."""

    first: int
    last: int
    quantity: int
    amount_cents: int
    medium: Medium
    seller: str
    holder: str
    runs: tuple[CardsSold, ...]

    @property
    def kind(self) -> str:
        """The name of its events in the journal."""
        return "CardsSold"


def _told(runs: Sequence[Any]) -> Sale:
    return Sale(
        first=runs[0].first,
        last=runs[-1].last,
        quantity=sum(run.last - run.first + 1 for run in runs),
        amount_cents=sum(run.amount_cents for run in runs),
        medium=runs[0].medium,
        seller=runs[0].seller,
        holder=runs[0].holder,
        runs=tuple(runs),
    )


def _sell(opened: OpenGame, runs: Sequence[CardsSold]) -> None:
    """Write a sale's rows and money beside its events; all in the game's door."""
    amount_cents = sum(run.amount_cents for run in runs)
    taken_cents = 0
    for run in runs:
        seq = opened.record(run)
        lot = opened.board.lot_with(run.first)
        assert lot is not None, "a sale continues a lot"
        _add_rows(opened, lot, run, seller=run.seller, holder=run.holder)
        # Cash is the seller's to hand in, until it is counted at the desk (O79 24.4).
        payer = run.holder or seller_account(run.seller)
        try:
            post(opened, "sale", {payer: run.amount_cents, "takings": -run.amount_cents}, seq)
        except ledger.Overdrawn:
            # The door undoes all of it: told is what the player has, not what the earlier runs left.
            balance = balance_cents(opened.hall_id, run.holder) + taken_cents
            raise errors.InsufficientBalance(balance_cents=balance, price_cents=amount_cents) from None
        taken_cents += run.amount_cents


def _add_rows(opened: OpenGame, lot: Lot, run: Run | CardsSold, *, seller: str, holder: str = "") -> None:
    series = series_of(opened.hall_id, lot)
    SoldCard.objects.bulk_create(
        SoldCard(game=opened.game, series=series, number=number, medium=lot.medium, seller=seller, holder=holder)
        for number in range(run.first, run.last + 1)
    )


def sell_cards(
    *, game_id: int, quantity: int, first: int | None = None, actor: str, source_ref: str | None = None
) -> Sale:
    """Sell the seller's next printed cards for cash: those in hand, or from the desk (O79 33.3, 33.5)."""
    body = {"quantity": quantity, "first": first}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="sell_cards", body=body) as opened:
        if again := opened.already_all():
            return _told(again)
        runs = sales.decide_sales(opened.board, Medium.PHYSICAL, quantity, seller=actor, first=first)
        _sell(opened, runs)
    return _told(runs)


def buy_cards(*, game_id: int, quantity: int, holder: str, actor: str, source_ref: str | None = None) -> Sale:
    """
    Sell virtual cards to a player against the balance of account `holder` (article 85.3).

    Raises:
        StaffMayNotPlay: The account is of somebody who works in the hall (O79 29.1).
        AccountClosed, PlayIsPaused, LossLimitReached, TimeLimitReached: The player's own limits are against it.
    """
    body = {"quantity": quantity, "holder": holder}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="buy_cards", body=body) as opened:
        if again := opened.already_all():
            return _told(again)
        if works_here(opened.hall_id, holder):
            raise errors.StaffMayNotPlay
        # Held until the cards are paid: nobody sets a limit, or loses more, between the look and the purchase.
        ledger.lock(opened.hall_id, (holder, "takings"))
        bought = SoldCard.objects.filter(game=opened.game, holder=holder).count()
        runs = sales.decide_sales(opened.board, Medium.VIRTUAL, quantity, seller=actor, holder=holder, bought=bought)
        _check_player(opened, holder, sum(run.amount_cents for run in runs))
        _sell(opened, runs)
    return _told(runs)


def _check_player(opened: OpenGame, holder: str, cost_cents: int) -> None:
    player = player_numbered(opened.hall_id, number_of(holder))
    if player is not None:
        check_may_play(player, cost_cents, opened.at)


def undo_sale(*, game_id: int, first: int, last: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Take back the seller's own last run of printed cards, and hand the money back."""
    body = {"first": first, "last": last}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="undo_sale", body=body) as opened:
        if again := opened.already():
            return again
        mine = printed_sales(opened.game, actor)
        if not mine or (mine[-1].first, mine[-1].last) != (first, last):
            raise errors.NotTheLastSale(first=first, last=last)
        back_to = actor if mine[-1].from_block else ""
        event = sales.decide_undo(opened.board, Medium.PHYSICAL, first, last, back_to=back_to)
        seq = opened.record(event)
        SoldCard.objects.filter(game=opened.game, number__range=(first, last)).delete()
        post(opened, "refund", {"takings": event.amount_cents, seller_account(actor): -event.amount_cents}, seq)
    return event


def close_sale(*, game_id: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Close the sale: the acta row is written, and only from then on may a ball fall (O79 37.1)."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="close_sale") as opened:
        if again := opened.already():
            return again
        event = sales.decide_closing(opened.board)
        lock_printed(opened)
        seq = opened.record(event)
        move_series(opened)
        post(opened, "closing", spread(event.figures, opened.board), seq)
        if opened.board.pair:
            pairs.close_paired_sale(opened, seq)
            commit_second_draw(opened)
    return event


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
    """Correct in public which printed card was the last sold; with two series its number says of which (O79 39.3.a)."""
    body = {"last": last, "reason": reason}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="correct_figures", body=body) as opened:
        if again := opened.already():
            return again
        before = opened.board
        was = before.figures
        pairs.check_correctable(before)
        event = sales.decide_correction(before, last, reason=reason)
        # The second game of a pair before the series, as everywhere.
        opened.open_twin()
        opened.open_twin()
        lock_printed(opened)
        seq = opened.record(event)
        sold = taken_in(opened.game)
        _correct_rows(opened, before)
        move_series(opened)
        post(opened, "correction", _corrected(sold, taken_in(opened.game)), seq)
        post(opened, "correction", spread(event.figures, opened.board, was=was), seq)
        if opened.board.pair:
            pairs.correct_paired_sale(opened, event, seq)
    return event


def _corrected(before: dict[str, int], now: dict[str, int]) -> dict[str, int]:
    """Give the legs by which each seller has more or less to hand in; of double cards both games' at once."""
    legs = {seller_account(who): now.get(who, 0) - before.get(who, 0) for who in sorted({*before, *now})}
    return {**legs, "takings": -sum(legs.values())}


def _correct_rows(opened: OpenGame, before: Board) -> None:
    """
    Write the rows of each printed series anew.

    A card found to be sold was sold by who sold it before it was taken off, else by who held it, else by who sold the
    last one.
    """
    standing = printed_sales(opened.game)
    for was, lot in zip(before.printed, opened.board.printed, strict=True):
        rows = SoldCard.objects.filter(game=opened.game, number__range=(lot.first_card, lot.last_card))
        for run in minus(was.sold_runs, lot.sold_runs):
            rows.filter(number__range=(run.first, run.last)).delete()
        found = minus(lot.sold_runs, was.sold_runs)
        last = rows.order_by("-number").values_list("seller", flat=True).first()
        owners = [(sale, sale.seller) for sale in standing] + [(held, held.holder) for held in was.held]
        for theirs, seller in owners:
            cards = Run(first=theirs.first, last=theirs.last)
            for run in common(found, cards):
                _add_rows(opened, lot, run, seller=seller)
            found = minus(found, [cards])
        if last is None:
            last = standing[-1].seller if standing else opened.actor
        for run in found:
            _add_rows(opened, lot, run, seller=last)


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
        lock_printed(opened)
        opened.record(event)
        use_cards(opened)
        reveal_draw(opened)
    return event

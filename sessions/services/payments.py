"""Money at the end of a game: prizes against cards, credits, the game's closing; players' cash in and out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.conf import settings

from ledger import services as ledger
from people.models import Player
from sessions.journal import codec
from sessions.journal.door import open_game, open_session
from sessions.journal.player_door import OpenAccount, open_account
from sessions.models import Award, Game, SellerTakings
from sessions.rules import errors, limits, player_accounts, prizes
from sessions.rules.board import Board
from sessions.rules.cheques import CASH, Method, Payment, account_of, check_method
from sessions.rules.events import GameClosed, GameEvent, Medium
from sessions.rules.pair import check_token, check_tokens
from sessions.rules.references import CardReference
from sessions.rules.session import Session_PrizePaid, SessionEvent
from sessions.rules.session_events import ChequeReturned
from sessions.selectors.cash import taken_in
from sessions.selectors.players import deposited_cents, limits_now
from sessions.services.ball_sets import count_game
from sessions.services.ball_watch import watch_balls
from sessions.services.electronic import reveal_draw
from sessions.services.handed import check_series, handed_card
from sessions.services.lots import lock_printed, use_cards
from sessions.services.posting import post, promote_reserves
from sessions.services.tills import till_of


def _handed(card: int | str, game_id: int, actor: str) -> CardReference:
    return CardReference(number=card) if isinstance(card, int) else handed_card(card, game_id=game_id, actor=actor)


def _check_series(board: Board, reference: CardReference) -> None:
    """Refuse a card of another series that has the winning number: its face is the same (O79 33.4)."""
    if reference.letter:
        lot = board.lot_of_card(reference.number)
        check_series((lot,) if lot else board.lots, reference)


def pay_prize(
    *,
    game_id: int,
    award_no: int,
    card: int | str,
    token: str = "",
    second: str = "",
    payment: Payment = CASH,
    actor: str,
    source_ref: str | None = None,
) -> GameEvent:
    """
    Pay a prize at the end of its game, against the winning card, its number typed or its code scanned (O79 35.6).

    A prize of a pair's first game for which a token was given is paid against that as well (S0 IV); where it is lost,
    `second` answers for the winner. `payment`: in cash, or by cheque where the winner agrees (O79 35.3).
    """
    reference = _handed(card, game_id, actor)
    with open_game(
        game_id,
        actor=actor,
        source_ref=source_ref,
        deed="pay_prize",
        body=_said(award_no=award_no, card=card, token=token, second=second, payment=payment),
    ) as opened:
        if again := opened.already():
            return again
        check_token(opened.board, award_no, token, by=actor, second=second)
        _check_series(opened.board, reference)
        paid = prizes.decide_payment(opened.board, award_no, reference.number)
        _check_method(payment, paid.cents)
        event = replace(paid, second=second, **_told(payment))
        out_of = _out_of(payment, opened.hall_id, actor)
        seq = opened.record(event)
        _mark_paid(opened.game.pk, award_no, payment, was="pending")
        award = next(a for a in opened.board.awards if a.award_no == award_no)
        post(opened, "prize", {prizes.paid_from(opened.board, award): event.cents, out_of: -event.cents}, seq)
    return event


def _said(*, token: str, second: str, payment: Payment, **body: object) -> dict[str, object]:
    """Give what a request is known by; what is not as it mostly is only where it is not, as in requests of old."""
    more = {"token": token, "second": second} | (_told(payment) if payment != CASH else {})
    return body | {name: value for name, value in more.items() if value}


def _told(payment: Payment) -> dict[str, Any]:
    """Give what an event tells of how a prize was paid."""
    return {"method": str(payment.method), "cheque": payment.cheque, "consented": payment.consents}


def _check_method(payment: Payment, cents: int, *, returned: bool = False) -> None:
    check_method(payment, cents, cheque_from_cents=settings.BINGO_CHEQUE_FROM_CENTS, returned=returned)


def _out_of(payment: Payment, hall_id: int, actor: str) -> str:
    """Name the account that pays: only cash needs a till."""
    return account_of(payment, till_of(hall_id, actor) if payment.method == Method.CASH else "")


def _mark_paid(game_id: int, award_no: int, payment: Payment, *, was: str) -> Award:
    awards = Award.objects.filter(game_id=game_id, award_no=award_no)
    if not awards.filter(status=was).update(status="paid", method=payment.method, cheque=payment.cheque):
        raise errors.NoSuchAward(award_no=award_no)
    return awards.get()


def pay_late(  # noqa: PLR0913 - what the winner hands over, and how he is paid
    *,
    session_id: int,
    game_id: int,
    award_no: int,
    card: int | str,
    token: str = "",
    second: str = "",
    payment: Payment = CASH,
    actor: str,
    source_ref: str | None = None,
) -> SessionEvent:
    """Pay a prize that was left payable when its game closed; an event of the session that pays it."""
    reference = _handed(card, game_id, actor)
    with open_session(
        session_id,
        actor=actor,
        source_ref=source_ref,
        deed="pay_late",
        body=_said(game=game_id, award_no=award_no, card=card, token=token, second=second, payment=payment),
    ) as opened:
        if again := opened.already():
            return again
        if not Game.objects.filter(pk=game_id, session__hall_id=opened.hall_id).exists():
            raise errors.NotFound(what=f"game {game_id}")
        award = _mark_paid(game_id, award_no, payment, was="payable")
        if award.card != reference.number:
            raise errors.WrongCard(card=reference.number, expected=award.card)
        board = codec.game_board(award.game.board)
        check_token(board, award_no, token, by=actor, second=second)
        _check_series(board, reference)
        _check_method(payment, award.cents, returned=award.returned)
        event = Session_PrizePaid(
            game_no=award.game.game_no,
            award_no=award_no,
            card=award.card,
            cents=award.cents,
            game_session_no=award.game.session.session_no,
            second=second,
            **_told(payment),
        )
        seq = opened.record(event)
        legs = {"prizes_payable": award.cents, _out_of(payment, opened.hall_id, actor): -award.cents}
        ledger.post(
            opened.hall_id, "late_prize", legs, actor=actor, at=opened.at, stream=opened.session.stream, seq=seq
        )
    return event


def cheque_returned(
    *, session_id: int, game_id: int, award_no: int, cheque: str, actor: str, source_ref: str | None = None
) -> SessionEvent:
    """
    Note that the cheque given for a prize came back unpaid: the prize is payable again (O79 35.4).

    It is paid in cash within the three days, by another cheque, or by the authority out of the deposit (`guarantee`).

    Raises:
        NoSuchCheque: The prize was not paid by this cheque, or it came back before.
    """
    body = {"game": game_id, "award_no": award_no, "cheque": cheque}
    with open_session(session_id, actor=actor, source_ref=source_ref, deed="cheque_returned", body=body) as opened:
        if again := opened.already():
            return again
        awards = Award.objects.select_for_update(no_key=True, of=("self",)).select_related("game__session")
        paid = awards.filter(game_id=game_id, game__session__hall_id=opened.hall_id, status="paid")
        award = paid.filter(award_no=award_no, method=Method.CHEQUE, cheque=cheque).first()
        if award is None:
            raise errors.NoSuchCheque(cheque=cheque)
        if award.game.state != "closed":
            raise errors.WrongState(state=award.game.state, deed="ChequeReturned")
        event = ChequeReturned(
            game_session_no=award.game.session.session_no,
            game_no=award.game.game_no,
            award_no=award_no,
            card=award.card,
            cents=award.cents,
            cheque=cheque,
        )
        seq = opened.record(event)
        award.status, award.returned = "payable", True
        award.save(update_fields=["status", "returned"])
        legs = {"bank": award.cents, "prizes_payable": -award.cents}
        ledger.post(
            opened.hall_id, "cheque_returned", legs, actor=actor, at=opened.at, stream=opened.session.stream, seq=seq
        )
    return event


def close_game(*, game_id: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Close the game: players credited, unpaid prizes kept payable, unwon ones sent where the terms say."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="close_game", with_session=True) as opened:
        if again := opened.already():
            return again
        before = opened.board
        check_tokens(before)
        event = prizes.decide_game_closing(before)
        # Series before money, as everywhere.
        lock_printed(opened)
        seq = opened.record(event)
        pending = Award.objects.filter(game=opened.game, status="pending")
        pending.filter(medium=Medium.VIRTUAL).update(status="credited")
        pending.filter(medium=Medium.PHYSICAL).update(status="payable")
        if before.voided is None:
            post(opened, "settlement", _settlement(before, event), seq)
        promote_reserves(opened, event, seq)
        use_cards(opened)
        SellerTakings.objects.bulk_create(
            SellerTakings(game=opened.game, seller=seller, cents=cents)
            for seller, cents in sorted(taken_in(opened.game).items())
        )
        count_game(opened.game, before.sets_drawn, of_no_set=before.electronic.balls if before.electronic else 0)
        reveal_draw(opened)
    watch_balls(game_id)
    return event


def _settlement(board: Board, event: GameClosed) -> dict[str, int]:
    """Give the legs that empty the game's prizes, and take from the funds what was won of them and not paid yet."""
    legs: dict[str, int] = {
        "prizes_payable": -event.payable_cents,
        "carried:line": -event.carried_line_cents,
        "carried:bingo": -event.carried_bingo_cents,
        "house": -event.house_cents,
    }
    for award in board.awards:
        if award.status != "pending":
            continue
        if award.medium == Medium.VIRTUAL:
            legs[award.holder] = legs.get(award.holder, 0) - award.cents
        if award.jackpot:
            source = prizes.paid_from(board, award)
            legs[source] = legs.get(source, 0) + award.cents
    legs["prizes"] = -sum(legs.values())
    return legs


def deposit(*, hall_id: int, account: str, amount_cents: int, actor: str, source_ref: str | None = None) -> int:
    """
    Take cash onto a player's balance; gives the new balance in cents. The same key is one deposit.

    Raises:
        BadAmount: Not between 1 cent and 10,000 euros.
        AccountClosed, PlayIsPaused, DepositLimitReached: The player's account takes none now.
        KeyReused: The key stands for another deposit.
    """
    return _move(player_accounts.decide_deposit, hall_id, account, amount_cents, actor=actor, source_ref=source_ref)


def withdraw(*, hall_id: int, account: str, amount_cents: int, actor: str, source_ref: str | None = None) -> int:
    """
    Hand cash out of a player's balance; gives the new balance in cents. A pause does not keep a player's money.

    Raises:
        BadAmount: Not between 1 cent and 10,000 euros.
        BalanceTooSmall: More than the balance.
        KeyReused: The key stands for another withdrawal.
    """
    return _move(player_accounts.decide_withdrawal, hall_id, account, amount_cents, actor=actor, source_ref=source_ref)


def _move(decide: Any, hall_id: int, account: str, amount_cents: int, *, actor: str, source_ref: str | None) -> int:
    """Move cash between a till and a player's balance, as `decide` says; gives the balance after it."""
    out = decide is player_accounts.decide_withdrawal
    deed, body = "withdrawal" if out else "deposit", {"cents": amount_cents}
    with open_account(
        hall_id, account, till_of=till_of, deed=deed, body=body, actor=actor, source_ref=source_ref
    ) as opened:
        if again := opened.already():
            return int(again.payload["balance_cents"])
        event = decide(opened.number, amount_cents, opened.balance_cents)
        if not out:
            _check_deposit(opened, amount_cents)
        cents = amount_cents if out else -amount_cents
        legs = {account: cents, opened.till: -cents}
        ledger.post(hall_id, deed, legs, actor=actor, at=opened.at, stream=account, key=source_ref)
        opened.record(event)
    return int(event.balance_cents)


def _check_deposit(opened: OpenAccount, amount_cents: int) -> None:
    player = Player.objects.filter(hall_id=opened.hall_id, number=opened.number).first()
    if player is None:
        return
    opened.player()
    limits.check_pause(player.paused_until, opened.at)
    own = limits_now(player, opened.at)
    limits.check_amount(own, limits.DEPOSITS, deposited_cents(player, own, opened.at), amount_cents)

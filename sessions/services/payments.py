"""Money at the end of a game: prizes against cards, credits to players, the game's closing; deposits."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from ledger import services as ledger
from ledger.models import Entry
from ledger.selectors import balance_cents
from records import clock
from sessions.journal.door import open_game, open_session
from sessions.models import Award, BallSet, Game
from sessions.rules import errors, prizes
from sessions.rules.board import Board
from sessions.rules.events import GameClosed, GameEvent, Medium
from sessions.rules.session import Session_PrizePaid, SessionEvent
from sessions.services.posting import post

MOST_DEPOSIT_CENTS = 1_000_000


def pay_prize(*, game_id: int, award_no: int, card: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Pay a prize at the end of its game, against the winning card (O79 35.6)."""
    with open_game(
        game_id,
        actor=actor,
        source_ref=source_ref,
        deed="pay_prize",
        body={"award_no": award_no, "card": card},
    ) as opened:
        if again := opened.already():
            return again
        event = prizes.decide_payment(opened.board, award_no, card)
        seq = opened.record(event)
        _mark_paid(opened.game.pk, award_no, was="pending")
        post(opened, "prize", {"prizes": event.cents, "cash": -event.cents}, seq)
    return event


def _mark_paid(game_id: int, award_no: int, *, was: str) -> Award:
    changed = Award.objects.filter(game_id=game_id, award_no=award_no, status=was).update(status="paid")
    if not changed:
        raise errors.NoSuchAward(award_no=award_no)
    return Award.objects.get(game_id=game_id, award_no=award_no)


def pay_late(
    *,
    session_id: int,
    game_id: int,
    award_no: int,
    card: int,
    actor: str,
    source_ref: str | None = None,
) -> SessionEvent:
    """Pay a prize that was left payable when its game closed; an event of the session that pays it."""
    with open_session(
        session_id,
        actor=actor,
        source_ref=source_ref,
        deed="pay_late",
        body={"game": game_id, "award_no": award_no, "card": card},
    ) as opened:
        if again := opened.already():
            return again
        if not Game.objects.filter(pk=game_id, session__hall_id=opened.hall_id).exists():
            raise errors.NotFound(what=f"game {game_id}")
        award = _mark_paid(game_id, award_no, was="payable")
        if award.card != card:
            raise errors.WrongCard(card=card, expected=award.card)
        event = Session_PrizePaid(
            game_no=award.game.game_no,
            award_no=award_no,
            card=card,
            cents=award.cents,
            game_session_no=award.game.session.session_no,
        )
        seq = opened.record(event)
        legs = {"prizes_payable": award.cents, "cash": -award.cents}
        ledger.post(
            opened.hall_id, "late_prize", legs, actor=actor, at=opened.at, stream=opened.session.stream, seq=seq
        )
    return event


def close_game(*, game_id: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Close the game: players credited, unpaid prizes kept payable, unwon ones sent where the terms say."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="close_game", with_session=True) as opened:
        if again := opened.already():
            return again
        before = opened.board
        event = prizes.decide_game_closing(before)
        seq = opened.record(event)
        pending = Award.objects.filter(game=opened.game, status="pending")
        pending.filter(medium=Medium.VIRTUAL).update(status="credited")
        pending.filter(medium=Medium.PHYSICAL).update(status="payable")
        post(opened, "settlement", _settlement(before, event), seq)
        if before.drawn:
            BallSet.objects.filter(hall_id=opened.hall_id, code=before.ball_set).update(games=F("games") + 1)
    return event


def _settlement(board: Board, event: GameClosed) -> dict[str, int]:
    """Give the legs that empty the game's prizes."""
    legs: dict[str, int] = {
        "prizes_payable": -event.payable_cents,
        "carried:line": -event.carried_line_cents,
        "carried:bingo": -event.carried_bingo_cents,
        "house": -event.house_cents,
    }
    for award in board.awards:
        if award.medium == Medium.VIRTUAL and award.status == "pending":
            legs[award.holder] = legs.get(award.holder, 0) - award.cents
    legs["prizes"] = -sum(legs.values())
    return legs


def deposit(*, hall_id: int, account: str, amount_cents: int, actor: str, source_ref: str | None = None) -> int:
    """
    Take cash onto a player's balance; gives the new balance in cents. The same key is one deposit.

    Raises:
        BadAmount: Not between 1 cent and 10,000 euros.
        KeyReused: The key stands for another deposit.
    """
    if not 1 <= amount_cents <= MOST_DEPOSIT_CENTS:
        raise errors.BadAmount(amount_cents=amount_cents)
    with transaction.atomic(durable=True):
        ledger.lock(hall_id, ("cash", account))
        legs = {"cash": amount_cents, account: -amount_cents}
        old = Entry.objects.filter(hall_id=hall_id, key=source_ref).first() if source_ref else None
        if old is None:
            ledger.post(hall_id, "deposit", legs, actor=actor, at=clock.now(), key=source_ref)
        elif {leg.account.code: leg.cents for leg in old.legs.select_related("account")} != legs:
            raise errors.KeyReused
    return balance_cents(hall_id, account)

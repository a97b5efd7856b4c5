"""
The deeds of a player's account beside its money: opening and closing, PIN, cards to log in with, limits, the pause.

The token of a card is on the card alone and the PIN in the player's head: neither is in the journal, nor in any hash.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import Group

from ledger.services import account_of
from people.models import Player, PlayerCard, PlayerLimit
from people.pins import check_strength, set_pin
from people.player_log_ins import hash_of
from records.models import Hall
from sessions.journal.hall_door import open_hall
from sessions.journal.player_door import OpenAccount, open_account
from sessions.models import CardOffer, StandingPurchase
from sessions.rules import errors, limits, player_accounts
from sessions.rules.limits import Limit, LimitKind
from sessions.rules.player_events import (
    PlayerCardIssued,
    PlayerCardRevoked,
    PlayerLimitSet,
    PlayerOpened,
    PlayerPaused,
    PlayerPinSet,
)
from sessions.selectors.players import limits_of, live_game_of

CARD_SIGN: Final = "P"
"""Begins the text of a player's card, so that no reader takes it for a bingo card."""


def open_player(*, hall_id: int, name: str = "", actor: str, source_ref: str | None = None) -> int:
    """Open an account at the cash desk, without money; gives its number. The name is for the terminal, and optional."""
    body = {"named": bool(name)}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="open_player", body=body) as opened:
        if again := opened.already():
            return int(again.payload["player"])
        # The head row is every deed's last lock, and this one's only: numbers are given one after another.
        Hall.objects.select_for_update(no_key=True).get(pk=hall_id)
        last = Player.objects.filter(hall_id=hall_id).order_by("-number").first()
        number = last.number + 1 if last else 1
        user = get_user_model().objects.create_user(f"player-{hall_id}-{number}")
        user.groups.set(Group.objects.filter(name="player"))
        player = Player.objects.create(user=user, hall_id=hall_id, number=number, name=name)
        account_of(hall_id, player.account)
        opened.record(PlayerOpened(player=number))
    return number


def close_player(*, hall_id: int, account: str, actor: str, source_ref: str | None = None) -> int:
    """
    Close an account for good: nothing is on it, its card and its log-in open nothing any more.

    Raises:
        CardsInPlay, AccountNotEmpty: Not yet.
    """
    with open_account(hall_id, account, deed="close_player", actor=actor, source_ref=source_ref) as opened:
        if opened.already():
            return opened.number
        player = opened.player()
        event = player_accounts.decide_account_closing(opened.number, opened.balance_cents, live_game_of(player))
        player.closed_at = opened.at
        player.save(update_fields=["closed_at"])
        get_user_model().objects.filter(pk=player.user_id).update(is_active=False)
        StandingPurchase.objects.filter(hall_id=hall_id, account=account).delete()
        CardOffer.objects.filter(holder=account, game__session__hall_id=hall_id, open=True).update(open=False)
        _revoke(player, opened.at)
        opened.record(event)
    return opened.number


def set_player_pin(*, hall_id: int, account: str, pin: str, actor: str, source_ref: str | None = None) -> int:
    """
    Let the player choose a PIN, at the cash desk; it unlocks a locked one. Gives the player's number.

    Raises:
        WeakPin: It would be guessed (`people.pins`).
        KeyReused: The same key came with another PIN.
    """
    check_strength(pin)
    with open_account(hall_id, account, deed="set_player_pin", actor=actor, source_ref=source_ref) as opened:
        player = opened.player()
        if opened.already():
            if not check_password(pin, player.pin_hash):
                raise errors.KeyReused
            return opened.number
        set_pin(player, pin)
        opened.record(PlayerPinSet(player=opened.number))
    return opened.number


def issue_card(*, hall_id: int, account: str, actor: str, source_ref: str | None = None) -> tuple[int, str]:
    """
    Issue a card to log in with; the one before it opens nothing any more. Gives its number and the text of its code.

    The text is given this once: said again, the same request is answered with "".
    """
    with open_account(hall_id, account, deed="issue_card", actor=actor, source_ref=source_ref) as opened:
        if again := opened.already():
            return int(again.payload["card_no"]), ""
        player = opened.player()
        _revoke(player, opened.at)
        last = PlayerCard.objects.filter(player=player).order_by("-card_no").first()
        card_no = last.card_no + 1 if last else 1
        token = CARD_SIGN + secrets.token_hex(32).upper()
        PlayerCard.objects.create(player=player, card_no=card_no, token_hash=hash_of(token), issued_at=opened.at)
        opened.record(PlayerCardIssued(player=opened.number, card_no=card_no))
    return card_no, token


def revoke_card(*, hall_id: int, account: str, actor: str, source_ref: str | None = None) -> int:
    """
    Let a player's card open nothing any more: it was lost. Gives the card's number.

    Raises:
        NotFound: The player has none.
    """
    with open_account(hall_id, account, deed="revoke_card", actor=actor, source_ref=source_ref) as opened:
        if again := opened.already():
            return int(again.payload["card_no"])
        card = PlayerCard.objects.filter(player=opened.player(), revoked_at=None).first()
        if card is None:
            raise errors.NotFound(what="player_card", which="")
        _revoke(card.player, opened.at)
        opened.record(PlayerCardRevoked(player=opened.number, card_no=card.card_no))
    return int(card.card_no)


def _revoke(player: Player, at: datetime) -> None:
    PlayerCard.objects.filter(player=player, revoked_at=None).update(revoked_at=at)


def set_limit(
    *, hall_id: int, account: str, kind: str, value: int | None, actor: str, source_ref: str | None = None
) -> Limit:
    """
    Set one of a player's limits, theirs or by the cashier for them; a looser one counts after the cooling-off.

    Raises:
        BadLimit: Not a number that makes sense.
    """
    body = {"kind": kind, "value": value}
    with open_account(hall_id, account, deed="set_limit", body=body, actor=actor, source_ref=source_ref) as opened:
        player, which = opened.player(), LimitKind(kind)
        was = limits_of(player).get(which, limits.NO_LIMIT)
        if opened.already():
            return was
        cooling_off = timedelta(hours=settings.BINGO_LIMIT_COOLING_OFF_HOURS)
        new = limits.decide_limit(was, which, value, now=opened.at, cooling_off=cooling_off)
        told = {"value": new.value, "next_value": new.next_value, "next_from": new.next_from}
        PlayerLimit.objects.update_or_create(player=player, kind=which, defaults=told)
        _record_limit(opened, which, value, new)
    return new


def _record_limit(opened: OpenAccount, kind: LimitKind, value: int | None, new: Limit) -> None:
    waits = new.next_from is not None
    from_at = new.next_from.isoformat() if waits and new.next_from else ""
    opened.record(PlayerLimitSet(player=opened.number, limit=str(kind), value=value, from_at=from_at))


def pause_play(*, hall_id: int, account: str, pause: str, actor: str, source_ref: str | None = None) -> datetime:
    """
    Stop a player's play for 24 hours, 7 or 30 days; gives until when. Cards bought already play on by themselves.

    Raises:
        PauseNotShortened: It would end before the one under way.
    """
    with open_account(
        hall_id, account, deed="pause_play", body={"pause": pause}, actor=actor, source_ref=source_ref
    ) as opened:
        player = opened.player()
        if again := opened.already():
            return datetime.fromisoformat(again.payload["until"])
        until = limits.decide_pause(player.paused_until, pause, opened.at)
        player.paused_until = until
        player.save(update_fields=["paused_until"])
        StandingPurchase.objects.filter(hall_id=hall_id, account=account).delete()
        opened.record(PlayerPaused(player=opened.number, until=until.isoformat()))
    return until

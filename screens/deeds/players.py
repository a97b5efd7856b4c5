"""The deeds of players' accounts: at the cash desk, and those a player does at a terminal for themselves."""

from __future__ import annotations

from math import ceil
from typing import Any, Final

from django.utils.translation import gettext as _

from people.models import Player
from people.pins import Outcome, WeakPin, check_pin_of
from records import clock
from screens.deeds.clean import BadInput, flag, many, one_of, optional, text, whole
from screens.deeds.kinds import BIGGEST, GAME, SECOND, Asked, Body, Deed
from screens.deeds.second import SENIORS, second_senior
from sessions.journal.codec import encode
from sessions.rules import errors
from sessions.rules.cheques import Method, Payment
from sessions.rules.limits import PAUSES, Limit, LimitKind
from sessions.rules.player_accounts import PREFIX
from sessions.selectors.games import game_numbered
from sessions.services import payments, players, transfers

PLAYER: Final = {"player": whole(1, BIGGEST)}
PIN: Final = {"pin": text(8, required=False)}
LIMIT: Final = {"kind": one_of(*LimitKind), "value": optional(whole(0, BIGGEST))}
PAUSE: Final = {"pause": one_of(*PAUSES)}
CENTS: Final = {"amount_cents": whole(1, BIGGEST)}
PAID_BY: Final = {
    "method": optional(one_of(*Method)),
    "cheque": text(30, required=False),
    "consents": optional(flag),
}
"""How a prize is paid; what is absent is cash."""


def payment_in(body: Body) -> Payment:
    """Give how a prize is paid, from a body with the fields of PAID_BY."""
    return Payment(method=body["method"] or Method.CASH, cheque=body["cheque"], consents=bool(body["consents"]))


def _of(asked: Asked, number: int) -> Player:
    player = Player.objects.filter(hall=asked.hall, number=number).first()
    if player is None:
        raise errors.NotFound(what="player", which=number)
    return player


def _own(asked: Asked) -> Player:
    return Player.objects.get(user=asked.request.user)


def _account(asked: Asked, player: Player) -> dict[str, Any]:
    return {"hall_id": asked.hall.pk, "account": player.account, **asked.by}


def _prove(asked: Asked, player: Player, pin: str) -> None:
    """
    Let the player prove who they are, where they have a PIN; a deed said again was proved the first time.

    Raises:
        PinNeeded, PinRefused, PinLocked: They did not.
    """
    if asked.said is not None or not player.pin_hash:
        return
    if not pin:
        raise errors.PinNeeded
    checked = check_pin_of(player, pin)
    if checked.outcome is Outcome.LOCKED and checked.until is not None:
        raise errors.PinLocked(wait_minutes=ceil((checked.until - clock.now()).total_seconds() / 60))
    if checked.outcome is not Outcome.RIGHT:
        raise errors.PinRefused


def deposit(asked: Asked, body: Body) -> Any:
    """Take cash onto a balance."""
    player = _of(asked, body["player"])
    return {"balance_cents": payments.deposit(amount_cents=body["amount_cents"], **_account(asked, player))}


def _withdraw(asked: Asked, body: Body) -> Any:
    player = _of(asked, body["player"])
    _prove(asked, player, body["pin"])
    return {"balance_cents": payments.withdraw(amount_cents=body["amount_cents"], **_account(asked, player))}


def _open(asked: Asked, body: Body) -> Any:
    return {"player": players.open_player(hall_id=asked.hall.pk, name=body["name"], **asked.by)}


def _close(asked: Asked, body: Body) -> Any:
    return {"player": players.close_player(**_account(asked, _of(asked, body["player"])))}


def _set_pin(asked: Asked, body: Body) -> Any:
    player = _of(asked, body["player"])
    if body["pin"] != body["again"]:
        raise BadInput("again", _("The two PINs are not the same."))
    # Whoever sets a PIN can act as the player: one that is there is replaced with it, or before a second person.
    if player.pin_hash and asked.said is None:
        if body["old_pin"]:
            _prove(asked, player, body["old_pin"])
        elif not second_senior(asked.request, asked.hall, body["second"], body["second_password"]):
            raise errors.SecondPersonNeeded
    try:
        number = players.set_player_pin(pin=body["pin"], **_account(asked, player))
    except WeakPin:
        raise BadInput("pin", _("A PIN has 4 to 8 digits, neither all equal nor one after another.")) from None
    return {"player": number}


def _revoke_card(asked: Asked, body: Body) -> Any:
    return {"card_no": players.revoke_card(**_account(asked, _of(asked, body["player"])))}


def _told(limit: Limit) -> dict[str, Any]:
    next_from = limit.next_from.isoformat() if limit.next_from else ""
    return {"value": limit.value, "next_value": limit.next_value, "next_from": next_from}


def _set_limit(asked: Asked, body: Body, player: Player) -> Any:
    return _told(players.set_limit(kind=body["kind"], value=body["value"], **_account(asked, player)))


def _pause(asked: Asked, body: Body, player: Player) -> Any:
    return {"until": players.pause_play(pause=body["pause"], **_account(asked, player)).isoformat()}


def _transfer(asked: Asked, body: Body) -> Any:
    giver, taker = _of(asked, body["player"]), _of(asked, body["to"])
    _prove(asked, giver, body["pin"])
    return transfers.transfer_cards(
        game_id=asked.game(body).pk, holder=giver.account, to=taker.account, cards=body["cards"] or (), **asked.by
    )


def _offer(asked: Asked, body: Body) -> Any:
    order = {"holder": _own(asked).account, "to": f"{PREFIX}{body['to']}"}
    return encode(transfers.offer_cards(game_id=asked.game(body).pk, **order, **asked.by))


def _take(asked: Asked, body: Body) -> Any:
    order = {"holder": f"{PREFIX}{body['player']}", "to": _own(asked).account}
    event = transfers.take_cards(game_id=asked.game(body).pk, **order, **asked.by)
    return {"cards": sum(run.last - run.first + 1 for run in event.runs)}  # type: ignore[attr-defined]


def _drop(asked: Asked, body: Body) -> Any:
    mine = _own(asked).account
    holder = f"{PREFIX}{body['player']}" if body["player"] else mine
    dropped = transfers.drop_offer(game_id=asked.game(body).pk, holder=holder, to=mine if body["player"] else "")
    return {"dropped": dropped}


def _cheque_returned(asked: Asked, body: Body) -> Any:
    game = game_numbered(asked.hall.pk, body["game_no"], session_no=body["session_no"])
    order: dict[str, Any] = {"award_no": body["award_no"], "cheque": body["cheque"]}
    return payments.cheque_returned(session_id=asked.session().pk, game_id=game.pk, **order, **asked.by)


TILL: Final = ("keep_cash",)
OWN: Final = ("play_cards",)
PLAYER_DEEDS: Final[dict[str, Deed]] = {
    "open_player": Deed(permissions=TILL, fields={"name": text(120, required=False)}, run=_open, receipt=True),
    "close_player": Deed(permissions=TILL, fields=PLAYER, run=_close, receipt=True),
    "deposit": Deed(permissions=TILL, fields=PLAYER | CENTS, run=deposit, receipt=True),
    "withdraw": Deed(permissions=TILL, fields=PLAYER | CENTS | PIN, run=_withdraw, receipt=True),
    "set_player_pin": Deed(
        permissions=TILL,
        fields=PLAYER | SECOND | {"pin": text(8), "again": text(8), "old_pin": text(8, required=False)},
        run=_set_pin,
        seconds=SENIORS,
    ),
    "revoke_player_card": Deed(permissions=TILL, fields=PLAYER, run=_revoke_card),
    "set_player_limit": Deed(
        permissions=TILL,
        fields=PLAYER | LIMIT,
        run=lambda asked, body: _set_limit(asked, body, _of(asked, body["player"])),
    ),
    "pause_player": Deed(
        permissions=TILL, fields=PLAYER | PAUSE, run=lambda asked, body: _pause(asked, body, _of(asked, body["player"]))
    ),
    "set_limit": Deed(permissions=OWN, fields=LIMIT, run=lambda asked, body: _set_limit(asked, body, _own(asked))),
    "pause_play": Deed(permissions=OWN, fields=PAUSE, run=lambda asked, body: _pause(asked, body, _own(asked))),
    "transfer_cards": Deed(
        permissions=TILL,
        fields=GAME | PLAYER | PIN | {"to": whole(1, BIGGEST), "cards": optional(many(whole(1, BIGGEST), 600))},
        run=_transfer,
    ),
    "offer_cards": Deed(permissions=OWN, fields=GAME | {"to": whole(1, BIGGEST)}, run=_offer),
    "take_cards": Deed(permissions=OWN, fields=GAME | PLAYER, run=_take),
    "drop_offer": Deed(permissions=OWN, fields=GAME | {"player": optional(whole(1, BIGGEST))}, run=_drop),
    "cheque_returned": Deed(
        permissions=TILL,
        fields=GAME | {"session_no": whole(1, BIGGEST), "award_no": whole(1, BIGGEST), "cheque": text(30)},
        run=_cheque_returned,
    ),
}

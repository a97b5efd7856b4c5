"""A player's account as it stands: limits, what counts towards them, statement, cards to hand on. No writes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import F, Q, QuerySet, Sum

from ledger.models import Account, Leg
from ledger.selectors import balance_cents
from people.models import Player, PlayerVisit
from records.models import Hall
from sessions.models import Award, CardOffer, Game, SoldCard
from sessions.rules import errors, limits
from sessions.rules.limits import Limit, LimitKind
from sessions.rules.player_accounts import number_of
from sessions.rules.states import LIVE

CASH_KINDS: Final = ("deposit", "withdrawal")
"""Entries that are no play: cash in and out at the till."""


def player_numbered(hall_id: int, number: int) -> Player | None:
    """Find a player by the number, closed accounts included."""
    return Player.objects.select_related("user", "hall").filter(hall_id=hall_id, number=number).first()


def limits_of(player: Player) -> dict[LimitKind, Limit]:
    """Give a player's limits as they were set, those to come included."""
    return {
        LimitKind(row.kind): Limit(value=row.value, next_value=row.next_value, next_from=row.next_from)
        for row in player.limits.all()
    }


def limits_now(player: Player, now: datetime) -> dict[LimitKind, Limit]:
    """Give the limits that count at a moment, each as its value then."""
    now_of = {kind: limits.value_at(limit, now) for kind, limit in limits_of(player).items()}
    return {kind: Limit(value=value) for kind, value in now_of.items() if value is not None}


def _moved(player: Player, since: datetime) -> QuerySet[Leg]:
    return Leg.objects.filter(
        account__hall_id=player.hall_id, account__code=player.account, entry__at__gt=since
    ).order_by()


def deposited_cents(player: Player, own: Mapping[LimitKind, Limit], now: datetime) -> dict[LimitKind, int]:
    """Add up what was deposited in the period of each limit of deposits that the player has; cents."""
    found = {}
    for kind in [kind for kind in limits.DEPOSITS if kind in own]:
        legs = _moved(player, now - limits.period_of(kind)).filter(entry__kind="deposit")
        found[kind] = -(legs.aggregate(cents=Sum("cents"))["cents"] or 0)
    return found


def lost_cents(player: Player, own: Mapping[LimitKind, Limit], now: datetime) -> dict[LimitKind, int]:
    """
    Add up what was lost in the period of each limit of losses that the player has: paid for cards, less what came back.

    Cents; negative where more was won than paid.
    """
    found = {}
    for kind in [kind for kind in limits.LOSSES if kind in own]:
        legs = _moved(player, now - limits.period_of(kind)).exclude(entry__kind__in=CASH_KINDS)
        found[kind] = legs.aggregate(cents=Sum("cents"))["cents"] or 0
    return found


def played_time(player: Player, now: datetime) -> timedelta:
    """Add up the time a player was logged in at terminals during the last 24 hours."""
    since = now - limits.period_of(LimitKind.TIME_DAY)
    visits = PlayerVisit.objects.filter(player=player, seen_at__gt=since).values_list("since", "seen_at")
    return sum((seen - max(begun, since) for begun, seen in visits), timedelta())


def check_may_play(player: Player, cost_cents: int, now: datetime) -> None:
    """
    Check that a player may spend so many cents on cards now.

    Raises:
        AccountClosed, PlayIsPaused, LossLimitReached, TimeLimitReached: They may not.
    """
    if player.closed_at is not None:
        raise errors.AccountClosed(player=player.number)
    limits.check_pause(player.paused_until, now)
    own = limits_now(player, now)
    if not own:
        return
    limits.check_amount(own, limits.LOSSES, lost_cents(player, own, now), cost_cents)
    if LimitKind.TIME_DAY in own:
        limits.check_time(own, played_time(player, now))


def live_game_of(player: Player) -> int:
    """Give the number of a game, not over, in which the player has cards or a prize on its way; 0 = none."""
    live = Game.objects.filter(session__hall_id=player.hall_id, state__in=LIVE)
    mine = Q(sold_cards__holder=player.account) | Q(awards__holder=player.account, awards__status="pending")
    return live.filter(mine).values_list("game_no", flat=True).first() or 0


def statement_of(hall_id: int, account: str, *, most: int | None = None) -> list[dict[str, Any]]:
    """
    Give every movement of a balance, newest first: at, kind, session_no and game_no (0 = none), cents, balance_cents.

    `cents` is positive where the balance grew; `balance_cents` is what it was after the movement.
    """
    legs = Leg.objects.filter(account__hall_id=hall_id, account__code=account).order_by("-pk")
    rows = legs.values_list("entry__at", "entry__kind", "entry__stream", "cents")
    after, told = balance_cents(hall_id, account), []
    for at, kind, stream, cents in rows[:most] if most else rows:
        session_no, game_no = _game_in(stream)
        told.append(
            {
                "at": at,
                "kind": kind,
                "session_no": session_no,
                "game_no": game_no,
                "cents": -cents,
                "balance_cents": after,
            }
        )
        after += cents
    return told


def _game_in(stream: str) -> tuple[int, int]:
    what, *numbers = stream.split(":")
    return (int(numbers[0]), int(numbers[1])) if what == "game" else (0, 0)


def cash_of_the_day(hall: Hall, since: datetime) -> dict[str, int]:
    """Add up, since a moment, the cash players put on their balances and took from them; and what balances hold now."""
    legs = Leg.objects.filter(account__hall=hall, account__code__startswith="player:", entry__at__gte=since)
    sums = dict(legs.order_by().values_list("entry__kind").annotate(cents=Sum("cents")))
    held = Account.objects.filter(hall=hall, code__startswith="player:").aggregate(cents=Sum(F("balance_cents")))
    return {
        "deposited_cents": -sums.get("deposit", 0),
        "withdrawn_cents": sums.get("withdrawal", 0),
        "held_cents": held["cents"] or 0,
    }


def cards_in_play(hall_id: int, account: str) -> dict[int, list[int]]:
    """Give a player's cards in games that are not over, by the game's primary key."""
    found: dict[int, list[int]] = {}
    rows = SoldCard.objects.filter(game__session__hall_id=hall_id, game__state__in=LIVE, holder=account)
    for game_id, number in rows.order_by("game__game_no", "number").values_list("game_id", "number"):
        found.setdefault(game_id, []).append(number)
    return found


def offers_to(hall_id: int, account: str) -> list[dict[str, Any]]:
    """Give what other players offer this one: whose, in which game, how many cards they have there."""
    offers = CardOffer.objects.filter(game__session__hall_id=hall_id, to=account, open=True, game__state__in=LIVE)
    told = []
    for offer in offers.select_related("game").order_by("pk"):
        cards = SoldCard.objects.filter(game=offer.game, holder=offer.holder).count()
        if cards:
            told.append({"player": number_of(offer.holder), "game_no": offer.game.game_no, "cards": cards})
    return told


def offers_of(player: Player) -> dict[int, int]:
    """Give to whom a player offers the cards of a game, by the game's number."""
    offers = CardOffer.objects.filter(game__session__hall_id=player.hall_id, holder=player.account, open=True)
    live = offers.filter(game__state__in=LIVE).values_list("game__game_no", "to")
    return {game_no: number_of(to) for game_no, to in live}


def unpaid_awards(hall: Hall) -> QuerySet[Award]:
    """Give the prizes left payable, the oldest first."""
    rows = Award.objects.filter(game__session__hall=hall, status="payable").select_related("game__session")
    return rows.order_by("game_id", "award_no")


def cheques_given(hall: Hall) -> QuerySet[Award]:
    """Give the prizes paid by cheque, the newest first: any of them may come back."""
    rows = Award.objects.filter(game__session__hall=hall, status="paid", method="cheque")
    return rows.select_related("game__session").order_by("-game_id", "-award_no")

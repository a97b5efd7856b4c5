"""The money side of a game, for sellers and the cashier; no writes."""

from __future__ import annotations

from typing import Any

from django.db.models import Count

from ledger.selectors import balance_cents
from people.models import Player
from records.models import Event, Hall
from sessions.journal import codec
from sessions.models import Award, Game, SoldCard
from sessions.rules.events import CardsSold, Medium
from sessions.rules.states import State


def printed_sales(game: Game, actor: str = "") -> list[CardsSold]:
    """Give the runs of printed cards still standing, in order; of one seller when named."""
    rows = Event.objects.filter(hall_id=game.session.hall_id, stream=game.stream, kind__in=["CardsSold", "SaleUndone"])
    standing: dict[int, CardsSold] = {}
    for row in rows.order_by("seq"):
        event: Any = codec.game_event(row.kind, row.payload)
        if event.medium != Medium.PHYSICAL:
            continue
        if isinstance(event, CardsSold):
            standing[event.first] = event
        else:
            standing.pop(event.first, None)
    return [sale for sale in standing.values() if not actor or sale.seller == actor]


def sales_of_seller(game: Game | None, username: str) -> dict[str, Any]:
    """Give a seller's own runs of the game, newest first; only the last run of the series can be undone."""
    if game is None:
        return {"my_sales": [], "my_total_cents": 0, "my_cards": 0}
    sales = printed_sales(game)
    last = max((sale.last for sale in sales), default=0)
    mine = [sale for sale in sales if sale.seller == username]
    return {
        "my_sales": [
            {
                "medium": sale.medium,
                "first": sale.first,
                "last": sale.last,
                "quantity": sale.last - sale.first + 1,
                "amount_cents": sale.amount_cents,
                "undoable": sale.last == last and game.state == State.SELLING,
            }
            for sale in sorted(mine, key=lambda s: -s.first)
        ],
        "my_total_cents": sum(sale.amount_cents for sale in mine),
        "my_cards": sum(sale.last - sale.first + 1 for sale in mine),
    }


def of_cashier(hall: Hall, game: Game | None) -> dict[str, Any]:
    """Give the prizes to pay, the cash, the takings by seller and the players' balances."""
    awards = Award.objects.filter(
        game__session__hall=hall, medium=Medium.PHYSICAL, status__in=["pending", "payable"]
    ).select_related("game__session")
    payable = [
        {
            "game_no": award.game.game_no,
            "session_no": award.game.session.session_no,
            "award_no": award.award_no,
            "prize": award.prize,
            "card": award.card,
            "cents": award.cents,
            "status": award.status,
            "ready": award.game.state in {State.WON, State.UNCLAIMED, State.PAYING, State.CLOSED},
        }
        for award in awards.order_by("game_id", "award_no")
    ]
    return {
        "payable": payable,
        "cash_cents": balance_cents(hall.pk, "cash"),
        "by_seller": _by_seller(game),
        "players": [
            {"number": p.number, "name": p.name, "balance_cents": balance_cents(hall.pk, p.account)}
            for p in Player.objects.filter(hall=hall).order_by("number")
        ],
    }


def _by_seller(game: Game | None) -> list[dict[str, Any]]:
    if game is None:
        return []
    counted = (
        SoldCard.objects.filter(game=game, medium=Medium.PHYSICAL)
        .values("seller")
        .annotate(cards=Count("pk"))
        .order_by("seller")
    )
    value = game.board["lots"][0]["face_value_cents"] if game.board["lots"] else 0
    return [{"seller": row["seller"], "cards": row["cards"], "amount_cents": row["cards"] * value} for row in counted]

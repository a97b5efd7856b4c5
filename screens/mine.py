"""What one person's screen needs beyond the board, by their posts: stock, own sales, prizes to pay, own cards."""

from __future__ import annotations

from typing import Any

from ledger.selectors import balance_cents
from people.models import Player, StaffMember
from records.models import Hall
from screens.access import may
from sessions.journal import codec
from sessions.rules.announcements import announcements_now
from sessions.rules.regulation import regulation_of
from sessions.selectors import cash, stock, tables
from sessions.selectors.games import shown_game
from sessions.selectors.hall_view import read_hall_view


def mine_of(user: Any, hall: Hall) -> dict[str, Any]:
    """Put together what the person may see; each post adds its own."""
    player = Player.objects.filter(user=user).first()
    if player is not None:
        return _of_player(player, hall)
    game = shown_game(hall.pk)
    member = StaffMember.objects.filter(user=user).first()
    board = read_hall_view(hall.pk).board
    mine: dict[str, Any] = {
        "me": {
            "username": user.get_username(),
            "name": member.name if member else user.get_username(),
            "posts": sorted(user.groups.values_list("name", flat=True)),
        },
        "announcement": [codec.encode(a) for a in announcements_now(board)] if board else [],
        "profile": {"code": hall.profile, "name": regulation_of(hall.profile).name},
        "staff": stock.staff_of(hall),
    }
    if may(user, "run_table", "direct_session"):
        mine |= {
            "series": stock.series_of_hall(hall),
            "extractors": stock.extractors_of(hall),
            "ball_sets": stock.ball_sets_of(hall),
        }
    if may(user, "run_table"):
        mine |= {"unclaimed": tables.unclaimed(game), "suggested": stock.suggested(hall)}
    if may(user, "direct_session"):
        mine |= {"sessions": stock.sessions_of(hall), "matrices": stock.matrices_of(hall)}
    if may(user, "sell_cards"):
        mine |= cash.sales_of_seller(game, user.get_username())
    if may(user, "keep_cash"):
        mine |= cash.of_cashier(hall, game)
    return mine


def _of_player(player: Player, hall: Hall) -> dict[str, Any]:
    return {
        "player": {
            "number": player.number,
            "name": player.name,
            "balance_cents": balance_cents(hall.pk, player.account),
            "pending_cents": tables.pending_cents(hall.pk, player.account),
        },
        "cards": tables.cards_of(hall.pk, player.account),
        "history": tables.history_of(hall.pk, player.account),
    }

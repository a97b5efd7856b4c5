"""What one person's screen needs beyond the board, by their posts: stock, own sales, prizes to pay, own cards."""

from __future__ import annotations

from typing import Any

from ledger.selectors import balance_cents
from people.models import Player, StaffMember
from records import clock
from records.models import Hall
from screens.access import may
from screens.approval_words import approvals_of
from screens.deeds.registry import DEEDS
from sessions.journal import codec
from sessions.models import Game
from sessions.rules.announcements import announcements_now, last_game_now
from sessions.rules.states import LIVE
from sessions.selectors import (
    acta,
    admission,
    ball_sets,
    cash,
    electronic,
    people,
    players,
    receipts,
    stock,
    stopping,
    tables,
    terminals,
    tills,
)
from sessions.selectors.alarms import alarms_of
from sessions.selectors.games import shown_game
from sessions.selectors.hall_view import HallView, read_hall_view
from sessions.selectors.profiles import profile_of


def mine_of(user: Any, hall: Hall) -> dict[str, Any]:
    """Put together what the person may see; each post adds its own."""
    player = Player.objects.filter(user=user).first()
    if player is not None:
        return _of_player(player, hall)
    game = shown_game(hall.pk)
    member = StaffMember.objects.filter(user=user).first()
    view = read_hall_view(hall.pk)
    mine: dict[str, Any] = {
        "me": {
            "username": user.get_username(),
            "name": member.name if member else user.get_username(),
            "posts": sorted(user.groups.values_list("name", flat=True)),
        },
        "announcement": _read_aloud(view),
        "profile": profile_of(hall),
        "staff": stock.staff_of(hall),
        "printers": receipts.printers_of(hall),
        "approvals": approvals_of(user, hall, DEEDS),
    }
    if may(user, "run_table", "direct_session"):
        mine |= {
            "series": stock.series_of_hall(hall),
            "extractors": stock.extractors_of(hall),
            "ball_sets": ball_sets.ball_sets_of(hall),
            "complaints": people.complaints_of(hall),
            "unsigned": acta.entries_unsigned_now(hall),
        }
    if may(user, "run_table"):
        mine |= {"unclaimed": tables.unclaimed(game), "suggested": stock.suggested(hall)}
        mine |= {"second_series": stock.second_series(hall, game)}
        mine |= {"pair": stopping.pair_of(game)}
    if may(user, "direct_session", "run_table"):
        mine |= {"terminals": terminals.troubles_of(hall)}
    if may(user, "direct_session", "run_table") and (game is None or game.state not in LIVE):
        mine |= {"to_destroy": stock.to_destroy(hall)}
    if may(user, "direct_session"):
        mine |= {"alarms": alarms_of(hall)}
        mine |= {"sessions": stock.sessions_of(hall), "matrices": stock.matrices_of(hall)}
        mine |= {"permit": people.permit_of(hall), "door_open": people.door_is_open(hall)}
        mine |= {"electronic": electronic.authorisation_of(hall)}
    mine |= _of_the_door_and_cash(user, hall, game)
    return mine


def _of_the_door_and_cash(user: Any, hall: Hall, game: Game | None) -> dict[str, Any]:
    mine: dict[str, Any] = {}
    if may(user, "admit", "direct_session"):
        mine |= {"admission": admission.desk_of(hall)}
    if may(user, "sell_cards"):
        mine |= cash.sales_of_seller(game, user.get_username())
    if may(user, "keep_cash"):
        mine |= cash.of_cashier(hall, game)
        mine |= tills.of_holder(hall, user.get_username())
    return mine


def _read_aloud(view: HallView) -> list[dict[str, Any]]:
    """Give the sentences to read aloud now, those about the last game included."""
    if view.board is None:
        return []
    last = last_game_now(view.board, view.session.last_game) if view.session else []
    told = [*announcements_now(view.board), *last]
    # The law's language first, all of it, then the other one.
    return [codec.encode(line) for line in sorted(told, key=lambda line: line.lang != told[0].lang)]


def _of_player(player: Player, hall: Hall) -> dict[str, Any]:
    paused = player.paused_until
    return {
        "player": {
            "number": player.number,
            "name": player.name,
            "balance_cents": balance_cents(hall.pk, player.account),
            "pending_cents": tables.pending_cents(hall.pk, player.account),
            "paused_until": paused.isoformat() if paused and paused > clock.now() else "",
        },
        "offers": players.offers_to(hall.pk, player.account),
        "standing": tables.standing_of(hall, player.account),
        "cards": tables.cards_of(hall.pk, player.account),
        "history": tables.history_of(hall.pk, player.account),
    }

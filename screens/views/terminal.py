"""The player's terminal: own balance, own cards, the game as it goes; and the account behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache

from ledger.selectors import balance_cents
from people.models import Player
from screens.access import hall_of, requires
from screens.labels import labels_for
from screens.views.players import SHOWN, games_of, limit_rows, paused_until
from screens.views.statement import told
from sessions.selectors.players import offers_of, statement_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@never_cache
def terminal(request: HttpRequest) -> HttpResponse:
    """Show the terminal of the player who logged in; whoever has not is asked who they are."""
    return _terminal(request) if request.user.is_authenticated else redirect("player_entry")


@requires("play_cards")
def _terminal(request: HttpRequest) -> HttpResponse:
    labels = labels_for("terminal", [get_language()])
    return render(request, "screens/terminal.html", {"hall": hall_of(request.user), "labels": labels})


@never_cache
@requires("play_cards")
def terminal_account(request: HttpRequest) -> HttpResponse:
    """Show a player their own account: limits, pause, cards to hand on, every movement."""
    player = get_object_or_404(Player.objects.select_related("hall"), user=request.user)
    offered = offers_of(player)
    context = {
        "hall": player.hall,
        "labels": labels_for("terminal_account", [get_language()]),
        "player": player,
        "balance_cents": balance_cents(player.hall_id, player.account),
        "limits": limit_rows(player),
        "cooling_off": settings.BINGO_LIMIT_COOLING_OFF_HOURS,
        "paused": paused_until(player),
        "games": [game | {"to": offered.get(game["game_no"], 0)} for game in games_of(player)],
        "rows": told(statement_of(player.hall_id, player.account, most=SHOWN)),
        "most": SHOWN,
    }
    return render(request, "screens/terminal_account.html", context)

"""Players' accounts at the cash desk: the list, one account with all that is done for it, its card to log in with."""

from __future__ import annotations

from datetime import timedelta
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.selectors import balance_cents
from people.models import Player, PlayerCard
from records import clock
from screens.access import hall_of, may, requires
from screens.labels import labels_for
from screens.views.statement import told
from sessions.messages import sentence
from sessions.models import Game
from sessions.rules import limits
from sessions.rules.errors import KeyReused, RuleViolation
from sessions.rules.limits import LimitKind
from sessions.selectors import players as selectors
from sessions.selectors.games import live_session
from sessions.selectors.tables import pending_cents
from sessions.services import players as services
from sessions.services.transfers import offerable

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from records.models import Hall

LIMIT_WORDS: Final = {
    LimitKind.DEPOSIT_DAY: _("Deposits in 24 hours"),
    LimitKind.DEPOSIT_WEEK: _("Deposits in 7 days"),
    LimitKind.DEPOSIT_MONTH: _("Deposits in 30 days"),
    LimitKind.LOSS_DAY: _("Losses in 24 hours"),
    LimitKind.LOSS_WEEK: _("Losses in 7 days"),
    LimitKind.LOSS_MONTH: _("Losses in 30 days"),
    LimitKind.TIME_DAY: _("Time in 24 hours"),
}
SHOWN: Final = 60
"""Movements shown on a page; the file has them all."""


def limit_rows(player: Player) -> list[dict[str, Any]]:
    """Give each limit as a page tells it: what counts now, what has been used of it, and what is to come."""
    now = clock.now()
    kept, own = selectors.limits_of(player), selectors.limits_now(player, now)
    used: dict[LimitKind, int] = {
        **selectors.deposited_cents(player, own, now),
        **selectors.lost_cents(player, own, now),
    }
    if LimitKind.TIME_DAY in own:
        used[LimitKind.TIME_DAY] = int(selectors.played_time(player, now).total_seconds() // 60)
    rows = []
    for kind, name in LIMIT_WORDS.items():
        limit = kept.get(kind, limits.NO_LIMIT)
        waits = limit.next_from is not None and limit.next_from > now
        rows.append(
            {
                "kind": str(kind),
                "name": name,
                "is_time": kind == LimitKind.TIME_DAY,
                "value": limits.value_at(limit, now),
                "used": max(0, used.get(kind, 0)),
                "next_value": limit.next_value,
                "next_from": limit.next_from if waits else None,
            }
        )
    return rows


def paused_until(player: Player) -> Any:
    """Give until when a player has stopped playing, None = they have not."""
    return player.paused_until if player.paused_until and player.paused_until > clock.now() else None


def games_of(player: Player) -> list[dict[str, Any]]:
    """Give the games that are not over in which a player has cards, and how many of them can be handed on."""
    held = selectors.cards_in_play(player.hall_id, player.account)
    games = Game.objects.select_related("session").filter(pk__in=held).order_by("game_no")
    return [
        {"game_no": game.game_no, "cards": len(held[game.pk]), "free": len(offerable(game, player.account))}
        for game in games
    ]


@requires("keep_cash")
@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Show the hall's accounts, those with money first, and the cash that came and went since the session began."""
    hall = _hall(request)
    session = live_session(hall.pk)
    since = session.opened_at if session and session.opened_at else clock.now() - timedelta(hours=24)
    rows = [
        {"player": one, "balance_cents": balance_cents(hall.pk, one.account), "paused": paused_until(one)}
        for one in Player.objects.filter(hall=hall, closed_at=None).order_by("number")
    ]
    context = {
        "labels": labels_for("players", [get_language()]),
        "rows": rows,
        "since": since,
        "in_session": bool(session and session.opened_at),
        "day": selectors.cash_of_the_day(hall, since),
    }
    return render(request, "screens/players/index.html", context)


@requires("keep_cash")
@require_safe
def player(request: HttpRequest, number: int) -> HttpResponse:
    """Show one account: balance, what is done for it, limits, the card, the movements."""
    hall = _hall(request)
    found = _player(hall, number)
    rows = selectors.statement_of(hall.pk, found.account, most=SHOWN)
    card = PlayerCard.objects.filter(player=found, revoked_at=None).first()
    context = {
        "labels": labels_for("players", [get_language()]),
        "player": found,
        "balance_cents": balance_cents(hall.pk, found.account),
        "pending_cents": pending_cents(hall.pk, found.account),
        "paused": paused_until(found),
        "locked": found.pin_locked_until is not None and found.pin_locked_until > clock.now(),
        "card": card,
        "key": token_hex(16),
        "limits": limit_rows(found),
        "cooling_off": settings.BINGO_LIMIT_COOLING_OFF_HOURS,
        "games": games_of(found),
        "rows": told(rows),
        "most": SHOWN,
    }
    return render(request, "screens/players/player.html", context)


@never_cache
@requires("keep_cash")
def player_card(request: HttpRequest, number: int) -> HttpResponse:
    """Issue a card and show it this once, to be printed; asked for in any other way it leads back to the account."""
    hall = _hall(request)
    found = _player(hall, number)
    if request.method != "POST":
        return redirect("player", number=number)
    key = request.POST.get("key", "")[:64]
    if not key:
        return redirect("player", number=number)
    refusal, card_no, token = "", 0, ""
    actor = request.user.get_username()
    try:
        card_no, token = services.issue_card(
            hall_id=hall.pk, account=found.account, actor=actor, source_ref=f"{actor}:{key}"
        )
    except KeyReused:
        refusal = str(_("This card has been shown already. Issue another from the account."))
    except RuleViolation as why:
        refusal = sentence(why)
    context = {"player": found, "card_no": card_no, "code": _code(token) if token else "", "refusal": refusal}
    return render(request, "screens/players/card.html", context)


def _code(token: str) -> str:
    """Draw the square code of a card into the page: an image of its own would need an address, and be kept."""
    import segno

    drawn = segno.make(token, error="m", micro=False)
    return mark_safe(drawn.svg_inline(border=2, light="#fff", dark="#000", omitsize=True))  # noqa: S308 - drawn here


@requires("keep_cash")
@require_safe
def prizes(request: HttpRequest) -> HttpResponse:
    """Show the prizes left to pay, the oldest first, and the cheques that were given."""
    hall = _hall(request)
    now = clock.now()
    awards = [
        {
            "award": one,
            "token": any(token["award_no"] == one.award_no for token in one.game.board.get("tokens", [])),
            "at": one.game.session.closed_at or one.game.session.opened_at,
            "days": (now - (one.game.session.closed_at or one.game.session.opened_at or now)).days,
        }
        for one in selectors.unpaid_awards(hall)
    ]
    session = live_session(hall.pk)
    context = {
        "labels": labels_for("players", [get_language()]),
        "rows": awards,
        "total_cents": sum(row["award"].cents for row in awards),
        "cheques": list(selectors.cheques_given(hall)[:SHOWN]),
        "open": bool(session and session.state == "open"),
        "may_pay": may(request.user, "keep_cash"),
    }
    return render(request, "screens/players/prizes.html", context)


def _hall(request: HttpRequest) -> Hall:
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    return hall


def _player(hall: Hall, number: int) -> Player:
    found = selectors.player_numbered(hall.pk, number)
    if found is None:
        raise Http404
    return found

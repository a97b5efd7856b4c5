"""The page of additional prizes for the Jefe de Sala, and the receipt of one that was won."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from screens.access import hall_of, requires
from screens.labels import labels_for
from sessions.journal import codec
from sessions.models import BingoSession
from sessions.rules.jackpots import JackpotKind
from sessions.selectors.games import live_game, live_session
from sessions.selectors.jackpots import games_won, jackpots_of, receipt_of
from sessions.selectors.profiles import regulation_in_force

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from records.models import Hall


@requires("direct_session")
@require_safe
def jackpots(request: HttpRequest) -> HttpResponse:
    """Show each additional prize of the profile: its fund, what is set of it, and those that were won."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    session = live_session(hall.pk)
    game = live_game(hall.pk)
    regulation = regulation_in_force(hall)
    shown = _shown(hall, session)
    context = {
        "labels": labels_for("jackpots", [get_language()]),
        "regulation": regulation,
        "jackpots": shown,
        "session": session,
        "game": game,
        "settable": session is not None and game is None,
        "taken_bp": sum(one["set"].funding_bp for one in shown if one["set"].on),
        "won": games_won(hall.pk),
    }
    return render(request, "screens/jackpots/index.html", context)


def _shown(hall: Hall, session: BingoSession | None) -> list[dict[str, Any]]:
    """Add to each prize what its panel says; before any session there is nothing set."""
    last = session or BingoSession.objects.filter(hall=hall).order_by("-session_no").first()
    if last is None:
        return []
    shown = jackpots_of(last, codec.session_board(last.board))
    for one in shown:
        rule, standing = one["rule"], one["set"]
        amount, fund = standing.amount_cents, one["fund"].fund_cents
        one |= {
            "kind": str(rule.kind),
            "prize_cents": min(fund, standing.cap_cents) if standing.cap_cents else fund,
            "full": bool(standing.cap_cents) and fund >= standing.cap_cents,
            "hall_says_ball": rule.kind == JackpotKind.ACCUMULATED and not rule.limits,
            "due_at": datetime.fromisoformat(standing.due_at) if standing.due_at else None,
            "missing_cents": 0 if rule.from_house else max(amount - fund, 0),
        }
    return shown


@requires("keep_cash", "direct_session", "run_table")
@require_safe
def receipt(request: HttpRequest, session_no: int, game_no: int, award_no: int) -> HttpResponse:
    """Show the receipt of an additional prize, to print and sign, in the hall's language."""
    hall = hall_of(request.user)
    found = receipt_of(hall.pk, session_no, game_no, award_no) if hall else None
    if hall is None or found is None:
        raise Http404
    with translation.override(hall.language):
        return render(request, "screens/jackpots/receipt.html", {"one": found, "hall": hall})

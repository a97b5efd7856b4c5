"""A player's log-in at a terminal, by card or number and their PIN; and the way out, with the cards playing on."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from django.contrib.auth import login, logout
from django.core.cache import cache
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from people.models import Player
from people.pins import Outcome, check_pin_of
from people.player_log_ins import player_of
from records import clock
from screens.access import hall_of, may
from screens.labels import labels_for
from sessions.selectors.players import live_game_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from people.pins import Checked
    from records.models import Hall

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
MOST_WRONG: Final = 20
"""Wrong tries at one terminal within WAIT_S, of whatever accounts, before it takes no more."""
WAIT_S: Final = 15 * 60


@sensitive_post_parameters("pin", "who")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def player_entry(request: HttpRequest) -> HttpResponse:
    """Log a player in; wrong tries are counted for the account and for the terminal."""
    if request.method != "POST" and may(request.user, "play_cards"):
        return redirect("terminal")
    hall = hall_of(None)
    refusal = ""
    if request.method == "POST" and hall is not None:
        refusal = _enter(request, hall)
        if not refusal:
            return redirect("terminal")
    context = {
        "hall": hall,
        "refusal": refusal,
        "labels": labels_for("player_entry", [get_language()]),
        "left": request.GET.get("left", "") if not refusal else "",
    }
    return render(request, "screens/terminal_entry.html", context, status=400 if refusal else 200)


def _enter(request: HttpRequest, hall: Hall) -> str:
    """Log in who the form names; gives why not, "" when they are in."""
    place = f"player-entry:{request.META.get('REMOTE_ADDR', '')}"
    if cache.get(place, 0) >= MOST_WRONG:
        return _("Too many wrong tries at this terminal. Call the staff, or wait a quarter of an hour.")
    known = player_of(hall, request.POST.get("who", "")[:80])
    checked = check_pin_of(known, request.POST.get("pin", "")[:20])
    if known is not None and checked.outcome is Outcome.RIGHT:
        login(request, known.user, backend=BACKEND)
        request.session["player_entry"] = True
        return ""
    cache.add(place, 0, WAIT_S)
    cache.incr(place)
    return _why(checked)


def _why(checked: Checked) -> str:
    if checked.outcome is Outcome.UNSET:
        return _("This account has no PIN yet: choose one at the cash desk.")
    if checked.outcome is Outcome.LOCKED and checked.until is not None:
        minutes = ceil((checked.until - clock.now()).total_seconds() / 60)
        return ngettext(
            "Too many wrong PINs: wait {n} minute, or ask at the cash desk.",
            "Too many wrong PINs: wait {n} minutes, or ask at the cash desk.",
            minutes,
        ).format(n=minutes)
    return _("Card or number and PIN do not go together.")


@never_cache
def player_exit(request: HttpRequest) -> HttpResponse:
    """Log the player out of this terminal; cards in play go on by themselves, and the next page says so."""
    if request.method != "POST":
        return redirect("player_entry")
    player = Player.objects.filter(user=request.user).first() if request.user.is_authenticated else None
    plays = player is not None and bool(live_game_of(player))
    logout(request)
    return redirect(f"{reverse('player_entry')}?left={'cards' if plays else 'yes'}")

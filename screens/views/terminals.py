"""The hall's devices: the Jefe de Sala's list of them, and the page on which a device lets itself in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth import logout
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from people.models import Player, StaffMember
from screens.access import hall_of, requires
from screens.enrolment import cookie_name, home_of, keep_secret
from screens.labels import labels_for
from screens.labels.terminals import KIND_WORDS
from screens.version import VERSION
from sessions.messages import sentence
from sessions.rules.errors import RuleViolation, TooManyWrongCodes
from sessions.rules.terminals import clock_is_wrong
from sessions.selectors.terminals import revoked_of, terminals_of
from sessions.services.terminals import enrol as let_in

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from people.models import Terminal
    from records.models import Hall

LONGEST_CODE = 40


@requires("direct_session")
@require_safe
def terminals(request: HttpRequest) -> HttpResponse:
    """Show the devices: where each is, whether it is there, who works at it; offers a code for another."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    names = _names(hall)
    rows = [_row(one, names) for one in terminals_of(hall)]
    context = {
        "labels": labels_for("terminals", [get_language()]),
        "rows": rows,
        "online": sum(row["terminal"].online for row in rows),
        "lost": [row for row in rows if row["terminal"].lost_at],
        "revoked": [{"terminal": one, "kind": KIND_WORDS.get(one.kind, one.kind)} for one in revoked_of(hall)],
    }
    return render(request, "screens/terminals/index.html", context)


def _names(hall: Hall) -> dict[str, str]:
    staff = StaffMember.objects.filter(hall=hall).values_list("user__username", "name")
    players = Player.objects.filter(hall=hall)
    return dict(staff) | {one.account: f"{KIND_WORDS['player']} {one.number}" for one in players}


def _row(one: Terminal, names: dict[str, str]) -> dict[str, Any]:
    return {
        "terminal": one,
        "kind": KIND_WORDS.get(one.kind, one.kind),
        "who": names.get(one.login, one.login),
        "seconds": None if one.skew_ms is None else one.skew_ms / 1_000,
        "wrong_clock": one.online and clock_is_wrong(one.skew_ms),
        "old": bool(one.online and one.version and one.version != VERSION),
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enrol(request: HttpRequest) -> HttpResponse:
    """Let this device in with the code that the Jefe de Sala was shown; whoever was logged in at it is no more."""
    standing: Terminal | None = getattr(request, "terminal", None)
    refusal, status = "", 200
    if request.method == "POST":
        try:
            entered = let_in(
                code=request.POST.get("code", "")[:LONGEST_CODE],
                address=request.META.get("REMOTE_ADDR", ""),
                token_before=request.COOKIES.get(cookie_name(), ""),
            )
        except RuleViolation as refused:
            refusal = sentence(refused)
            status = 429 if isinstance(refused, TooManyWrongCodes) else 400
        else:
            logout(request)
            response = redirect(home_of(entered.terminal))
            keep_secret(response, entered.token)
            return response
    context = {
        "refusal": refusal,
        "standing": standing,
        "kind": KIND_WORDS.get(standing.kind, "") if standing else "",
        "home": home_of(standing),
    }
    return render(request, "screens/terminals/enrol.html", context, status=status)

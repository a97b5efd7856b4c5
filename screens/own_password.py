"""
A one-time password opens one page: the one on which its owner chooses their own (`people.staff_logins`).

What a log-in was made with is looked up once, at its first request, and kept in the log-in: giving somebody a one-time
password ends their log-ins, so no older one can stand.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.contrib.auth import logout
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from people.staff_logins import one_time_until
from records import clock

if TYPE_CHECKING:
    from django.http import HttpRequest

GIVEN: Final = "password_given_until"
PAGE: Final = "/clave/"
OPEN: Final = ("/salir/", "/idioma/", "/static/", "/healthz/")
"""What a log-in made with a one-time password may ask for beside that page."""


def own_password_first(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Send who came with a one-time password to choose their own, before anything else."""

    def middleware(request: HttpRequest) -> HttpResponse:
        until = given_until(request)
        if not until or request.path.startswith(OPEN):
            return get_response(request)
        if datetime.fromisoformat(until) <= clock.now():
            logout(request)
            return render(request, "screens/errors/lapsed.html", status=403)
        if request.path == PAGE:
            return get_response(request)
        if request.path.startswith(("/deeds/", "/state/")):
            message = _("Choose your own password first.")
            return JsonResponse({"ok": False, "code": "own_password_first", "message": message}, status=403)
        return redirect("password")

    return middleware


def given_until(request: HttpRequest) -> str:
    """Tell until when the password this log-in was made with may be changed, "" when it is their own."""
    if not request.user.is_authenticated:
        return ""
    if GIVEN not in request.session:
        until = one_time_until(request.user)
        request.session[GIVEN] = until.isoformat() if until else ""
    return str(request.session[GIVEN])

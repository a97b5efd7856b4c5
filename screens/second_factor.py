"""
The second step of a log-in: who is asked for it, and who must set one up before anything else is open to them.

BINGO_SECOND_FACTOR: off = nobody; optional = who has set one up; required = the senior posts too, who set one up at
their next log-in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from people.second_factor import is_enrolled

MUST_ENROL: Final = "must_enrol"
"""In a log-in: nothing else is open to it before the second step is."""
SENIOR_POSTS: Final = ("hall_manager", "table_chief", "cashier")
OPEN: Final = ("/entrar/", "/salir/", "/idioma/", "/static/", "/healthz/")


def is_asked(user: Any) -> bool:
    """Tell whether a log-in of this person needs a code after the password."""
    return settings.BINGO_SECOND_FACTOR != "off" and is_enrolled(user)


def must_enrol(user: Any) -> bool:
    """Tell whether this person has to set a second step up and has not."""
    if settings.BINGO_SECOND_FACTOR != "required" or settings.BINGO_DEMO:
        return False
    senior = user.groups.filter(name__in=SENIOR_POSTS).exists() or user.is_superuser
    return senior and not is_enrolled(user)


@receiver(user_logged_in)
def mark_log_in(request: HttpRequest, user: Any, **_more: Any) -> None:
    """Mark a log-in whose owner must set a second step up, whichever page it was made on."""
    request.session.pop(MUST_ENROL, None)
    if must_enrol(user):
        request.session[MUST_ENROL] = True


def enrolled_first(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Send who must set the step up to the page where it is done."""

    def answer(request: HttpRequest) -> HttpResponse:
        held = settings.BINGO_SECOND_FACTOR == "required" and settings.SESSION_COOKIE_NAME in request.COOKIES
        if not held or not request.session.get(MUST_ENROL) or request.path.startswith(OPEN):
            return get_response(request)
        if request.path.startswith(("/deeds/", "/state/")):
            message = _("Set up the second step of your log-in first.")
            return JsonResponse({"ok": False, "code": "second_step_needed", "message": message}, status=403)
        return redirect("second_factor")

    return answer

"""Logging in and out; in a demo, entering as one of the printed people with one press."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from screens.access import FACES, may
from screens.views.launcher import ADDRESSES


def first_face(user: object) -> str:
    """Give the address of the person's first face; the launcher when they have none."""
    return next((ADDRESSES[face] for permission, face in FACES if may(user, permission)), "/")


class Entry(LoginView):
    """The log-in form; it leads to the person's own face."""

    template_name = "screens/login.html"

    def get_default_redirect_url(self) -> str:
        """Lead to the first face of who has just logged in."""
        return first_face(self.request.user)


@require_POST
def enter_demo(request: HttpRequest) -> HttpResponse:
    """Enter as a demo person, without a password; exists only while BINGO_DEMO is on."""
    if not settings.BINGO_DEMO:
        raise Http404
    user = get_object_or_404(get_user_model(), username=request.POST.get("username", ""), is_active=True)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    wanted = request.POST.get("next", "")
    inside = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return redirect(wanted if inside else first_face(user))

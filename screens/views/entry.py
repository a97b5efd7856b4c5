"""Logging in and out; in a demo, entering as one of the printed people with one press."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST
from typing_extensions import override

from screens.limits import failed_log_ins
from screens.second_factor import is_asked
from screens.views.addresses import address_of, slow_down, too_fast
from screens.views.faces import first_face
from screens.views.second_factor import wait_for_code

__all__ = ["Entry", "enter_demo", "first_face"]


class Entry(LoginView):
    """The log-in form; it leads to the person's own face."""

    template_name = "screens/login.html"

    @override
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Take a log-in, unless too many of this address have failed: then no password is even hashed."""
        if too_fast(request):
            return slow_down(request)
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer

    @override
    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in, or ask for the second step first."""
        failed_log_ins.give_back(address_of(self.request))
        user = form.get_user()
        if is_asked(user):
            return wait_for_code(self.request, user, self.get_redirect_url())
        answer: HttpResponse = super().form_valid(form)
        return answer

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

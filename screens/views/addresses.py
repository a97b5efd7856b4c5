"""Who asks too fast: the address that log-ins fail from, told before any password is hashed."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from screens.limits import failed_log_ins


def address_of(request: HttpRequest) -> str:
    """Give the address a request comes from, as the server says: of a trusted proxy the one it speaks for."""
    return str(request.META.get("REMOTE_ADDR", ""))


def too_fast(request: HttpRequest) -> bool:
    """Count one more try of this address; it is given back where it is right."""
    return not failed_log_ins.take(address_of(request), settings.BINGO_LOGINS_A_MINUTE)


def slow_down(request: HttpRequest) -> HttpResponse:
    """Say to wait a minute."""
    answer = render(request, "screens/errors/slow_down.html", status=429)
    answer.headers["Retry-After"] = "60"
    return answer

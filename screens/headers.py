"""Headers on every answer, beside Django's own: what a page of the hall may never be used for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

HEADERS: Final = {
    # The camera reads codes of cards, full screen and staying awake are for walls and terminals; the rest is nobody's.
    "Permissions-Policy": (
        "accelerometer=(), autoplay=(self), camera=(self), display-capture=(), fullscreen=(self), "
        "geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), "
        "publickey-credentials-get=(), screen-wake-lock=(self), serial=(), usb=()"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Permitted-Cross-Domain-Policies": "none",
}


def hall_headers(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Put the headers on every answer that has not its own."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return answer

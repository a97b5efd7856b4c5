"""The caller's desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils.translation import get_language

from screens.access import requires
from screens.labels import labels_for

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@requires("call_balls", "run_table")
def caller(request: HttpRequest) -> HttpResponse:
    """Show the draw to the person at the microphone."""
    return render(request, "screens/caller/index.html", {"labels": labels_for("caller", [get_language()])})

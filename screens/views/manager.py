"""The Jefe de Sala's desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils.translation import get_language

from screens.access import requires
from screens.labels import labels_for

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@requires("direct_session")
def manager(request: HttpRequest) -> HttpResponse:
    """Show the session: its opening, its running and its close."""
    return render(request, "screens/manager/index.html", {"labels": labels_for("manager", [get_language()])})

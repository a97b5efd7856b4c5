"""The Jefe de Mesa's console."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils.translation import get_language

from screens.access import requires
from screens.labels import labels_for

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@requires("run_table")
def desk(request: HttpRequest) -> HttpResponse:
    """Show the table's console; all that moves on it comes from the socket."""
    return render(request, "screens/desk/index.html", {"labels": labels_for("desk", [get_language()])})

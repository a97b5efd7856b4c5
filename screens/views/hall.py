"""The hall board, for the walls of the room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render

from screens.access import wall_access
from screens.views.wall import wall_context

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@wall_access
def hall_board(request: HttpRequest) -> HttpResponse:
    """Show the board; `lang` takes one language or two, `anim=0` and `voice=1` are optional."""
    return render(request, "screens/hall.html", wall_context(request, "hall"))

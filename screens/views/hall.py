"""The hall board, for the walls of the room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render

from screens.access import wall_access
from screens.views.check import check_url
from screens.views.wall import wall_context

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@wall_access
def hall_board(request: HttpRequest) -> HttpResponse:
    """
    Show the board; `lang` takes one language or two; `anim=0`, `voice=1` or `voice=balls`, `vol=0..100` are optional.

    `show=admission` shows at the entrance whether somebody may come in (O79 32.1).
    """
    if request.GET.get("show") == "admission":
        return render(request, "screens/door.html", wall_context(request, "door"))
    return render(request, "screens/hall.html", {**wall_context(request, "hall"), "check_url": check_url(request)})

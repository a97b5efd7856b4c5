"""The player's terminal: own balance, own cards, the game as it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils.translation import get_language

from screens.access import hall_of, requires
from screens.labels import labels_for

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@requires("play_cards")
def terminal(request: HttpRequest) -> HttpResponse:
    """Show the terminal of the player who logged in."""
    labels = labels_for("terminal", [get_language()])
    return render(request, "screens/terminal.html", {"hall": hall_of(request.user), "labels": labels})

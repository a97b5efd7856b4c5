"""The closed-circuit television overlay: graphics to be laid over the camera on the ball."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from django.conf import settings
from django.shortcuts import render

from screens.access import wall_access
from screens.views.wall import wall_context

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

PARTS = ("ball", "last", "board", "prize", "card", "clock")
SHOWN = ("ball", "last", "prize", "card")
BACKGROUNDS = ("transparent", "key", "black")
CORNERS = ("bl", "br", "tl", "tr")


def options(request: HttpRequest) -> dict[str, object]:
    """Read the overlay's own query parameters; what is not understood takes its default."""
    query = request.GET
    asked = [part for part in query.get("show", "").split(",") if part in PARTS]
    background = query.get("bg", "")
    corner = query.get("pos", "")
    return {
        "show": " ".join(asked or SHOWN),
        "background": background if background in BACKGROUNDS else "transparent",
        "corner": corner if corner in CORNERS else "bl",
        "safe": _number(query.get("safe", ""), default=5, least=0, most=15),
        "scale": _number(query.get("scale", ""), default=1, least=0.5, most=2),
        "delay_ms": settings.BINGO_OVERLAY_DELAY_MS,
    }


def _number(text: str, *, default: float, least: float, most: float) -> str:
    try:
        value = float(text)
    except ValueError:
        value = default
    return f"{min(max(value, least), most) if isfinite(value) else default:g}"


@wall_access
def overlay(request: HttpRequest) -> HttpResponse:
    """Show the overlay; see docs for `show`, `bg`, `pos`, `safe`, `scale`, `lang`, `anim`."""
    context = {**wall_context(request, "overlay"), **options(request)}
    return render(request, "screens/overlay.html", context)

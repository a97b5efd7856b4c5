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
THEMES = ("dark", "light")
LONGEST_DELAY_MS = 20_000


def options(request: HttpRequest) -> dict[str, object]:
    """Read the overlay's own query parameters; what is not understood takes its default."""
    query = request.GET
    asked = [part for part in query.get("show", "").split(",") if part in PARTS]
    return {
        "show": " ".join(asked or SHOWN),
        "background": _one_of(BACKGROUNDS, query.get("bg", "")),
        "corner": _one_of(CORNERS, query.get("pos", "")),
        "theme": _one_of(THEMES, query.get("theme", "")),
        "safe": _number(query.get("safe", ""), default=5, least=0, most=15),
        "scale": _number(query.get("scale", ""), default=1, least=0.5, most=1.6),
        "delay_ms": _number(
            query.get("delay", ""), default=settings.BINGO_OVERLAY_DELAY_MS, least=0, most=LONGEST_DELAY_MS
        ),
    }


def _one_of(known: tuple[str, ...], asked: str) -> str:
    return asked if asked in known else known[0]


def _number(text: str, *, default: float, least: float, most: float) -> str:
    try:
        value = float(text)
    except ValueError:
        value = default
    return f"{min(max(value, least), most) if isfinite(value) else default:g}"


def overlay_context(request: HttpRequest) -> dict[str, object]:
    """Give what the overlay's template needs, alone or over a camera of ours."""
    return {**wall_context(request, "overlay"), **options(request)}


@wall_access
def overlay(request: HttpRequest) -> HttpResponse:
    """Show the overlay; see docs/devices/overlay.md for what the address may say."""
    context = overlay_context(request)
    # A movement fades, and what is half transparent takes the colour that the keyer cuts out.
    context["anim"] = context["anim"] and context["background"] != "key"
    return render(request, "screens/overlay.html", context)

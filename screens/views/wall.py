"""What the views of the wall screens share: the hall, the languages asked for, the token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.models import Hall
from screens.labels import labels_for, languages_asked

if TYPE_CHECKING:
    from django.http import HttpRequest


def the_hall(request: HttpRequest) -> Hall | None:
    """Give the hall of the request: the one access found, or the only one."""
    return getattr(request, "hall", None) or Hall.objects.order_by("pk").first()


def wall_context(request: HttpRequest, face: str) -> dict[str, object]:
    """Give what every wall screen's template needs."""
    hall = the_hall(request)
    languages = languages_asked(request.GET.get("lang", ""), hall.language if hall else "es")
    return {
        "hall": hall,
        "token": request.GET.get("k", ""),
        "languages": languages,
        "labels": labels_for(face, languages),
        "anim": request.GET.get("anim") != "0",
        "voice": request.GET.get("voice") == "1",
    }

"""What the views of the wall screens share: the hall, the languages asked for, the token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from screens.access import hall_of
from screens.labels import labels_for, languages_asked

if TYPE_CHECKING:
    from django.http import HttpRequest


def wall_context(request: HttpRequest, face: str) -> dict[str, object]:
    """Give what every wall screen's template needs."""
    hall = hall_of(request.user)
    languages = languages_asked(request.GET.get("lang", ""), hall.language if hall else "es")
    return {
        "hall": hall,
        "token": request.GET.get("k", ""),
        "languages": languages,
        "labels": labels_for(face, languages),
        "anim": request.GET.get("anim") != "0",
        "voice": request.GET.get("voice") == "1",
    }

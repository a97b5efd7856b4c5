"""What the views of the wall screens share: the hall, the languages asked for, the token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from screens.access import hall_of
from screens.labels import labels_for, languages_asked
from sessions.rules.calling import LANGUAGES

if TYPE_CHECKING:
    from django.http import HttpRequest

VOICES = {"1": "all", "balls": "balls"}
FULL_VOLUME = 100


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
        "voice": VOICES.get(request.GET.get("voice", ""), ""),
        "voice_languages": ",".join(_spoken(languages, hall.language if hall else "")),
        "volume": _percent(request.GET.get("vol", "")),
    }


def _spoken(languages: list[str], of_hall: str) -> list[str]:
    """Give what the voice speaks: the page's languages, else the hall's, else Spanish."""
    return [lang for lang in languages if lang in LANGUAGES] or [of_hall if of_hall in LANGUAGES else LANGUAGES[0]]


def _percent(asked: str) -> int:
    return min(int(asked), FULL_VOLUME) if asked.isascii() and asked.isdigit() else FULL_VOLUME

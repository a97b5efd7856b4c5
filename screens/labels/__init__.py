"""
The words of the screens' scripts: one dictionary a face, rendered into the page as JSON.

Texts are lazy translations, so one English source serves every language of the hall.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils import translation

from screens.labels import common

if TYPE_CHECKING:
    from collections.abc import Iterable

FACES = frozenset(
    {
        "acta",
        "admission",
        "hall",
        "overlay",
        "terminal",
        "terminals",
        "manager",
        "desk",
        "door",
        "seller",
        "caller",
        "cashier",
        "store",
        "profiles",
        "balls",
        "devices",
        "jackpots",
        "receipts",
        "tills",
        "personnel",
        "simulator",
        "panels",
        "terminal_account",
        "player_entry",
        "players",
    }
)


def labels_for(face: str, languages: Iterable[str]) -> dict[str, dict[str, str]]:
    """Give the face's words and the common ones in each language: {lang: {key: text}}."""
    words = dict(common.LABELS)
    if face in FACES:
        words.update(import_module(f"screens.labels.{face}").LABELS)
    found = {}
    for language in languages:
        with translation.override(language):
            found[language] = {key: str(text) for key, text in words.items()}
    return found


def languages_asked(asked: str, fallback: str, *, most: int = 2) -> list[str]:
    """Read `es,ca` from an address: known languages only, no repeats, the hall's own when none is left."""
    known = [code for code, _name in settings.LANGUAGES]
    wanted = dict.fromkeys(code.strip().lower() for code in asked.split(","))
    return [code for code in wanted if code in known][:most] or [fallback]

"""Whose voice speaks in a language: the hall's recordings, the clips that were made, or the browser."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from screens.voice.clips import made_clip, own_clip, short_sayings
from sessions.rules.calling import LANGUAGES

OWN, MIXED, MADE, BROWSER = "own", "mixed", "made", "browser"

WORDS: Final[dict[str, Promise]] = {
    OWN: _("recordings of the hall"),
    MIXED: _("recordings of the hall, and made clips for the rest"),
    MADE: _("clips made by espeak-ng"),
    BROWSER: _("the browser's voice, where it has one"),
}


def voice_of(lang: str) -> str:
    """Tell whose voice says balls and signals: `own`, `mixed`, `made`, or `browser` where any has no clip."""
    own = [own_clip(saying) is not None for saying in short_sayings(lang)]
    if all(own):
        return OWN
    if any(made_clip(s) is None for s, has in zip(short_sayings(lang), own, strict=True) if not has):
        return BROWSER
    return MIXED if any(own) else MADE


def has_balls(lang: str) -> bool:
    """Tell whether every ball has a clip: else the browser says everything, so that one voice calls a game."""
    return all(own_clip(saying) or made_clip(saying) for saying in short_sayings(lang) if saying.name.isdigit())


def voice_words() -> Promise:
    """Say for a page whose voice is heard in which language: es, ca, then what speaks them; one part for each."""
    speaks: dict[str, list[str]] = {}
    for lang in LANGUAGES:
        speaks.setdefault(voice_of(lang), []).append(lang)
    told = [format_lazy("{}: {}", ", ".join(langs), WORDS[voice]) for voice, langs in speaks.items()]
    return format_lazy("; ".join("{}" for _part in told), *told)

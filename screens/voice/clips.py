"""
Where the voice's clips are, and which one is played: the hall's own recording, else the one that `make_voice` made.

`<data folder>/voice/own/es/47.ogg` is the hall's, `<data folder>/voice/es/47-1f2e3d4c.wav` is made. The eight figures
are of the words said, so that a clip of other words is never taken for this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.conf import settings

from sessions.rules.calling import LANGUAGES, SIGNALS, ball_words
from sessions.rules.events import BALLS
from sessions.rules.regulation import built_in

# The order in which a hall's own recordings are looked for, and how they are served.
TYPES: Final = {".ogg": "audio/ogg", ".wav": "audio/wav", ".mp3": "audio/mpeg"}
# The Jefe de Mesa reads the paragraph that applies, and the minutes say that a person did (O79 36.3): no clip may.
READ_BY_PEOPLE: Final = frozenset({"art_36_1", "art_36_2"})
_NAME: Final = re.compile(r"[a-z0-9_]{1,40}(?:\.[a-z]{1,10})?(?P<made>-[0-9a-f]{8})?")


@dataclass(frozen=True, slots=True)
class Saying:
    """Something that is always said in the same words: its name, as files and lists have it, and the words."""

    name: str
    lang: str
    text: str

    @property
    def made_name(self) -> str:
        """The stem of the clip that `make_voice` makes of it."""
        return f"{self.name}-{sha256(self.text.encode()).hexdigest()[:8]}"


def voice_folder() -> Path:
    """Give the folder of the clips; it may not exist."""
    return Path(settings.BINGO_DATA_DIR) / "voice"


def own_folder(lang: str) -> Path:
    """Give the folder of the hall's own recordings in a language; it may not exist."""
    return voice_folder() / "own" / lang


def short_sayings(lang: str) -> list[Saying]:
    """Give the balls 1 to 90 and the signals."""
    balls = [Saying(str(number), lang, ball_words(number, lang)) for number in range(1, BALLS + 1)]
    return balls + [Saying(name, lang, getattr(phrase, lang)) for name, phrase in SIGNALS.items()]


def fixed_sayings(lang: str) -> list[Saying]:
    """Give the formulas of every profile that have no figures in them, each wording once."""
    found = {
        (key, getattr(phrase, lang)): None for profile in built_in().values() for key, phrase in profile.phrases.items()
    }
    return [Saying(key, lang, text) for key, text in found if "{" not in text and key not in READ_BY_PEOPLE]


def sayings() -> Iterator[Saying]:
    """Give all that can be made or recorded beforehand."""
    for lang in LANGUAGES:
        yield from short_sayings(lang)
        yield from fixed_sayings(lang)


def clip_for(saying: Saying) -> Path | None:
    """Find the clip to play for it; None: there is none."""
    return own_clip(saying) or made_clip(saying)


def own_clip(saying: Saying) -> Path | None:
    """Find the hall's own recording of it."""
    return _own(saying.lang, saying.name)


def made_clip(saying: Saying) -> Path | None:
    """Find the clip that `make_voice` made of it."""
    file = voice_folder() / saying.lang / f"{saying.made_name}.wav"
    return file if file.is_file() else None


def clip_named(lang: str, name: str) -> Path | None:
    """Find the clip that an address names, `es` and `47` or `47-1f2e3d4c`; None for what is no name of a clip."""
    found = _NAME.fullmatch(name)
    if lang not in LANGUAGES or found is None:
        return None
    if not found["made"]:
        return _own(lang, name)
    file = voice_folder() / lang / f"{name}.wav"
    return file if file.is_file() else None


def _own(lang: str, name: str) -> Path | None:
    return next((f for s in TYPES if (f := own_folder(lang) / f"{name}{s}").is_file()), None)

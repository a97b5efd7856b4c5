"""Making the clips of a folder, and what it tells of itself: `manifest.json`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from screens.voice.clips import Saying, fixed_sayings, short_sayings
from screens.voice.espeak import clip_of, espeak_version
from screens.voice.levels import measured, read_wave

MANIFEST: Final = "manifest.json"


def make_clips(folder: Path, languages: list[str]) -> Iterator[Saying]:
    """
    Speak everything that is said in fixed words into a folder, one clip after the other; gives each as it is there.

    Clips of earlier wordings go, those of languages not named stay. The manifest is written last.

    Raises:
        NoVoice: espeak-ng is not installed, or did not speak.
    """
    version = espeak_version()
    listed = [row for row in manifest_of(folder) if row["lang"] not in languages]
    for lang in languages:
        place = folder / lang
        place.mkdir(parents=True, exist_ok=True)
        made = []
        for saying in [*short_sayings(lang), *fixed_sayings(lang)]:
            clip = clip_of(saying.text, lang)
            file = place / f"{saying.made_name}.wav"
            _put(file, clip)
            made.append(_row(saying, file.name, clip))
            yield saying
        kept = {row["file"] for row in made}
        for old in place.glob("*.wav"):
            if f"{lang}/{old.name}" not in kept:
                old.unlink()
        listed += made
    told = {"made_with": f"espeak-ng {version}", "clips": listed}
    _put(folder / MANIFEST, json.dumps(told, ensure_ascii=False, indent=1).encode())


def manifest_of(folder: Path) -> list[dict[str, Any]]:
    """Give the rows of a folder's manifest; [] when there is none that can be read."""
    try:
        rows = json.loads((folder / MANIFEST).read_text())["clips"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return list(rows)


def _row(saying: Saying, name: str, clip: bytes) -> dict[str, Any]:
    found = measured(read_wave(clip))
    return {
        "name": saying.name,
        "lang": saying.lang,
        "text": saying.text,
        "file": f"{saying.lang}/{name}",
        "sha256": sha256(clip).hexdigest(),
        "duration_ms": found.duration_ms,
        "peak_db": found.peak_db,
        "rms_db": found.rms_db,
    }


def _put(file: Path, data: bytes) -> None:
    """Write a file whole or not at all: the hall may be playing from this folder."""
    beside = file.with_name(f".{file.name}")
    beside.write_bytes(data)
    beside.replace(file)

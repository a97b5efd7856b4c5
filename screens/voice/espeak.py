"""espeak-ng, where the hall's computer has it: sentences become clips, cut and levelled. The hall runs without it."""

from __future__ import annotations

import shutil
import subprocess
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from screens.voice.levels import levelled, read_wave, trimmed, written
from sessions.rules.calling import spoken

PROGRAM: Final = "espeak-ng"
WORDS_A_MINUTE: Final = 160
PATIENCE_S: Final = 20
KEPT_SENTENCES: Final = 32


class NoVoice(RuntimeError):
    """espeak-ng is not installed, or did not speak."""


def has_espeak() -> bool:
    """Tell whether this computer can make clips."""
    return shutil.which(PROGRAM) is not None


def espeak_version() -> str:
    """
    Give what the program calls itself, "1.51".

    Raises:
        NoVoice: It is not installed.
    """
    said = _run("--version").decode(errors="replace").split()
    return next((word for word in said if word[0].isdigit()), "")


def clip_of(text: str, lang: str) -> bytes:
    """
    Speak a sentence, "es" or "ca", into a WAV file: one channel, 22 050 samples a second.

    Raises:
        NoVoice: espeak-ng is not installed, or did not speak.
    """
    with TemporaryDirectory() as folder:
        file = Path(folder, "said.wav")
        _run("-v", lang, "-s", str(WORDS_A_MINUTE), "-b", "1", "--stdin", "-w", str(file), said=spoken(text, lang))
        return written(levelled(trimmed(read_wave(file.read_bytes()))))


@lru_cache(maxsize=KEPT_SENTENCES)
def sentence_clip(text: str, lang: str) -> bytes:
    """
    Speak a sentence with a game's figures in it; several walls ask for the same one.

    Raises:
        NoVoice: espeak-ng is not installed, or did not speak.
    """
    return clip_of(text, lang)


def _run(*arguments: str, said: str = "") -> bytes:
    try:
        done = subprocess.run(  # noqa: S603 - a fixed program; what is said goes in as its input
            [PROGRAM, *arguments], input=said.encode(), capture_output=True, timeout=PATIENCE_S, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise NoVoice(str(error)) from error
    return done.stdout

"""The hall's voice in tests: the real clips, made by espeak-ng once a run, and small ones drawn by hand."""

import atexit
import os
import shutil
from array import array
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from screens.voice.espeak import has_espeak
from screens.voice.levels import Sound, written
from screens.voice.made import make_clips

RATE = 22_050


def needs(program):
    """Skip a test where a program is missing, but never in CI."""
    if shutil.which(program) is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"no {program} on this machine")


@cache
def _made():
    folder = Path(mkdtemp(prefix="bingo-voice-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder, len(list(make_clips(folder, ["es", "ca"])))


def made_voice(data_dir):
    """Put the clips of both languages into a hall's data folder; gives how many there are."""
    needs("espeak-ng")
    assert has_espeak()
    folder, count = _made()
    shutil.copytree(folder, Path(data_dir) / "voice", dirs_exist_ok=True)
    return count


@cache
def beep(ms, *, amplitude=9_000):
    """A WAV file of a plain tone of 441 Hz."""
    return written(
        Sound(RATE, array("h", (amplitude if at % 50 < 25 else -amplitude for at in range(ms * RATE // 1000))))
    )


def own_recording(data_dir, lang, file, data):
    """Put a recording of the hall's own where the house looks for it."""
    place = Path(data_dir) / "voice" / "own" / lang
    place.mkdir(parents=True, exist_ok=True)
    (place / file).write_bytes(data)
    return place / file

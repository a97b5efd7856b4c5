"""What is wrong with a hall's clips: what is missing, too long, flattened, too quiet, misnamed or spoilt."""

from __future__ import annotations

import math
import shutil
import subprocess
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from screens.voice.clips import TYPES, clip_for, own_folder, sayings, voice_folder
from screens.voice.levels import Measured, NotWave, measured, read_wave
from screens.voice.made import manifest_of

LONGEST_BALL_MS: Final = 2_500
QUIETEST_PEAK_DB: Final = -12.0
DECODER: Final = "sox"
PATIENCE_S: Final = 20


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about a clip; `why` is missing, too_long, clipped, quiet, unknown, unreadable, spoilt, unmeasured."""

    lang: str
    name: str
    why: str
    detail: str = ""


class Unmeasured(RuntimeError):
    """The file is no 16-bit WAV, and nothing here can decode it."""


def findings(languages: list[str]) -> list[Finding]:
    """
    Check the clips of these languages, the hall's own and the made ones.

    `missing` names a ball, signal or formula without any clip: the browser's voice says it. `unmeasured` needs sox.
    """
    asked = [saying for saying in sayings() if saying.lang in languages]
    found = [Finding(s.lang, s.name, "missing", s.text) for s in asked if clip_for(s) is None]
    for lang in languages:
        known = {saying.name for saying in asked if saying.lang == lang}
        for file in sorted(own_folder(lang).glob("*")):
            found += _of_own(lang, file, known)
    return found + _spoilt(languages)


def measure_file(file: Path) -> Measured:
    """
    Measure a clip of any kind that is played.

    Raises:
        NotWave: It is no sound that can be read.
        Unmeasured: It is not a WAV file of 16 bits, and sox is not installed.
    """
    data = file.read_bytes()
    try:
        return measured(read_wave(data))
    except NotWave:
        if shutil.which(DECODER) is None:
            raise Unmeasured(DECODER) from None
    try:
        done = subprocess.run(  # noqa: S603 - a fixed program and a file of the hall's own folder
            [DECODER, "-V1", str(file), "-b", "16", "-t", "wav", "-"],
            capture_output=True,
            timeout=PATIENCE_S,
            check=True,
        )
    except subprocess.SubprocessError as error:
        raise NotWave from error
    return measured(read_wave(done.stdout))


def _of_own(lang: str, file: Path, known: set[str]) -> list[Finding]:
    if file.suffix not in TYPES or file.stem not in known:
        return [Finding(lang, file.name, "unknown")]
    try:
        found = measure_file(file)
    except NotWave:
        return [Finding(lang, file.name, "unreadable")]
    except Unmeasured:
        return [Finding(lang, file.name, "unmeasured", DECODER)]
    told = []
    if file.stem.isdigit() and found.duration_ms > LONGEST_BALL_MS:
        told.append(Finding(lang, file.name, "too_long", f"{found.duration_ms} ms"))
    if found.clipped:
        told.append(Finding(lang, file.name, "clipped", f"{found.peak_db} dB"))
    if found.peak_db < QUIETEST_PEAK_DB:
        told.append(Finding(lang, file.name, "quiet", "-" if math.isinf(found.peak_db) else f"{found.peak_db} dB"))
    return told


def _spoilt(languages: list[str]) -> list[Finding]:
    folder = voice_folder()
    rows = [row for row in manifest_of(folder) if row["lang"] in languages]
    return [
        Finding(row["lang"], row["name"], "spoilt", row["file"])
        for row in rows
        if (file := folder / row["file"]).is_file() and sha256(file.read_bytes()).hexdigest() != row["sha256"]
    ]

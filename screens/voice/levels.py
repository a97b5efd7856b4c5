"""
Sound as numbers: silence cut off, one level for all clips, and what a clip measures.

Samples are 16 bits, one channel. Decibels are relative to full scale: 0 is the loudest a file can hold.
"""

from __future__ import annotations

import math
import sys
import wave
from array import array
from dataclasses import dataclass
from io import BytesIO
from typing import Final

FULL_SCALE: Final = 32_768
LOUDNESS_DB: Final = -19.0
PEAK_DB: Final = -1.0
# What is quieter than this beside the loudest sample is silence.
SILENCE: Final = 0.01
LEAD_MS, TAIL_MS, FADE_MS = 20, 60, 5
# So many samples at full scale one after the other are a flattened wave, not a loud one.
FLAT_SAMPLES: Final = 3


class NotWave(ValueError):
    """The bytes are no WAV file of 16 bits."""


@dataclass(frozen=True, slots=True)
class Sound:
    """One channel of samples, `rate` of them a second."""

    rate: int
    samples: array[int]


@dataclass(frozen=True, slots=True)
class Measured:
    """What a clip measures; rms_db is how loud it is on average, silences included."""

    duration_ms: int
    peak_db: float
    rms_db: float
    clipped: bool


def read_wave(data: bytes) -> Sound:
    """
    Read a WAV file of 16 bits; of several channels the first.

    Raises:
        NotWave: It is something else.
    """
    try:
        with wave.open(BytesIO(data)) as file:
            if file.getsampwidth() != array("h").itemsize:
                raise NotWave
            samples = array("h")
            samples.frombytes(file.readframes(file.getnframes()))
            channels, rate = file.getnchannels(), file.getframerate()
    except (wave.Error, EOFError) as error:
        raise NotWave from error
    if sys.byteorder == "big":
        samples.byteswap()
    return Sound(rate, samples[::channels])


def written(sound: Sound) -> bytes:
    """Write a WAV file."""
    samples = array("h", sound.samples)
    if sys.byteorder == "big":
        samples.byteswap()
    held = BytesIO()
    with wave.open(held, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(samples.itemsize)
        file.setframerate(sound.rate)
        file.writeframes(samples.tobytes())
    return held.getvalue()


def trimmed(sound: Sound) -> Sound:
    """Cut the silence off both ends, but for a moment in which the voice comes and dies away."""
    samples = sound.samples
    least = max((abs(s) for s in samples), default=0) * SILENCE
    loud = [at for at, s in enumerate(samples) if abs(s) > least]
    if not loud:
        return Sound(sound.rate, array("h"))
    first = max(0, loud[0] - sound.rate * LEAD_MS // 1000)
    last = loud[-1] + 1 + sound.rate * TAIL_MS // 1000
    kept = samples[first:last]
    fade = min(sound.rate * FADE_MS // 1000, len(kept) // 2)
    for at in range(fade):
        kept[at] = kept[at] * at // fade
        kept[-1 - at] = kept[-1 - at] * at // fade
    return Sound(sound.rate, kept)


def levelled(sound: Sound) -> Sound:
    """Bring a clip to the loudness of all of them, or as near as its peak allows."""
    found = measured(sound)
    if not found.duration_ms or math.isinf(found.peak_db):
        return sound
    gain = 10 ** (min(LOUDNESS_DB - found.rms_db, PEAK_DB - found.peak_db) / 20)
    return Sound(sound.rate, array("h", (int(s * gain) for s in sound.samples)))


def measured(sound: Sound) -> Measured:
    """Measure a clip; an empty or silent one has minus infinity decibels."""
    samples = sound.samples
    peak = max((abs(s) for s in samples), default=0)
    power = math.sqrt(sum(s * s for s in samples) / len(samples)) if samples else 0.0
    return Measured(
        duration_ms=round(len(samples) * 1000 / sound.rate),
        peak_db=_decibels(peak),
        rms_db=_decibels(power),
        clipped=_is_flat(samples),
    )


def _decibels(amplitude: float) -> float:
    # Nothing is added, so that what is just under full scale does not read "-0.0".
    return round(20 * math.log10(amplitude / FULL_SCALE), 1) + 0.0 if amplitude else -math.inf


def _is_flat(samples: array[int]) -> bool:
    run = 0
    for sample in samples:
        run = run + 1 if sample >= FULL_SCALE - 1 or sample <= -FULL_SCALE + 1 else 0
        if run == FLAT_SAMPLES:
            return True
    return False

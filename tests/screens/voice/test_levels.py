"""Clips measured against waves drawn by hand, and against sox."""

import math
import os
import shutil
import struct
import subprocess
from array import array

import pytest

from screens.voice.levels import NotWave, Sound, levelled, measured, read_wave, trimmed, written

RATE = 1000


def tone(amplitude, ms, *, rate=RATE, every=4):
    """A square wave: its peak and its average are its amplitude."""
    return array("h", (amplitude if at % every < every // 2 else -amplitude for at in range(ms * rate // 1000)))


def silence(ms):
    return array("h", [0] * (ms * RATE // 1000))


def test_a_square_wave_of_half_scale_is_6_decibels_under_full_scale():
    found = measured(Sound(RATE, tone(16_384, 500)))
    assert (found.duration_ms, found.peak_db, found.rms_db, found.clipped) == (500, -6.0, -6.0, False)


def test_silence_and_nothing_have_no_level():
    for samples in (silence(100), array("h")):
        found = measured(Sound(RATE, samples))
        assert (found.peak_db, found.rms_db, found.clipped) == (-math.inf, -math.inf, False)


def test_three_samples_at_full_scale_in_a_row_are_clipped_and_two_are_not():
    assert measured(Sound(RATE, array("h", [0, 32_767, 32_767, 32_767, 0]))).clipped
    assert measured(Sound(RATE, array("h", [0, -32_768, -32_767, 32_767, 0]))).clipped
    assert not measured(Sound(RATE, array("h", [32_767, 32_767, 0, 32_767, 32_767]))).clipped


def test_silence_at_both_ends_is_cut_but_for_20_and_60_ms():
    kept = trimmed(Sound(RATE, silence(300) + tone(10_000, 400) + silence(700)))
    assert measured(kept).duration_ms == 20 + 400 + 60
    assert kept.samples[:20] == silence(20)
    assert kept.samples[20] == 10_000
    assert kept.samples[-60:] == silence(60)


def test_a_pause_within_a_clip_stays():
    kept = trimmed(Sound(RATE, tone(10_000, 100) + silence(500) + tone(10_000, 100)))
    assert measured(kept).duration_ms == 700


def test_the_ends_of_a_clip_that_starts_at_once_are_faded_so_that_they_do_not_click():
    kept = trimmed(Sound(RATE, tone(10_000, 200))).samples
    assert [abs(s) for s in kept[:6]] == [0, 2_000, 4_000, 6_000, 8_000, 10_000]
    assert [abs(s) for s in kept[-6:]] == [10_000, 8_000, 6_000, 4_000, 2_000, 0]


def test_nothing_but_silence_is_an_empty_clip():
    assert trimmed(Sound(RATE, silence(500))).samples == array("h")
    assert levelled(Sound(RATE, silence(500))).samples == silence(500)


def test_quiet_and_loud_clips_come_to_one_loudness():
    for amplitude in (300, 3_000, 30_000):
        found = measured(levelled(Sound(RATE, tone(amplitude, 300))))
        assert found.rms_db == pytest.approx(-19.0, abs=0.1)


def test_a_clip_with_a_high_peak_is_as_loud_as_its_peak_allows():
    found = measured(levelled(Sound(RATE, tone(100, 900) + tone(20_000, 4))))
    assert found.peak_db == -1.0
    assert found.rms_db < -19.0


def test_of_two_channels_the_first_is_read():
    both = array("h", [1, -1, 2, -2, 3, -3])
    data = b"RIFF" + struct.pack("<I", 48) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 2, 8_000, 32_000, 4, 16)
    data += b"data" + struct.pack("<I", 12) + both.tobytes()
    read = read_wave(data)
    assert (read.rate, list(read.samples)) == (8_000, [1, 2, 3])


@pytest.mark.parametrize("data", [b"", b"OggS....", b"RIFF\x04\x00\x00\x00WAVE", b"RIFF"])
def test_what_is_no_wave_is_said_to_be_none(data):
    with pytest.raises(NotWave):
        read_wave(data)


def test_a_wave_of_8_bits_is_not_taken():
    head = b"RIFF" + struct.pack("<I", 40) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8_000, 8_000, 1, 8)
    with pytest.raises(NotWave):
        read_wave(head + b"data" + struct.pack("<I", 4) + b"\x80\x80\x80\x80")


def test_sox_reads_the_same_length_and_peak(tmp_path):
    if shutil.which("sox") is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("no sox on this machine")
    sound = Sound(22_050, tone(8_192, 1_234, rate=22_050, every=200))
    file = tmp_path / "clip.wav"
    file.write_bytes(written(sound))
    told = subprocess.run(["sox", file, "-n", "stat"], capture_output=True, text=True, check=True).stderr
    said = {line.split(":")[0]: float(line.split(":")[1]) for line in told.splitlines() if ":" in line}
    assert said["Length (seconds)"] * 1000 == pytest.approx(measured(sound).duration_ms, abs=1)
    assert 20 * math.log10(said["Maximum amplitude"]) == pytest.approx(measured(sound).peak_db, abs=0.1)

"""`make_voice` with the real espeak-ng: what it makes is measured, and what it finds wrong is put there by hand."""

import json
import subprocess
from array import array
from hashlib import sha256

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from screens.voice import espeak
from screens.voice.levels import Sound, measured, read_wave, trimmed, written
from screens.voice.standing import voice_of, voice_words
from tests.voices import RATE, beep, made_voice, needs, own_recording

FIXED = {"start", "line_more", "bingo_more", "last_call", "unclaimed", "voided", "suspended", "last_game"}


def check(capsys, *arguments):
    """Run the check in English; gives its lines and what it ended with."""
    ended = ""
    with translation.override("en"):
        try:
            call_command("make_voice", "--check", *arguments)
        except CommandError as error:
            ended = str(error).partition(" in ")[0]
    return capsys.readouterr().out.splitlines(), ended


@pytest.fixture
def voice(data_dir):
    made_voice(data_dir)
    return data_dir / "voice"


@pytest.fixture
def rows(voice):
    return json.loads((voice / "manifest.json").read_text())["clips"]


def test_every_ball_has_a_clip_in_both_languages_of_at_most_two_seconds_and_a_half(voice, rows):
    balls = {(row["lang"], int(row["name"])): row for row in rows if row["name"].isdigit()}
    assert set(balls) == {(lang, n) for lang in ("es", "ca") for n in range(1, 91)}
    assert balls["es", 74]["text"] == "setenta y cuatro, siete cuatro"
    assert balls["ca", 74]["text"] == "setanta-quatre, set quatre"
    lengths = {ball: measured(read_wave((voice / row["file"]).read_bytes())).duration_ms for ball, row in balls.items()}
    assert max(lengths.values()) <= 2_500
    assert min(lengths.values()) >= 250
    # Each says its figures too, so it is longer than the round ten that is said once.
    assert lengths["es", 74] > lengths["es", 80]


def test_clips_are_equally_loud_not_clipped_and_begin_and_end_without_silence(voice, rows):
    for row in rows:
        sound = read_wave((voice / row["file"]).read_bytes())
        found = measured(sound)
        assert sound.rate == RATE
        assert not found.clipped
        assert found.peak_db <= -1.0
        # One that is quieter than the common level is so because its peak can rise no further.
        assert found.rms_db == pytest.approx(-19, abs=0.2) or found.peak_db == -1.0
        assert found.rms_db >= -24
        assert found.duration_ms - measured(trimmed(sound)).duration_ms <= 40, row


def test_the_manifest_tells_of_each_file_what_it_is(voice, rows):
    for row in rows:
        assert sha256((voice / row["file"]).read_bytes()).hexdigest() == row["sha256"]
    assert {row["file"] for row in rows} == {f"{f.parent.name}/{f.name}" for f in voice.glob("*/*.wav")}
    assert {row["name"] for row in rows} >= FIXED | {"claim", "line", "bingo", "pause", "resume", "correction"}
    assert not [row for row in rows if "{" in row["text"] or row["name"].startswith("art_")]


def test_sox_measures_the_longest_clip_as_the_manifest_does(voice, rows):
    needs("sox")
    longest = max(rows, key=lambda row: row["duration_ms"])
    told = subprocess.run(["soxi", "-D", voice / longest["file"]], capture_output=True, text=True, check=True).stdout
    assert float(told) * 1000 == pytest.approx(longest["duration_ms"], abs=1)


def test_a_language_made_again_leaves_the_other_and_old_wordings_go(voice, rows, capsys):
    old = voice / "ca" / "47-00000000.wav"
    old.write_bytes(beep(100))
    spanish = (voice / "es").stat().st_mtime_ns
    call_command("make_voice", "--lang", "ca")
    assert "clips (ca) in" in capsys.readouterr().out
    assert not old.exists()
    assert (voice / "es").stat().st_mtime_ns == spanish
    again = json.loads((voice / "manifest.json").read_text())["clips"]
    assert {row["file"] for row in again} == {row["file"] for row in rows}


def test_without_espeak_the_command_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(espeak.shutil, "which", lambda _program: None)
    with pytest.raises(CommandError, match="apt install espeak-ng"):
        call_command("make_voice")


def test_a_whole_voice_has_nothing_to_look_at(voice, capsys):
    assert check(capsys) == (["es: clips made by espeak-ng", "ca: clips made by espeak-ng"], "")


def test_without_any_clip_the_browser_speaks_and_everything_is_missing(data_dir, capsys):
    said, ended = check(capsys, "--lang", "es")
    assert "es/47: missing, the browser's voice says it (cuarenta y siete, cuatro siete)" in said
    assert said[-1] == "es: the browser's voice, where it has one"
    assert ended == f"{len(said) - 1} to look at"
    assert len([line for line in said if ": missing" in line]) == len(said) - 1 >= 96


def test_one_missing_ball_is_named_and_its_own_recording_is_enough(voice, capsys, data_dir):
    next(voice.glob("es/47-*.wav")).unlink()
    assert voice_of("es") == "browser"
    said, ended = check(capsys, "--lang", "es")
    assert said[:-1] == ["es/47: missing, the browser's voice says it (cuarenta y siete, cuatro siete)"]
    assert ended == "1 to look at"
    own_recording(data_dir, "es", "47.wav", beep(900))
    assert check(capsys, "--lang", "es") == (["es: recordings of the hall, and made clips for the rest"], "")
    assert voice_of("es") == "mixed"


def test_recordings_too_long_clipped_quiet_misnamed_or_spoilt_are_told(voice, capsys, data_dir):
    own_recording(data_dir, "es", "1.wav", beep(2_600))
    own_recording(data_dir, "es", "2.wav", beep(500, amplitude=32_767))
    own_recording(data_dir, "es", "3.wav", beep(500, amplitude=4_000))
    own_recording(data_dir, "es", "4.wav", written(Sound(RATE, array("h", [0] * 5_000))))
    own_recording(data_dir, "es", "91.wav", beep(500))
    own_recording(data_dir, "es", "5.aiff", beep(500))
    # A formula may be as long as it is.
    own_recording(data_dir, "es", "line_more.wav", beep(4_000))
    next(voice.glob("es/6-*.wav")).write_bytes(beep(100))
    said, ended = check(capsys, "--lang", "es")
    assert sorted(said[:-1]) == [
        "es/1.wav: longer than 2.5 s (2600 ms)",
        "es/2.wav: clipped: record it quieter (0.0 dB)",
        "es/3.wav: too quiet (-18.3 dB)",
        "es/4.wav: too quiet (-)",
        "es/5.aiff: no ball, signal or formula has this name",
        "es/6: is not as it was made: make it again (es/" + next(voice.glob("es/6-*.wav")).name + ")",
        "es/91.wav: no ball, signal or formula has this name",
    ]
    assert ended == "7 to look at"


def test_an_ogg_is_measured_by_sox_or_said_not_to_be(voice, capsys, data_dir, tmp_path, monkeypatch):
    needs("sox")
    long = tmp_path / "long.wav"
    long.write_bytes(beep(3_000))
    ogg = tmp_path / "47.ogg"
    subprocess.run(["sox", long, ogg], check=True)
    own_recording(data_dir, "ca", "47.ogg", ogg.read_bytes())
    own_recording(data_dir, "ca", "48.ogg", b"no sound at all")
    said, _ended = check(capsys, "--lang", "ca")
    assert said[:2] == ["ca/47.ogg: longer than 2.5 s (3000 ms)", "ca/48.ogg: cannot be read as sound"]
    monkeypatch.setenv("PATH", str(tmp_path))
    said, _ended = check(capsys, "--lang", "ca")
    assert said[0].startswith("ca/47.ogg: not measured")


def test_the_hall_is_told_whose_voice_it_is(data_dir):
    with translation.override("en"):
        assert str(voice_words()) == "es, ca: the browser's voice, where it has one"
        made_voice(data_dir)
        next((data_dir / "voice" / "ca").glob("12-*.wav")).unlink()
        assert str(voice_words()) == "es: clips made by espeak-ng; ca: the browser's voice, where it has one"
        for number in range(1, 91):
            own_recording(data_dir, "es", f"{number}.mp3", b"")
        for signal in ("claim", "line", "bingo", "pause", "resume", "correction"):
            own_recording(data_dir, "es", f"{signal}.ogg", b"")
        assert voice_of("es") == "own"

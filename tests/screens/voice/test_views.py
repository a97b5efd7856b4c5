"""What a hall board is given to speak with: its token opens it, nothing else does, and nothing strange is spoken."""

import math

import pytest
from django.core import signing
from django.test import Client

from screens.voice import espeak
from screens.voice.levels import measured, read_wave
from tests.given import a_game_on_sale, a_game_ready, a_hall
from tests.voices import beep, made_voice, own_recording

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]
TOKEN = {"k": "demo-wall"}


def ask(path, **query):
    return Client().get(path, {**TOKEN, **query})


@pytest.fixture
def no_espeak(monkeypatch):
    """Stand for a computer without the program."""
    monkeypatch.setattr(espeak.shutil, "which", lambda _program: None)
    monkeypatch.setattr(espeak, "PROGRAM", "espeak-ng-that-is-not-there")
    espeak.sentence_clip.cache_clear()


@pytest.mark.parametrize(
    "path", ["/sala/voz/", "/sala/voz/dicho/?event=SaleOpened", "/sala/voz/es/47/", "/sala/voz/frase/x/"]
)
def test_nothing_is_given_without_the_token(path):
    assert Client().get(path).status_code == 403
    assert Client().post(path, TOKEN).status_code in {403, 405}


def test_without_clips_the_list_has_the_words_for_the_browser_to_say():
    told = ask("/sala/voz/", lang="es").json()
    assert list(told) == ["es"]
    assert told["es"]["47"] == {"name": "47", "lang": "es", "text": "cuarenta y siete, cuatro siete", "src": ""}
    assert set(told["es"]) == {str(n) for n in range(1, 91)} | {
        "claim", "line", "bingo", "pause", "resume", "correction",
    }  # fmt: skip
    assert list(ask("/sala/voz/", lang="en").json()) == ["es", "ca"]
    assert list(ask("/sala/voz/", lang="ca,es").json()) == ["ca", "es"]


def test_a_made_clip_is_given_as_it_lies_and_may_be_kept(data_dir):
    made_voice(data_dir)
    source = ask("/sala/voz/", lang="ca").json()["ca"]["47"]["src"]
    answer = ask(source)
    data = answer.content
    assert data == next((data_dir / "voice" / "ca").glob("47-*.wav")).read_bytes()
    assert answer["Content-Type"] == "audio/wav"
    assert answer["Cache-Control"] == "private, max-age=2592000, immutable"


def test_the_hall_s_own_recording_goes_before_the_made_clip_and_its_address_changes_with_it(data_dir):
    made_voice(data_dir)
    own_recording(data_dir, "es", "47.mp3", b"mp3")
    own_recording(data_dir, "es", "47.ogg", b"ogg")
    first = ask("/sala/voz/", lang="es").json()["es"]["47"]["src"]
    assert first.startswith("/sala/voz/es/47/?v=")
    answer = ask(first)
    assert (answer.content, answer["Content-Type"]) == (b"ogg", "audio/ogg")
    own_recording(data_dir, "es", "47.ogg", b"another")
    assert ask("/sala/voz/", lang="es").json()["es"]["47"]["src"] != first


def test_a_clip_that_is_not_there_is_not_found(data_dir):
    for path in ("/sala/voz/es/47/", "/sala/voz/en/47/", "/sala/voz/es/47-00000000/", "/sala/voz/es/..%2F47/"):
        assert ask(path).status_code == 404, path


def test_one_voice_calls_a_game_so_without_clips_of_all_balls_the_browser_says_formulas_too(data_dir):
    made_voice(data_dir)
    next((data_dir / "voice" / "es").glob("12-*.wav")).unlink()
    a_game_on_sale()
    said = ask("/sala/voz/dicho/", lang="es,ca", event="SaleOpened").json()["said"]
    assert [(one["lang"], bool(one["src"])) for one in said] == [("es", False)] * 2 + [("ca", True)] * 2
    assert ask("/sala/voz/", lang="es").json()["es"]["12"]["src"] == ""


def test_sentences_with_figures_are_spoken_whole_by_the_hall_s_computer(data_dir):
    made_voice(data_dir)
    a_game_on_sale()
    said = ask("/sala/voz/dicho/", lang="es", event="SaleOpened").json()["said"]
    assert [(one["lang"], one["text"]) for one in said] == [
        ("es", "Se pone a la venta la serie A 000001, de 200 cartones, al precio de 2 euros."),
        ("es", "Primer cartón a la venta: número 1."),
    ]
    answer = ask(said[0]["src"])
    assert answer["Content-Type"] == "audio/wav"
    found = measured(read_wave(answer.content))
    assert 3_000 < found.duration_ms < 10_000
    assert not math.isinf(found.rms_db)
    assert found.peak_db <= -1.0


def test_without_espeak_the_browser_is_given_the_words(no_espeak):
    a_game_ready()
    said = ask("/sala/voz/dicho/", lang="ca", event="SaleClosed").json()["said"]
    assert [(one["text"], one["src"]) for one in said] == [
        ("Cartrons venuts 6, de la sèrie A 000001 del número 1 al 6", ""),
        ("Premi de línia: 1,08 euros. Premi de bingo: 6,90 euros.", ""),
    ]


def test_a_formula_recorded_by_the_hall_is_used_by_its_name(data_dir, no_espeak):
    own_recording(data_dir, "es", "start.ogg", beep(400))
    a_game_on_sale()
    (start,) = ask("/sala/voz/dicho/", lang="es", event="DrawStarted").json()["said"]
    assert start["text"] == "Comienza la partida."
    assert start["src"].startswith("/sala/voz/es/start/?v=")


def test_nothing_is_said_at_unknown_events_and_before_a_game():
    assert ask("/sala/voz/dicho/", event="SaleOpened").json() == {"said": []}
    a_hall()
    assert ask("/sala/voz/dicho/", event="SaleOpened").json() == {"said": []}
    a_game_on_sale()
    assert ask("/sala/voz/dicho/", event="Nonsense").json() == {"said": []}
    assert ask("/sala/voz/dicho/").json() == {"said": []}


def test_only_what_the_house_signed_is_spoken(no_espeak):
    for signed in ("hello", signing.dumps(["es", "Bingo"], salt="another")):
        assert ask(f"/sala/voz/frase/{signed}/").status_code == 404
    # Signed, and there is no espeak-ng any more: the browser says it.
    assert ask(f"/sala/voz/frase/{signing.dumps(['es', 'Bingo'], salt='voice')}/").status_code == 404


@pytest.mark.parametrize(
    ("query", "data"),
    [
        ({"voice": "1"}, 'data-voice="all" data-voice-langs="es" data-volume="100"'),
        (
            {"voice": "balls", "lang": "ca,es", "vol": "40"},
            'data-voice="balls" data-voice-langs="ca,es" data-volume="40"',
        ),
        ({"voice": "1", "lang": "en", "vol": "900"}, 'data-voice="all" data-voice-langs="es" data-volume="100"'),
        ({"voice": "0", "vol": "-1"}, 'data-voice="" data-voice-langs="es" data-volume="100"'),
        ({}, 'data-voice="" data-voice-langs="es" data-volume="100"'),
    ],
)
def test_the_board_s_address_says_what_is_spoken_in_which_languages_and_how_loud(query, data):
    a_hall()
    assert data in ask("/sala/", **query).content.decode()

"""The manager's page of matrices: check, look, store; and the files it gives out."""

import html
import json
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from screens.views import matrices, matrix_forms
from sessions.models import CardMatrix, CardSeries
from sessions.rules.events import Medium
from sessions.rules.exchange import read_matrix
from tests.given import a_hall
from tests.screens.sockets import logged_in, make_people
from tests.sessions.rules.matrix_files import LINE_1, LINE_2, LINE_3, THREE, csv_of, json_of, rows_of

pytestmark = pytest.mark.django_db(transaction=True)

PAGE, FILES = "/cartones/importar/", "/cartones/exportar/"
GOOD = csv_of("# letter: B", "# ident: 000042", "# face value cents: 150", LINE_1, LINE_2, LINE_3)
BAD = csv_of(LINE_1.replace(";13;", ";91;"), LINE_3)
TEMPLATE = Path(__file__).parents[2] / "screens" / "templates" / "screens" / "matrices" / "choose.html"


@pytest.fixture
def hall():
    return a_hall()[0]


@pytest.fixture
def people(hall):
    return make_people(hall)


@pytest.fixture
def manager(people):
    browser = logged_in(people["sala"])
    browser.cookies["django_language"] = "en"
    return browser


def check(browser, data, name="New cards", file="cards.csv"):
    return browser.post(PAGE, {"step": "check", "name": name, "file": SimpleUploadedFile(file, data)})


def hidden(answer, name):
    return re.search(rf'name="{name}" value="([0-9a-f]+)"', answer.content.decode())[1]


def store(browser, answer, **fields):
    given = {"letter": "", "ident": "", "price": "", "medium": "physical", **fields}
    body = {"step": "store", "upload": hidden(answer, "upload"), "name": "New cards", **given}
    return browser.post(PAGE, body, follow=True)


def text(answer):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def kept(data_dir):
    return sorted(path.relative_to(data_dir).as_posix() for path in data_dir.rglob("*") if path.is_file())


def test_a_file_with_problems_is_shown_line_by_line_and_not_kept(manager, data_dir):
    before = kept(data_dir)
    said = text(check(manager, BAD))
    assert "cards.csv has 2 problems" in said
    assert "1 1 91 is not a number from 1 to 90. 2 3 Card 2 is missing before this one." in said
    assert "Store the matrix" not in said
    assert (CardMatrix.objects.count(), kept(data_dir)) == (1, before)


def test_of_many_problems_the_first_200_are_shown(manager):
    said = text(check(manager, csv_of(*[f"{card};1" for card in range(1, 1_502)])))
    assert "cards.csv has 1,501 problems" in said
    assert said.count("Cells found: 2.") == 200
    assert "And 1,301 more." in said


def test_the_last_line_of_a_short_file_is_said_to_break_off(manager):
    assert "The file breaks off in its last line: it has 2 cells of 28." in text(check(manager, csv_of("1;1")))


def test_a_sound_file_is_shown_with_its_first_and_last_card_before_it_is_stored(manager, data_dir):
    answer = check(manager, GOOD)
    page = answer.content.decode()
    assert "3 cards, all different, without a problem. They are not stored yet." in text(answer)
    faces = re.findall(r'class="face" role="img" aria-label="([^"]+)"', page)
    assert [" ".join(face.split()) for face in faces] == [
        "Face of card 1: 13 31 58 60 85 19 21 66 70 89 4 29 33 49 74",
        "Face of card 3: 8 30 61 72 85 32 49 50 64 75 19 25 35 51 87",
    ]
    assert page.count("cell-blank") == 2 * 12
    assert re.findall(r'name="(?:letter|ident|price)" value="([^"]*)"', page) == [
        "B",
        "000042",
        "1,50",
    ]
    assert CardMatrix.objects.count() == 1


def test_the_second_button_stores_it_with_its_series(manager, data_dir):
    answer = store(manager, check(manager, GOOD), letter="b", ident="000042", price="1,50", medium="virtual")
    assert "Matrix “New cards” is stored: 3 cards. Series B 000042 is registered." in text(answer)
    matrix = CardMatrix.objects.get(name="New cards")
    series = CardSeries.objects.get(matrix=matrix)
    assert (series.letter, series.ident, series.medium) == ("B", "000042", Medium.VIRTUAL)
    assert (series.face_value_cents, series.first_number, series.last_number) == (150, 1, 3)
    assert f"matrices/{matrix.sha256}" in kept(data_dir)
    assert not [path for path in kept(data_dir) if path.startswith("imports/")]


def test_it_is_stored_alone_when_no_series_is_filled_in(manager):
    series = CardSeries.objects.count()
    store(manager, check(manager, GOOD))
    assert CardMatrix.objects.filter(name="New cards", size=3).exists()
    assert CardSeries.objects.count() == series


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"letter": "B"}, "Fill in the letter, the number and the price"),
        ({"letter": "1", "ident": "1", "price": "2"}, "Letters only."),
        ({"letter": "B", "ident": "=1+1", "price": "2"}, "Digits only."),
        ({"letter": "B", "ident": "12/A", "price": "2"}, "Digits only."),
        ({"letter": "B", "ident": "\u0661", "price": "2"}, "Digits only."),
        ({"letter": "Ñ", "ident": "12", "price": "2"}, "Letters only."),
        ({"letter": "B", "ident": "1", "price": "0"}, "Type a price in euros"),
        ({"letter": "B", "ident": "1", "price": "1.2.3"}, "Type a price in euros"),
        ({"letter": "B", "ident": "1", "price": "1", "medium": "stone"}, "Store the matrix"),
        ({"letter": "A", "ident": "000001", "price": "2"}, "Series A 000001 already exists."),
        ({"name": "m7-300"}, "already has a matrix called “m7-300”"),
    ],
)
def test_what_cannot_be_stored_is_said_and_the_file_still_waits(manager, data_dir, fields, words):
    before = CardMatrix.objects.count(), CardSeries.objects.count()
    answer = store(manager, check(manager, GOOD), **fields)
    assert words in text(answer)
    assert "3 cards, all different" in text(answer)
    assert (CardMatrix.objects.count(), CardSeries.objects.count()) == before
    assert f"imports/{hidden(answer, 'upload')}" in kept(data_dir)
    store(manager, answer)
    assert CardMatrix.objects.filter(name="New cards").exists()


def test_the_same_cards_twice_are_refused_by_the_name_of_the_first(manager):
    store(manager, check(manager, GOOD))
    again = check(manager, json_of(*enumerate(THREE, start=1)), name="Again")
    assert "The hall already has these cards: they are matrix “New cards”." in text(store(manager, again, name="Again"))
    assert CardMatrix.objects.count() == 2


def test_a_full_disk_is_said_to_the_one_who_checks_and_to_the_one_who_stores(manager, monkeypatch):
    def full(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    waiting = check(manager, GOOD)
    for deed, step in (
        ("keep_upload", lambda: check(manager, GOOD)),
        ("import_matrix", lambda: store(manager, waiting)),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(matrices, deed, full)
            answer = step()
        assert answer.status_code == 503
        assert "The file could not be written to the disk." in text(answer)
    store(manager, answer)
    assert CardMatrix.objects.filter(name="New cards").exists()


def test_a_busy_database_is_said_and_the_same_button_stores_it_later(manager, monkeypatch):
    def busy(*_args, **_kwargs):
        raise OperationalError("database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(matrices, "import_matrix", busy)
        answer = store(manager, check(manager, GOOD), letter="B", ident="7", price="2")
    assert answer.status_code == 503
    assert "The hall is busy. Try again." in text(answer)
    store(manager, answer, letter="B", ident="7", price="2")
    assert CardSeries.objects.filter(letter="B", ident="7", matrix__name="New cards").exists()


def test_the_third_button_forgets_the_file(manager, data_dir):
    answer = check(manager, GOOD)
    manager.post(PAGE, {"step": "drop", "upload": hidden(answer, "upload")})
    assert not [path for path in kept(data_dir) if path.startswith("imports/")]
    assert "The file that was checked is no longer here." in text(store(manager, answer))
    assert CardMatrix.objects.count() == 1


def test_no_other_file_of_the_house_is_stored_or_dropped(manager, data_dir):
    before = kept(data_dir)
    for upload in ("../matrices/" + CardMatrix.objects.get().sha256, "", "x" * 64):
        for step in ("store", "drop"):
            answer = manager.post(PAGE, {"step": step, "upload": upload, "name": "n", "medium": "physical"})
            assert answer.status_code == 302
    assert kept(data_dir) == before


def test_a_name_that_is_taken_and_a_file_that_is_missing_are_said_at_once(manager):
    assert "The hall already has a matrix of that name." in text(check(manager, GOOD, name="m7-300"))
    answer = manager.post(PAGE, {"step": "check", "name": ""})
    assert text(answer).count("This field is required.") == 2
    assert "The file is empty." in text(check(manager, b""))


def test_a_file_over_the_limit_is_refused_before_it_is_read(manager, monkeypatch, data_dir):
    assert matrix_forms.MOST_UPLOAD_BYTES == 8 * 1024 * 1024
    monkeypatch.setattr(matrix_forms, "MOST_UPLOAD_BYTES", len(GOOD) - 1)
    before = kept(data_dir)
    assert "The file is larger than 8 MB." in text(check(manager, GOOD))
    assert kept(data_dir) == before


def test_words_in_a_file_and_its_name_are_not_html(manager):
    page = check(manager, csv_of(LINE_1.replace(";13;", ";<b>x;")), file="<i>.csv").content.decode()
    assert "“&lt;b&gt;x” is not a number." in page
    assert "<b>x" not in page
    assert "<i>.csv" not in page


def test_the_example_on_the_page_is_one(manager):
    sample = re.search(r"<pre[^>]*>(.*?)\n…</pre>", TEMPLATE.read_text(), re.DOTALL)[1]
    reading = read_matrix(sample.replace("1200", "2").encode())
    assert (reading.sound, len(reading.faces)) == (True, 2)
    assert sample in manager.get(PAGE).content.decode()


def test_the_list_counts_series_without_reading_them(manager):
    with CaptureQueriesContext(connection) as asked:
        said = text(manager.get(PAGE))
    assert "300 cards · 2 series" in said
    assert not [query["sql"] for query in asked if '"board"' in query["sql"]]


# Giving out ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "kind"), [("csv", "text/csv; charset=utf-8"), ("json", "application/json")])
def test_a_matrix_is_given_out_as_a_file(manager, form, kind):
    store(manager, check(manager, GOOD))
    matrix = CardMatrix.objects.get(name="New cards")
    answer = manager.get(FILES, {"matriz": matrix.pk, "forma": form})
    assert answer.headers["Content-Type"] == kind
    assert answer.headers["Content-Disposition"] == f'attachment; filename="new-cards.{form}"'
    reading = read_matrix(b"".join(answer.streaming_content))
    assert (reading.form, rows_of(reading.faces)) == (form, list(THREE))
    assert f"matriz={matrix.pk}&amp;forma={form}" in manager.get(PAGE).content.decode()


async def test_a_server_of_sockets_is_given_the_file_piece_by_piece(people):
    browser = AsyncClient()
    await browser.aforce_login(people["sala"], backend="django.contrib.auth.backends.ModelBackend")
    answer = await browser.get(FILES, {"forma": "json"})
    assert answer.is_async
    pieces = [piece async for piece in answer.streaming_content]
    assert len(pieces) > 0
    assert len(json.loads(b"".join(pieces))["cards"]) == 300


@pytest.mark.parametrize(
    "query", [{"forma": "xlsx"}, {"matriz": "x"}, {"matriz": "-1"}, {"matriz": "9" * 40}, {"matriz": "0"}]
)
def test_what_is_not_there_is_not_found(manager, query):
    assert manager.get(FILES, query).status_code == 404


def test_a_matrix_of_another_hall_is_not_found(manager):
    other, _, _ = a_hall(seed=8)
    theirs = CardMatrix.objects.get(hall=other)
    assert manager.get(FILES, {"matriz": theirs.pk}).status_code == 404
    assert theirs.name not in text(manager.get(PAGE))


def test_a_damaged_matrix_is_said_to_be_and_not_given_out(manager, data_dir):
    path = data_dir / "matrices" / CardMatrix.objects.get().sha256
    data = bytearray(path.read_bytes())
    data[24 + 44 * 9] ^= 1
    path.write_bytes(data)
    assert "Card 10 fails its integrity check" in text(manager.get(FILES, follow=True))


def test_a_matrix_without_its_file_is_said_to_be_and_the_page_is_shown(manager, data_dir):
    (data_dir / "matrices" / CardMatrix.objects.get().sha256).unlink()
    answer = manager.get(FILES, follow=True)
    assert answer.status_code == 200
    assert "is missing or cannot be read. Restore it from the backup" in text(answer)


# Who -------------------------------------------------------------------------------------------------------


def test_only_the_manager_checks_and_stores(people, data_dir):
    waiting = check(logged_in(people["sala"]), GOOD)
    before = kept(data_dir)
    others = [logged_in(user) for name, user in people.items() if name != "sala"]
    assert len(others) > 3
    for browser in others:
        assert check(browser, GOOD, name="Other").status_code == 403
        assert store(browser, waiting).status_code == 403
        assert browser.get(FILES).status_code == 403
    assert check(Client(), GOOD).headers["Location"].startswith("/entrar/")
    assert (CardMatrix.objects.count(), kept(data_dir)) == (1, before)


def test_a_form_wants_the_hall_s_own_token(people):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(people["sala"], backend="django.contrib.auth.backends.ModelBackend")
    assert check(strict, GOOD).status_code == 403


def test_the_page_is_answered_in_the_languages_of_the_hall(manager):
    for language in ("es", "ca", "en"):
        manager.cookies["django_language"] = language
        assert f'<html lang="{language}"' in manager.get(PAGE).content.decode()
    with translation.override("en"):
        assert manager.put(PAGE).status_code == 405

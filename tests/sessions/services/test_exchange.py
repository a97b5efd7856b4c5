"""A file becomes a matrix with all its rows, or leaves nothing at all; a matrix goes out as it came in."""

import csv
import io
import os
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from records.models import Hall
from sessions.matrices import MatrixFile
from sessions.messages import sentence
from sessions.models import CardMatrix, CardSeries
from sessions.rules import errors
from sessions.rules.events import Medium
from sessions.rules.exchange import read_matrix, write_exchange
from sessions.rules.exchange_findings import SeriesOffer
from sessions.rules.matrix import generate_matrix
from sessions.services.exchange import (
    drop_upload,
    export_matrix,
    import_matrix,
    keep_upload,
    upload,
)
from sessions.services.hall import make_matrix, make_series
from tests.sessions.rules.matrix_files import (
    CARD_1_OTHERWISE,
    CARD_2,
    LINE_1,
    LINE_2,
    LINE_3,
    THREE,
    csv_of,
    json_of,
    rows_of,
)

pytestmark = pytest.mark.django_db

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
GOOD = csv_of("# cards: 3", LINE_1, LINE_2, LINE_3)
SERIES = SeriesOffer("B", "000042", 150)


@pytest.fixture
def hall():
    return Hall.objects.create(code="h", name="Hall")


@pytest.fixture
def state(data_dir):
    """Tell what is kept: rows, and files with their bytes."""

    def kept():
        files = {path.name: path.read_bytes() for path in sorted(data_dir.rglob("*")) if path.is_file()}
        return CardMatrix.objects.count(), CardSeries.objects.count(), files

    return kept


def stored_rows(matrix, settings):
    with MatrixFile(settings.BINGO_DATA_DIR / "matrices" / matrix.sha256, settings.BINGO_CARD_KEY.encode()) as file:
        return rows_of(file.face(card) for card in range(1, len(file) + 1))


def test_a_sound_file_becomes_a_matrix_that_holds_its_faces(hall, settings):
    matrix = import_matrix(hall, "  Printer 2026 ", GOOD)
    assert (matrix.name, matrix.size, CardSeries.objects.count()) == ("Printer 2026", 3, 0)
    assert stored_rows(matrix, settings) == list(THREE)


def test_its_cards_are_registered_as_a_series_when_asked(hall):
    matrix = import_matrix(hall, "m", GOOD, series=SERIES, medium=Medium.VIRTUAL)
    series = CardSeries.objects.get()
    assert (series.matrix, series.letter, series.ident, series.medium) == (matrix, "B", "000042", Medium.VIRTUAL)
    assert (series.first_number, series.last_number, series.face_value_cents) == (1, 3, 150)


@pytest.mark.parametrize("name", ["series-example.csv", "series-example.json"])
def test_the_examples_of_the_documentation_are_imported(hall, name, settings):
    data = (EXAMPLES / name).read_bytes()
    reading = read_matrix(data)
    matrix = import_matrix(hall, name, data, series=reading.series)
    assert matrix.size == 12
    assert CardSeries.objects.get().face_value_cents == 200
    other = (EXAMPLES / "series-example.csv").read_bytes()
    assert stored_rows(matrix, settings) == rows_of(read_matrix(other).faces)


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (csv_of(LINE_1, LINE_2, LINE_3.replace("3;8;", "3;;")), errors.MatrixUnsound),
        (csv_of("# cards: 4", LINE_1, LINE_2, LINE_3), errors.MatrixUnsound),
        (json_of((1, THREE[0]), (2, CARD_2), (3, CARD_1_OTHERWISE)), errors.MatrixUnsound),
        (b"", errors.MatrixUnsound),
        (bytes(range(256)), errors.MatrixUnsound),
    ],
)
def test_nothing_is_kept_of_a_file_with_a_problem(hall, state, data, refusal):
    before = state()
    with pytest.raises(refusal):
        import_matrix(hall, "m", data, series=SERIES)
    assert state() == before == (0, 0, {})


def test_the_same_faces_are_not_filed_twice_and_the_refusal_names_the_first(hall, state):
    import_matrix(hall, "first", GOOD)
    before = state()
    with pytest.raises(errors.MatrixExists) as refused:
        import_matrix(hall, "second", json_of(*enumerate(THREE, start=1)), series=SERIES)
    assert refused.value.params == {"name": "first"}
    assert "first" in sentence(refused.value)
    assert state() == before
    assert (before[0], len(before[2])) == (1, 1)


def test_another_hall_may_file_the_same_faces_and_they_share_the_file(hall, state):
    one = import_matrix(hall, "m", GOOD)
    other = import_matrix(Hall.objects.create(code="o", name="Other"), "m", GOOD)
    assert one.sha256 == other.sha256
    assert (state()[0], list(state()[2])) == (2, [one.sha256])


def test_a_matrix_whose_series_is_refused_is_not_filed(hall, state):
    import_matrix(hall, "first", csv_of(LINE_1), series=SERIES)
    before = state()
    with pytest.raises(errors.SeriesExists):
        import_matrix(hall, "second", GOOD, series=SERIES)
    assert state() == before


def test_a_disk_that_refuses_the_last_step_leaves_neither_rows_nor_files(hall, state, monkeypatch):
    def refuse(_path, target):
        if len(Path(target).name) == 64:
            raise OSError("no space left")
        return _path.rename(target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OSError, match="no space left"):
        import_matrix(hall, "m", GOOD, series=SERIES)
    assert state() == (0, 0, {})


@pytest.mark.parametrize(
    ("name", "refusal"), [("", errors.BadName), ("  ", errors.BadName), ("x" * 61, errors.BadName)]
)
def test_a_matrix_has_a_name_that_fits(hall, state, name, refusal):
    with pytest.raises(refusal) as refused:
        import_matrix(hall, name, GOOD)
    assert refused.value.params == {"most": 60}
    assert state() == (0, 0, {})


def test_a_name_is_given_once_in_a_hall_and_never_to_a_path(hall, state):
    matrix = import_matrix(hall, "../../etc/passwd", GOOD)
    assert list(state()[2]) == [matrix.sha256]
    with pytest.raises(errors.MatrixNameTaken):
        import_matrix(hall, "../../etc/passwd", csv_of(LINE_1))
    assert state()[0] == 1


def test_a_hundred_thousand_cards_are_imported(hall):
    faces = generate_matrix(100_000, Random(4).randbytes)
    data = "".join(write_exchange(faces, len(faces), "csv")).encode()
    matrix = import_matrix(hall, "large", data, series=SERIES)
    assert matrix.size == 100_000
    assert CardSeries.objects.get().last_number == 100_000


# Giving out ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_matrix_goes_out_and_comes_back_to_another_hall_as_the_same_file(hall, form):
    matrix = make_matrix(hall, "own", 1_201, Random(9).randbytes)
    pieces = list(export_matrix(matrix, form))
    assert len(pieces) == 3
    again = import_matrix(Hall.objects.create(code="o", name="Other"), "own", "".join(pieces).encode())
    assert again.sha256 == matrix.sha256


def test_a_series_of_all_its_cards_is_named_in_the_file(hall):
    matrix = make_matrix(hall, "own", 6, Random(9).randbytes)
    series = make_series(matrix, "C", "000007", Medium.PHYSICAL, 1, 6, 300)
    for form in ("csv", "json"):
        data = "".join(export_matrix(matrix, form, series)).encode()
        assert read_matrix(data).series == SeriesOffer("C", "000007", 300)
    part = make_series(matrix, "V", "000001", Medium.VIRTUAL, 4, 6)
    with pytest.raises(errors.NotFound):
        export_matrix(matrix, "csv", part)


def test_letters_that_are_formulas_do_not_start_a_cell(hall):
    matrix = make_matrix(hall, "own", 6, Random(9).randbytes)
    series = make_series(matrix, "C", "000007", Medium.PHYSICAL, 1, 6)
    series.letter, series.ident = "=1;", '";=HYPERLINK'[:12]  # as a hall may have registered them in earlier versions
    text = "".join(export_matrix(matrix, "csv", series))
    cells = [cell for row in csv.reader(io.StringIO(text), delimiter=";") for cell in row]
    assert len(cells) == 4 + 28 + 6 * 28
    assert {cell[:1] for cell in cells} <= {"#", "", "c", "r", *"123456789"}


def test_a_damaged_face_is_told_before_the_first_piece(hall, data_dir):
    matrix = make_matrix(hall, "own", 6, Random(9).randbytes)
    path = data_dir / "matrices" / matrix.sha256
    data = bytearray(path.read_bytes())
    data[24 + 44 * 3] ^= 1
    path.write_bytes(data)
    with pytest.raises(errors.CardUnplayable) as refused:
        export_matrix(matrix, "csv")
    assert refused.value.params == {"card": 4}


@pytest.mark.parametrize("left", [None, b"", b"of another key" * 9])
def test_a_file_that_is_missing_or_foreign_is_told_before_the_first_piece(hall, data_dir, left):
    matrix = make_matrix(hall, "own", 6, Random(9).randbytes)
    path = data_dir / "matrices" / matrix.sha256
    path.unlink()
    if left is not None:
        path.write_bytes(left)
    with pytest.raises(errors.MatrixUnusable) as refused:
        export_matrix(matrix, "csv")
    assert refused.value.params == {"matrix": matrix.sha256[:12]}


def test_there_is_no_third_form(hall):
    with pytest.raises(ValueError, match="xlsx"):
        export_matrix(make_matrix(hall, "own", 6, Random(9).randbytes), "xlsx")


# Between the two buttons -----------------------------------------------------------------------------------


def test_a_file_waits_for_the_second_button_under_its_hash(data_dir):
    digest = keep_upload(GOOD)
    assert upload(digest) == GOOD
    drop_upload(digest)
    with pytest.raises(errors.UploadGone):
        upload(digest)
    assert list((data_dir / "imports").iterdir()) == []


@pytest.mark.parametrize("digest", ["", "../matrices/x", "0" * 63, "0" * 64, "/etc/passwd"])
def test_no_other_file_is_given_or_dropped(digest, data_dir):
    (data_dir / "matrices").mkdir()
    (data_dir / "matrices" / "x").write_text("kept")
    drop_upload(digest)
    with pytest.raises(errors.UploadGone):
        upload(digest)
    assert (data_dir / "matrices" / "x").read_text() == "kept"


def test_a_file_that_was_changed_meanwhile_is_not_taken(data_dir):
    digest = keep_upload(GOOD)
    (data_dir / "imports" / digest).write_bytes(GOOD + b"4")
    with pytest.raises(errors.UploadGone):
        upload(digest)


def test_a_file_nobody_came_back_for_is_dropped_after_half_a_day(data_dir, time):
    def kept_now(data):
        digest = keep_upload(data)
        os.utime(data_dir / "imports" / digest, (time.time.timestamp(), time.time.timestamp()))
        return digest

    old = kept_now(GOOD)
    time.advance(timedelta(hours=11, minutes=59).total_seconds())
    newer = kept_now(GOOD + b"\n")
    assert upload(old) == GOOD
    time.advance(120)
    keep_upload(GOOD + b"\n\n")
    with pytest.raises(errors.UploadGone):
        upload(old)
    assert upload(newer) == GOOD + b"\n"

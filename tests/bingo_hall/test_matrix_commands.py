"""`import_matrix` and `export_matrix` as typed."""

import json
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from bingo_hall.lock import hold
from records.models import Hall
from sessions.models import CardMatrix, CardSeries
from sessions.rules.events import Medium
from sessions.services.hall import make_matrix, make_series
from tests.sessions.rules.matrix_files import LINE_1, LINE_2, LINE_3, csv_of

pytestmark = pytest.mark.django_db

GOOD = csv_of("# cards: 3", "# letter: B", "# ident: 000042", "# face value cents: 150", LINE_1, LINE_2, LINE_3)


@pytest.fixture
def hall():
    return Hall.objects.create(code="h", name="Hall")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_bytes(GOOD)
    return path


def run(capsys, *args, **options):
    with translation.override("en"):
        call_command(*args, **options)
    return capsys.readouterr().out


def test_a_file_is_filed_alone_unless_a_series_is_asked_for(capsys, hall, file):
    said = run(capsys, "import_matrix", file, "--hall", "h", "--name", "m")
    matrix = CardMatrix.objects.get()
    assert said == f"3 cards, no problems\nfiled as m: {matrix.sha256}\n"
    assert CardSeries.objects.count() == 0


def test_the_series_is_the_one_typed_or_the_one_in_the_file(capsys, hall, file, tmp_path):
    typed = ("--letter", "a", "--ident", "000001", "--face-value-cents", "200", "--medium", "virtual")
    run(capsys, "import_matrix", file, "--hall", "h", "--name", "m", *typed)
    other = tmp_path / "other.csv"
    other.write_bytes(csv_of(*GOOD.decode().split("\r\n")[1:5]))
    said = run(capsys, "import_matrix", other, "--hall", "h", "--name", "n", "--file-series", "--json")
    assert json.loads(said)["matrix"]["series"] == "B 000042"
    found = CardSeries.objects.order_by("letter").values_list("letter", "ident", "medium", "face_value_cents")
    assert list(found) == [("A", "000001", Medium.VIRTUAL, 200), ("B", "000042", Medium.PHYSICAL, 150)]


def test_a_dry_run_keeps_nothing_even_beside_a_running_hall(capsys, hall, file, data_dir):
    lock = hold(data_dir)
    said = run(capsys, "import_matrix", file, "--hall", "h", "--name", "m", "--dry-run")
    assert said == "3 cards, no problems\n"
    assert CardMatrix.objects.count() == 0
    assert not (data_dir / "matrices").exists()
    lock.close()


def test_nothing_is_filed_beside_a_running_hall_of_one_process(hall, file, data_dir, settings):
    if "sqlite" not in settings.DATABASES["default"]["ENGINE"]:
        pytest.skip("a hall on PostgreSQL takes commands while it runs")
    lock = hold(data_dir)
    with pytest.raises(CommandError, match="running"):
        call_command("import_matrix", file, "--hall", "h", "--name", "m")
    lock.close()
    assert CardMatrix.objects.count() == 0


def test_problems_are_told_line_by_line_and_the_command_fails(capsys, hall, file):
    file.write_bytes(csv_of(LINE_1.replace(";13;", ";91;"), LINE_3))
    with pytest.raises(CommandError, match="2 problems: nothing was kept"):
        run(capsys, "import_matrix", file, "--hall", "h", "--name", "m")
    assert capsys.readouterr().out == "1: 91 is not a number from 1 to 90.\n2: Card 2 is missing before this one.\n"
    with pytest.raises(CommandError):
        run(capsys, "import_matrix", file, "--hall", "h", "--name", "m", "--json")
    told = json.loads(capsys.readouterr().out)
    assert [(one["code"], one["row"], one["card"]) for one in told["problems"]] == [
        ("range", 1, 1),
        ("card-missing", 2, 3),
    ]
    assert told["cards"] == CardMatrix.objects.count() == 0


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--hall", "x", "--name", "m"), "no hall x"),
        (("--hall", "h", "--name", ""), "1 to 60 characters"),
        (("--hall", "h", "--name", "m", "--letter", "A"), "--ident, --face-value-cents"),
    ],
)
def test_what_cannot_be_done_is_said(hall, file, args, words):
    with translation.override("en"), pytest.raises(CommandError, match=words):
        call_command("import_matrix", file, *args)
    assert CardMatrix.objects.count() == 0


def test_a_file_that_is_not_there_is_said_to_be(hall, tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_matrix", tmp_path / "nothing.csv", "--hall", "h", "--name", "m")


@pytest.mark.parametrize("form", ["csv", "json"])
def test_what_is_written_to_a_file_is_read_back(capsys, hall, tmp_path, form):
    matrix = make_matrix(hall, "own", 20, Random(5).randbytes)
    make_series(matrix, "C", "000007", Medium.PHYSICAL, 1, 20)
    path = tmp_path / f"own.{form}"
    run(capsys, "export_matrix", "own", "--hall", "h", "--form", form, "--series", "C", "000007", "--output", path)
    Hall.objects.create(code="o", name="Other")
    run(capsys, "import_matrix", path, "--hall", "o", "--name", "theirs", "--file-series")
    assert CardMatrix.objects.get(name="theirs").sha256 == matrix.sha256
    assert CardSeries.objects.filter(hall__code="o").values_list("letter", "ident").get() == ("C", "000007")
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_matrix", "own", "--hall", "h", "--output", path)


def test_without_a_file_it_is_written_to_the_terminal(capsys, hall):
    make_matrix(hall, "own", 2, Random(5).randbytes)
    lines = run(capsys, "export_matrix", "own", "--hall", "h").splitlines()
    assert (lines[0], len(lines)) == ("# cards: 2", 4)


@pytest.mark.parametrize("args", [("nothing",), ("own", "--series", "Z", "1"), ("own", "--series", "V", "000001")])
def test_what_is_not_there_is_not_exported(hall, args):
    matrix = make_matrix(hall, "own", 3, Random(5).randbytes)
    make_series(matrix, "V", "000001", Medium.VIRTUAL, 2, 3)
    with pytest.raises(CommandError):
        call_command("export_matrix", *args, "--hall", "h")

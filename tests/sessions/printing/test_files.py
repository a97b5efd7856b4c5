"""A print is whole or it is not there; it is drawn in parts, and the same order gives the same bytes."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import tracemalloc
from zipfile import ZipFile

import pypdfium2
import pytest

from sessions.printing.files import PrintStopped, write_print
from sessions.printing.order import Kind, order_for
from tests.given import a_hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def single():
    _hall, series, _virtual = a_hall()

    def order(first, last):
        return order_for(series, series.matrix, Kind.SINGLE, first, last)

    return order


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_short_print_is_one_pdf(single, tmp_path):
    done = write_print(single(1, 8), tmp_path / "7")
    assert done.path == tmp_path / "7" / "A-000001-single-0000001-0000008.pdf"
    assert names(tmp_path / "7") == [done.path.name]
    assert len(pypdfium2.PdfDocument(done.path)) == 2


def test_a_long_print_is_a_zip_of_parts_named_by_their_cards(single, tmp_path):
    done = write_print(single(1, 30), tmp_path / "7", part=2)
    assert names(tmp_path / "7") == ["A-000001-single-0000001-0000030.zip"]
    with ZipFile(done.path) as archive:
        assert archive.namelist() == [
            "A-000001-single-0000001-0000012.pdf",
            "A-000001-single-0000013-0000024.pdf",
            "A-000001-single-0000025-0000030.pdf",
        ]
        assert archive.testzip() is None
        counts = [len(pypdfium2.PdfDocument(archive.read(name))) for name in archive.namelist()]
    assert counts == [2, 2, 1]


def test_the_same_order_gives_the_same_bytes(single, tmp_path):
    one, other = (write_print(single(1, 30), tmp_path / name, part=2) for name in ("a", "b"))
    assert one.path.read_bytes() == other.path.read_bytes()
    assert one.sha256 == other.sha256
    assert write_print(single(1, 29), tmp_path / "c", part=2).sha256 != one.sha256


@pytest.mark.parametrize("last_seen", [1, 2, 3, 5])
def test_a_print_called_off_leaves_no_file(single, tmp_path, last_seen):
    with pytest.raises(PrintStopped):
        write_print(single(1, 30), tmp_path / "7", lambda page: page < last_seen, part=2)
    assert names(tmp_path) == []


def test_what_a_dead_print_left_is_swept_away_by_the_next(single, tmp_path):
    (tmp_path / ".7").mkdir()
    (tmp_path / ".7" / "half.pdf").write_bytes(b"%PDF")
    write_print(single(1, 6), tmp_path / "7")
    assert names(tmp_path) == ["7"]
    assert names(tmp_path / "7") == ["A-000001-single-0000001-0000006.pdf"]


DRAW_SLOWLY = """
import pickle, sys, time
from pathlib import Path
import django
django.setup()
from sessions.printing.files import write_print
order = pickle.loads(Path(sys.argv[1]).read_bytes())
def page(number):
    print(number, flush=True)
    time.sleep(0.05)
    return True
write_print(order, Path(sys.argv[2]), page, part=2)
"""


def test_a_process_killed_in_the_middle_leaves_no_print_and_the_next_one_makes_it(single, tmp_path, settings):
    order = single(1, 200)
    asked, prints = tmp_path / "order", tmp_path / "prints"
    asked.write_bytes(pickle.dumps(order))
    drawing = subprocess.Popen(
        [sys.executable, "-c", DRAW_SLOWLY, str(asked), str(prints / "7")],
        stdout=subprocess.PIPE,
        env=os.environ | {"BINGO_DATA_DIR": str(settings.BINGO_DATA_DIR)},
        text=True,
    )
    with drawing:
        assert [drawing.stdout.readline().strip() for _ in range(5)] == ["1", "2", "3", "4", "5"]
        drawing.kill()
    assert drawing.returncode == -signal.SIGKILL
    assert names(prints) == [".7"]
    whole = write_print(order, prints / "7", part=2)
    assert names(prints) == ["7"]
    assert names(prints / "7") == [whole.path.name]


def test_nothing_is_to_be_seen_until_the_print_is_whole(single, tmp_path):
    seen = []
    write_print(single(1, 30), tmp_path / "7", lambda _page: seen.append((tmp_path / "7").exists()) or True, part=2)
    assert seen == [False] * 5
    assert (tmp_path / "7").exists()


def test_memory_does_not_grow_with_the_run(single, tmp_path):
    """Three times the pages in parts of five take no more memory; in one part they take half as much again."""

    def most(last, part):
        write_print(single(1, 6), tmp_path / "warm")
        tracemalloc.start()
        try:
            write_print(single(1, last), tmp_path / f"{last}-{part}", part=part)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    short, long, whole = most(60, 5), most(180, 5), most(180, 100)
    assert long < short * 1.3
    assert whole > short * 1.5


def test_two_prints_at_once_do_not_meet(single, tmp_path):
    done = {}

    def draw(name, order):
        done[name] = write_print(order, tmp_path / name).path.name

    threads = [threading.Thread(target=draw, args=(str(n), single(n, n + 11))) for n in (1, 20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert done == {"1": "A-000001-single-0000001-0000012.pdf", "20": "A-000001-single-0000020-0000031.pdf"}

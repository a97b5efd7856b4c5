from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from records.models import Hall
from sessions.matrices import MatrixFile
from sessions.models import CardMatrix
from sessions.rules.cards import ALL_NUMBERS

ROOT = Path(__file__).resolve().parents[3]


def generate(*arguments):
    told = StringIO()
    call_command("generate_matrix", "--json", *map(str, arguments), stdout=told)
    return json.loads(told.getvalue())


def opened(path):
    return MatrixFile(path, settings.BINGO_CARD_KEY.encode())


def test_it_writes_a_matrix_and_tells_what_the_file_holds(tmp_path):
    told = generate("--cards", 1_000, "--out", tmp_path / "m")
    counts = ("cards", "distinct_faces", "distinct_number_sets", "bad_faces", "bad_checks", "whole_strips")
    assert [told[name] for name in counts] == [1_000, 1_000, 1_000, 0, 0, 0]
    assert told["sha256"] == sha256((tmp_path / "m").read_bytes()).hexdigest()
    assert told["faces_per_second"] > 0
    assert 900 < told["layouts_reached"] <= 1_000
    assert [file.name for file in tmp_path.iterdir()] == ["m"]
    with opened(tmp_path / "m") as matrix:
        assert len(matrix) == 1_000


def test_strips_are_asked_for_by_a_word(tmp_path):
    assert generate("--cards", 60, "--strips", "--out", tmp_path / "m")["whole_strips"] == 10
    with opened(tmp_path / "m") as matrix:
        assert sum(matrix.face(card).mask for card in range(55, 61)) == ALL_NUMBERS


def test_a_table_is_for_people(tmp_path):
    told = StringIO()
    call_command("generate_matrix", "--cards", "1200", "--out", str(tmp_path / "m"), stdout=told)
    assert "distinct number sets   1,200\n" in told.getvalue()


def test_a_file_already_there_is_replaced_only_by_force(tmp_path):
    (tmp_path / "m").write_bytes(b"precious")
    with pytest.raises(CommandError, match="exists"):
        generate("--cards", 6, "--out", tmp_path / "m")
    assert (tmp_path / "m").read_bytes() == b"precious"
    generate("--cards", 6, "--out", tmp_path / "m", "--force")
    with opened(tmp_path / "m") as matrix:
        assert len(matrix) == 6


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--cards", "0", "--out", "m"], "1 to 1000000"),
        (["--cards", "1000001", "--out", "m"], "1 to 1000000"),
        (["--cards", "20", "--strips", "--out", "m"], "strips of 6"),
        (["--cards", "6"], "nowhere to write"),
        (["--cards", "6", "--out", "no/such/m"], "no folder"),
        (["--cards", "6", "--register", "x"], "go together"),
        (["--cards", "6", "--out", "m", "--hall", "h"], "go together"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(arguments, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=says):
        generate(*arguments)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_does_not_hold_what_was_drawn_never_appears(tmp_path, monkeypatch):
    monkeypatch.setattr("sessions.management.commands.generate_matrix.write_generated", damaged)
    with pytest.raises(CommandError, match="bad_checks=1"):
        generate("--cards", 6, "--out", tmp_path / "m")
    assert list(tmp_path.iterdir()) == []


def damaged(path, count, key, **_):
    from sessions.matrices import write_generated

    told = write_generated(path, count, key)
    data = bytearray(path.read_bytes())
    data[-20] ^= 4
    path.write_bytes(data)
    return told


def test_ctrl_c_leaves_nothing_behind(tmp_path):
    command = [sys.executable, "manage.py", "generate_matrix", "--cards", "1000000", "--out", str(tmp_path / "m")]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "bingo_hall.settings", "BINGO_DEMO": "1"}
    # A test run in the background of a shell ignores Ctrl-C, and so would what it starts.
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        running = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True)
    finally:
        signal.signal(signal.SIGINT, heard)
    with running:
        while not list(tmp_path.glob(".new-matrix-*/.matrix.*")):
            assert running.poll() is None
            time.sleep(0.005)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Stopped: nothing was written." in said
    assert "Traceback" not in said
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def hall(db, tmp_path, settings):
    settings.BINGO_DATA_DIR = tmp_path / "data"
    return Hall.objects.create(code="sala", name="Sala")


def test_a_matrix_is_filed_in_the_hall_under_its_digest(hall, tmp_path):
    told = generate("--cards", 60, "--strips", "--register", "2027", "--hall", "sala", "--out", tmp_path / "m")
    row = CardMatrix.objects.get()
    assert (row.hall, row.name, row.size, row.sha256) == (hall, "2027", 60, told["sha256"])
    filed = tmp_path / "data" / "matrices" / told["sha256"]
    assert filed.read_bytes() == (tmp_path / "m").read_bytes()


def test_a_matrix_may_be_filed_without_another_copy(hall, tmp_path):
    told = generate("--cards", 6, "--register", "few", "--hall", "sala")
    assert [file.name for file in (tmp_path / "data" / "matrices").iterdir()] == [told["sha256"]]


def test_there_is_no_matrix_for_a_hall_that_is_not(hall, tmp_path):
    with pytest.raises(CommandError, match="no hall other"):
        generate("--cards", 6, "--register", "few", "--hall", "other")
    assert not CardMatrix.objects.exists()

"""Power cut one second after "sold": G10. What was answered is on the disk before the answer."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from django.db import connection

from tests.scenarios.sale_process import CARDS
from tests.walks.running_hall import PROJECT

CALLS = "fdatasync,fsync,write"


def run(database, what, *before):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("BINGO_", "DJANGO_"))}
    command = [*before, sys.executable, "-m", "tests.scenarios.sale_process", str(database), what]
    done = subprocess.run(command, cwd=PROJECT, env=kept, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stderr[-2_000:]
    return done.stdout


def watched(folder, what):
    """Sell under strace; gives how often the write-ahead log was synced before each answer."""
    if not shutil.which("strace"):
        assert os.environ.get("CI") != "true", "apt-get install strace"
        pytest.skip("no strace on this machine, and CI is not set")
    database, trace = folder / "hall.sqlite3", folder.parent / "trace"
    run(database, "make")
    told = run(database, what, "strace", "-f", "-y", "-e", f"trace={CALLS}", "-o", str(trace))
    assert told.splitlines() == [f"SOLD {number}" for number in range(1, CARDS + 1)]
    synced, before = 0, []
    for line in trace.read_text().splitlines():
        if re.search(r"f(data)?sync\(\d+<[^>]*hall\.sqlite3-wal>", line):
            synced += 1
        elif '"SOLD ' in line:
            before.append(synced)
            synced = 0
    assert len(before) == CARDS
    return before


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "hall").mkdir()
    return tmp_path / "hall"


def test_g10_each_sale_is_on_the_disk_before_it_is_answered_and_is_there_after_the_power_cut(folder):
    """
    The calls of the operating system are watched: before each answer there is a sync of the write-ahead log.

    A power cut cannot be had here; a copy of the files as they lie is opened instead.
    """
    before = watched(folder, "sell")
    assert min(before) >= 1, f"syncs before each answer: {before}"
    after = folder.parent / "after"
    shutil.copytree(folder, after)
    with closing(sqlite3.connect(after / "hall.sqlite3")) as file:
        sold = file.execute("SELECT number FROM bingo_sessions_soldcard ORDER BY number").fetchall()
        kinds = file.execute("SELECT count(*) FROM records_event WHERE kind = 'CardsSold'").fetchone()
        in_hand = file.execute("SELECT balance_cents FROM ledger_account WHERE code = 'seller:venta'").fetchone()
    assert ([number for (number,) in sold], kinds, in_hand) == ([1, 2, 3, 4, 5], (CARDS,), (1_000,))


def test_g10_control_a_hall_that_does_not_wait_for_the_disk_is_seen(folder):
    assert max(watched(folder, "sell-carelessly")[1:]) == 0


@pytest.mark.django_db
def test_g10_the_hall_s_own_connection_waits_for_the_disk():
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone() == (2,), "FULL: NORMAL loses answered sales in a power cut"
        else:
            cursor.execute("SHOW synchronous_commit")
            assert cursor.fetchone() == ("on",)

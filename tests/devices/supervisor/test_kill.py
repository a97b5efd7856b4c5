"""What is left when a process is killed in the middle of a game."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from devices.simulators.client import ask
from devices.simulators.paths import PROJECT

URL = "bingosim://sim?seed=11&speed=500&fault=drop@20:after"
LAST = 36


@pytest.fixture
def start_host(simulators, tmp_path):
    running = []

    def start():
        command = [sys.executable, str(Path(__file__).with_name("host_process.py"))]
        files = [str(tmp_path / "hall.sqlite3"), str(tmp_path / "game.sqlite3")]
        environment = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
        process = subprocess.Popen(
            [*command, *files, URL, str(LAST)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=PROJECT,
            env=environment | {"PYTHONPATH": str(PROJECT)},
        )
        running.append(process)
        return process

    yield start
    for process in running:
        process.kill()
        process.wait()
        process.stdout.close()


def read_until(process, ordinal):
    for line in process.stdout:
        if int(line) >= ordinal:
            return
    pytest.fail(f"the hall ended before ball {ordinal}")


@pytest.fixture
def look(tmp_path):
    def rows(name, query):
        connection = sqlite3.connect(tmp_path / name)
        try:
            return connection.execute(query).fetchall()
        finally:
            connection.close()

    return rows


def test_a_hall_killed_in_the_middle_goes_on_with_nothing_lost_and_nothing_twice(start_host, look):
    for ordinal in (5, 24):
        process = start_host()
        read_until(process, ordinal)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert ask("sim", "status")["device"]["runs"] == 1, "the simulator outlives the hall"
    last = start_host()
    assert last.wait(30) == 0
    machine = ask("sim", "status")["device"]
    balls = look("game.sqlite3", "SELECT number, ref FROM ball ORDER BY ordinal")
    assert [number for number, _ in balls] == machine["order"] == machine["told"]
    assert len(balls) == machine["actuations"] == LAST
    assert look("hall.sqlite3", "SELECT COUNT(*) FROM devices_deviceevent WHERE NOT handled") == [(0,)]
    heard = look("hall.sqlite3", "SELECT COUNT(*) FROM devices_deviceevent")
    assert heard == [(machine["ev"],)]


def test_a_machine_killed_in_the_middle_comes_back_with_its_map(start_host, look):
    process = start_host()
    read_until(process, 10)
    os.kill(ask("sim", "status")["about"]["pid"], signal.SIGKILL)
    assert process.wait(30) == 0
    machine = ask("sim", "status")["device"]
    assert machine["runs"] == 2
    balls = look("game.sqlite3", "SELECT number FROM ball ORDER BY ordinal")
    assert [number for (number,) in balls] == machine["order"]
    assert len(balls) == machine["actuations"] == LAST

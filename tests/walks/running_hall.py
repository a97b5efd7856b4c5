"""A real hall for tests: `manage.py run_hall` in a process of its own, on a data folder of its own."""

import atexit
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from uuid import uuid4

import httpx

from devices.simulators.client import SimulatorAbsent, ask

PROJECT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 90
UP_TO_THE_HEAD = "SELECT position, kind FROM records_event ORDER BY position"


def environment(folder, **more):
    """Give the environment of a hall's commands: the demo's settings, none of the test run's own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("BINGO_", "DJANGO_"))}
    hall = {"BINGO_DATA_DIR": str(folder), "BINGO_DATABASE_URL": f"sqlite:///{folder}/hall.sqlite3"}
    return kept | hall | {"BINGO_DEMO": "1", "BINGO_PROFILE": "embedded", "BINGO_CLAIM_WINDOW_S": "1"} | more


def manage(folder, *arguments, seconds=PATIENCE_SECONDS, **more):
    """Run a management command to its end; gives what it printed and its exit code."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=PROJECT,
        env=environment(folder, **more),
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


@cache
def seeded():
    """Seed a demo hall once a test run; its folder is copied, never used."""
    folder = Path(mkdtemp(prefix="bingo-seed-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for command in ("migrate", "seed_demo"):
        done = manage(folder, command)
        assert done.returncode == 0, done.stderr
    return folder


def until(what, *, seconds=PATIENCE_SECONDS):
    """Wait until something is so, and give what it gave."""
    end = time.monotonic() + seconds
    while not (answer := what()):
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)
    return answer


@dataclass
class Journal:
    """What the hall's file says: the head's position, the kinds by position, the board of the last game."""

    head: int
    kinds: list
    board: dict

    def after(self, position):
        """Give the kinds of the events after a position."""
        return [kind for at, kind in self.kinds if at > position]


class RunningHall:
    """One hall on one folder, which can be killed and started again."""

    def __init__(self, folder, *, speed=30):
        self.folder = Path(folder)
        self.simulator = f"test-{uuid4().hex[:8]}"
        self.process = None
        shutil.copytree(seeded(), self.folder, dirs_exist_ok=True)
        self.database = self.folder / "hall.sqlite3"
        with closing(sqlite3.connect(self.database)) as file, file:
            set_url = "UPDATE devices_device SET url = ? WHERE kind = ?"
            file.execute(set_url, (f"bingosim://{self.simulator}?speed={speed}", "extractor"))
            file.execute(set_url, (f"bingopanel://{self.simulator}", "panel"))
            file.execute(set_url, (f"bingoprinter://{self.simulator}", "printer"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self, **more):
        """Start the hall and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "run_hall", "--port", str(self.port)],
                cwd=PROJECT,
                env=environment(self.folder, **more),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until(self.answers)

    def answers(self):
        """Tell whether the hall answers; it must not have ended."""
        assert self.process.poll() is None, (self.process.returncode, (self.folder / "log").read_text()[-1000:])
        try:
            return httpx.get(f"{self.url}/healthz/", trust_env=False, timeout=5).is_success
        except httpx.TransportError:
            return False

    def kill(self, number=signal.SIGKILL):
        """Kill the whole process group of the hall; the simulators have groups of their own and live on."""
        os.killpg(self.process.pid, number)
        self.process.wait(PATIENCE_SECONDS)

    def read(self):
        """Read what is committed, from a copy: the hall's own recovery is left to the hall."""
        copy = self.folder / "copy"
        copy.mkdir(exist_ok=True)
        for name in ("hall.sqlite3", "hall.sqlite3-wal"):
            (copy / name).unlink(missing_ok=True)
            if (self.folder / name).exists():
                shutil.copy(self.folder / name, copy / name)
        with closing(sqlite3.connect(copy / "hall.sqlite3")) as file:
            return self._journal(file)

    def look(self):
        """Read what is committed, beside the running hall."""
        with closing(sqlite3.connect(self.database, timeout=20)) as file:
            return self._journal(file)

    def _journal(self, file):
        (head,) = file.execute("SELECT head_position FROM records_hall").fetchone()
        games = file.execute("SELECT board FROM bingo_sessions_game ORDER BY id DESC LIMIT 1").fetchall()
        board = json.loads(games[0][0]) if games else {}
        return Journal(head, file.execute(UP_TO_THE_HEAD).fetchall(), board)

    def machine(self):
        """Ask the simulated machine what truly happened in it."""
        return ask(self.simulator, "status")["device"]

    def end(self):
        """Stop the hall and its simulators."""
        if self.process is not None and self.process.poll() is None:
            self.kill(signal.SIGTERM)
        for kind in ("extractor", "panel", "printer"):
            try:
                ask(self.simulator, "shutdown", kind=kind)
            except SimulatorAbsent:
                continue


class Verifier:
    """
    `manage.py verify` again and again, in one process that has Django ready.

    It holds no connection between two proofs: an open one keeps SQLite's shared index alive through a kill, and then
    a commit cut off between the log and that index is not recovered by the hall, though `read` would show it.
    """

    SCRIPT = (
        "import sys, django; django.setup()\n"
        "from django.core.management import call_command\n"
        "from django.db import connections\n"
        "for _ in sys.stdin:\n"
        "    try: call_command('verify')\n"
        "    except Exception as wrong: print(wrong)\n"
        "    connections.close_all()\n"
        "    print('end', flush=True)\n"
    )

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [sys.executable, "-c", self.SCRIPT],
            cwd=PROJECT,
            env=environment(folder, DJANGO_SETTINGS_MODULE="bingo_hall.settings"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def violations(self):
        """Give all that `verify` prints of what is wrong; nothing = all is well."""
        self.process.stdin.write("verify\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) != "end\n":
            assert line, "verify ended"
            lines.append(line.strip())
        return [line for line in lines if line != "0 violations" and not line.startswith("demo: position")]

    def end(self):
        """End the process."""
        self.process.stdin.close()
        self.process.wait(PATIENCE_SECONDS)
        self.process.stdout.close()

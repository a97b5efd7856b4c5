"""
How long a ball takes: its frame on the wire, committed in the journal, in a screen's hands.

The hall is a process of its own with its port, draw loop and sockets; the machine on a pseudo-terminal and the screen's
WebSocket are this one. Ninety balls a game, one after the other, on SQLite and, where it answers, on PostgreSQL.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
import uuid
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.sales import on_server
from tests.devices.whole_games.pulled import PulledMachine

GAMES, BALLS, SOLD = 4, 90, 6
CODE = "extractor-1"
MOST_P99_MS, PATIENCE_SECONDS = 500, 60
STAGES = ("wire to journal", "journal to screen", "wire to screen")
HERE = "127.0.0.1"


class TimedMachine(PulledMachine):
    """The simulated machine; `wired` is when each ball's frame was written, by its ordinal."""

    wired: dict[int, float]

    def _write(self, data):
        if b" BALL o=" in data:
            ordinal = int(data.partition(b" BALL o=")[2].partition(b" ")[0])
            self.wired.setdefault(ordinal, time.monotonic())
        super()._write(data)


class Hall:
    """The hall's process: told what its people do, it says when a ball is committed."""

    def __init__(self, folder, url, link):
        with socket.socket() as free:
            free.bind((HERE, 0))
            self.port = free.getsockname()[1]
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("BINGO_", "DJANGO_"))}
        environment |= {"BINGO_DATABASE_URL": url, "BINGO_DATA_DIR": folder, "BINGO_PROFILE": "embedded"}
        environment |= {"BINGO_DEMO": "1", "DJANGO_SETTINGS_MODULE": "bingo_hall.settings"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.latency", str(self.port), str(link)],
            env=environment,
            cwd=Path(__file__).resolve().parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.cookie = self.heard("ready")[0]
        self.committed: dict[int, float] = {}
        self.begun = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def heard(self, word):
        """Wait for a word of the hall's; gives what stands behind it."""
        for line in self.process.stdout:
            if line.split()[:1] == [word]:
                return line.split()[1:]
        raise SystemExit("the hall ended")

    def _listen(self):
        for line in self.process.stdout:
            match line.split():
                case ["committed", ordinal, at]:
                    self.committed[int(ordinal)] = float(at)
                case ["begun"]:
                    self.begun.set()

    def say(self, *words):
        print(*words, file=self.process.stdin, flush=True)

    def end(self):
        self.process.terminate()
        self.process.wait(PATIENCE_SECONDS)


class Wall:
    """A screen of the staff; `seen` is when each ball's frame was in its hands."""

    def __init__(self, hall):
        from websockets.sync.client import connect

        url = f"ws://{HERE}:{hall.port}/ws/hall/?audience=staff"
        headers = {"Cookie": f"sessionid={hall.cookie}"}
        self.line = connect(url, origin=f"http://{HERE}:{hall.port}", additional_headers=headers, proxy=None)
        self.seen: dict[int, float] = {}
        self.came = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        from websockets.exceptions import ConnectionClosed

        with suppress(ConnectionClosed):
            self._take_all()

    def _take_all(self):
        for text in self.line:
            at, frame = time.monotonic(), json.loads(text)
            event = frame.get("event") or {}
            if event.get("kind") == "BallDrawn":
                with self.came:
                    self.seen[event["ordinal"]] = at
                    self.came.notify()

    def wait_for(self, ordinal):
        with self.came:
            if not self.came.wait_for(lambda: ordinal in self.seen, PATIENCE_SECONDS):
                raise SystemExit(f"ball {ordinal} never came")


def played(hall, machine, wall):
    """Play the games; gives of every ball its milliseconds by stage."""
    stages = {stage: [] for stage in STAGES}
    for _ in range(GAMES):
        machine.wired, hall.committed, wall.seen = {}, {}, {}
        hall.begun.clear()
        hall.say("begin")
        for ordinal in range(1, BALLS + 1):
            wall.wait_for(ordinal)
            hall.say("call", ordinal)
        hall.say("close")
        if not hall.begun.wait(PATIENCE_SECONDS):
            raise SystemExit("the next game was not sold")
        for ordinal in range(1, BALLS + 1):
            wire, journal, screen = machine.wired[ordinal], hall.committed[ordinal], wall.seen[ordinal]
            times = (journal - wire, screen - journal, screen - wire)
            for stage, seconds in zip(STAGES, times, strict=True):
                stages[stage].append(seconds * 1_000)
    return stages


def figures(milliseconds):
    """Put one stage's balls together."""
    ordered = sorted(milliseconds)
    return {
        "median_ms": round(ordered[len(ordered) // 2], 1),
        "p99_ms": round(ordered[len(ordered) * 99 // 100], 1),
        "max_ms": round(ordered[-1], 1),
    }


def one_run(database):
    """Play on one database, made for it; gives the figures of each stage."""
    name = f"bench_{uuid.uuid4().hex[:8]}"
    server = os.environ.get("POSTGRES", "postgres://root@127.0.0.1:5432/test")
    with TemporaryDirectory(prefix="bench-") as folder:
        url = f"sqlite:///{folder}/hall.sqlite3"
        if database == "postgres":
            url = f"{server.rpartition('/')[0]}/{name}"
            on_server(server, f'CREATE DATABASE "{name}"')
        machine = TimedMachine(Path(folder) / "port", speed=400.0)
        machine.wired = {}
        try:
            hall = Hall(folder, url, machine.url)
            try:
                stages = played(hall, machine, Wall(hall))
            finally:
                hall.end()
        finally:
            machine.end()
            if database == "postgres":
                on_server(server, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    balls = len(stages[STAGES[0]])
    return {"database": database, "balls": balls} | {stage: figures(times) for stage, times in stages.items()}


class People:
    """The people of the hall's process: one thread that does what it reads."""

    def __init__(self, link):
        from devices.models import Device
        from tests.given import a_game_ready
        from tests.screens.sockets import logged_in, make_people

        self.story = a_game_ready(extractor=CODE, sold=SOLD)
        Device.objects.create(code=CODE, hall_code=self.story.hall.code, driver="bx1", url=link)
        self.cookie = logged_in(make_people(self.story.hall)["mesa"]).cookies["sessionid"].value

    def obey(self):
        from sessions.services import draw

        for line in sys.stdin:
            match line.split():
                case ["begin"]:
                    draw.start_draw(game_id=self.story.game_id, actor="mesa")
                case ["call", ordinal]:
                    draw.call_ball(game_id=self.story.game_id, ordinal=int(ordinal), actor="locutor")
                case ["close"]:
                    self.begin_next()

    def begin_next(self):
        from sessions.services import draw, payments, sales
        from tests.given import close_sale, open_next_sale

        draw.close_unclaimed(game_id=self.story.game_id, actor="mesa")
        payments.close_game(game_id=self.story.game_id, actor="mesa")
        open_next_sale(self.story, extractor=CODE)
        sales.sell_cards(game_id=self.story.game_id, quantity=SOLD, actor="venta")
        close_sale(self.story)
        print("begun", flush=True)


def in_child(port, link):
    """Be the hall; its people do what they are told on standard input."""
    import django

    django.setup()
    from django.core.management import call_command

    from bingo_hall import wiring
    from bingo_hall.pacing import DrawLoop
    from bingo_hall.ports import Ports
    from bingo_hall.server import serve

    call_command("migrate", verbosity=0)
    people, draw_ball = People(link), wiring.draw.draw_ball

    def timed(**said):
        event = draw_ball(**said)
        print("committed", said["ordinal"], time.monotonic(), flush=True)
        return event

    wiring.draw.draw_ball = timed
    hall = people.story.hall
    hall.refresh_from_db()
    loop = DrawLoop(hall, Ports(hall))
    loop.start()
    threading.Thread(target=people.obey, daemon=True).start()
    try:
        serve(HERE, port, started=lambda: print("ready", people.cookie, flush=True))
    finally:
        loop.stop()
    return 0


def main():
    """Run both; print a table and one JSON line, and 1 when a ball took too long to a screen."""
    told = []
    for database in ("sqlite", "postgres"):
        try:
            run = one_run(database)
        except OSError as error:
            print(f"{database} does not answer: {error}")
            continue
        told.append(run)
        print(f"a ball's way, {database}, {run['balls']} balls, milliseconds")
        for stage in STAGES:
            print(f"  {stage:20}" + "".join(f"  {name[:-3]} {value:7.1f}" for name, value in run[stage].items()))
        run["missed"] = run["wire to screen"]["p99_ms"] > MOST_P99_MS
        print(f"  wire to screen, 99 of 100 within {MOST_P99_MS} ms: {'MISSED' if run['missed'] else 'met'}")
    print(json.dumps({"bench": "latency", "runs": told}))
    return int(any(run["missed"] for run in told))


if __name__ == "__main__":
    sys.exit(in_child(int(sys.argv[1]), sys.argv[2]) if sys.argv[1:] else main())

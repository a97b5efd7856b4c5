"""A real hall for the load evening: on a data folder of its own, on SQLite or on a PostgreSQL database of its own."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from tempfile import mkdtemp
from uuid import uuid4

import httpx

PROJECT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 60
WRONG_IN_LOG = re.compile(r" (ERROR|CRITICAL) |database is locked|deadlock detected|^[\w.]*(Error|Exception)\b")


def servers() -> tuple[str, str]:
    """Give the addresses of PostgreSQL and Redis, as the Makefile does."""
    postgres = os.environ.get("POSTGRES", "postgres://root@127.0.0.1:5432/test")
    return postgres, os.environ.get("REDIS", "redis://127.0.0.1:6379/9")


def free_port() -> int:
    """Find a port nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class LoadHall:
    """One hall; `database` is sqlite (one process) or postgres (two web workers, the ports' process, Redis)."""

    def __init__(self, database: str = "sqlite", settings: dict[str, str] | None = None) -> None:
        self.folder = Path(mkdtemp(prefix="hallH-"))
        self.name = f"load-{uuid4().hex[:8]}"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.postgres, redis = servers()
        self.is_postgres = database == "postgres"
        here = {"BINGO_DATABASE_URL": f"sqlite:///{self.folder}/hall.sqlite3"}
        if self.is_postgres:
            self.database = self.name.replace("-", "_")
            here = {
                "BINGO_DATABASE_URL": f"{self.postgres.rpartition('/')[0]}/{self.database}",
                "BINGO_REDIS_URL": redis,
            }
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("BINGO_", "DJANGO_"))}
        demo = {"BINGO_DEMO": "1", "BINGO_PROFILE": "embedded", "BINGO_CLAIM_WINDOW_S": "1"}
        self.environment = (
            kept | here | demo | {"BINGO_DATA_DIR": str(self.folder), "DJANGO_SETTINGS_MODULE": "bingo_hall.settings"}
        ) | (settings or {})
        self.most_connections = 0
        self._over = threading.Event()

    def run(self, *arguments: str, seconds: int = 180) -> subprocess.CompletedProcess[str]:
        """Run Python in the hall's environment to its end."""
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=PROJECT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )

    def prepare(self, **sizes: int) -> None:
        """Make the database and seed it."""
        if self.is_postgres:
            self._on_the_server(f'CREATE DATABASE "{self.database}"')
        options = [f"--{name.replace('_', '-')}={value}" for name, value in sizes.items()]
        for command in (("manage.py", "migrate"), ("-m", "tests.load.seed", *options, f"--simulator={self.name}")):
            done = self.run(*command)
            if done.returncode:
                raise RuntimeError(f"{command}: {done.stderr}")
        self._quick_machine()

    def _on_the_server(self, order: str) -> None:
        import psycopg

        with psycopg.connect(self.postgres, autocommit=True) as server:
            server.execute(order)

    def _quick_machine(self) -> None:
        """Let the simulated machine draw at the evening's speed."""
        url = f"bingosim://{self.name}?speed=1000"
        script = (
            "import django; django.setup()\n"
            f"from devices.models import Device; Device.objects.filter(kind='extractor').update(url={url!r})"
        )
        done = self.run("-c", script)
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Open the hall and wait until it answers."""
        # Chosen only now: between a choice and its use another hall may take the port, and would answer.
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        if self.is_postgres:
            web = ("-m", "uvicorn", "bingo_hall.asgi:application", "--port", str(self.port), "--workers", "2")
            self._spawn(*web, "--ws", "websockets-sansio", "--ws-max-size", "16384", "--log-level", "warning")
            self._spawn("manage.py", "run_devices")
            threading.Thread(target=self._count_connections, daemon=True).start()
        else:
            self._spawn("manage.py", "run_hall", "--port", str(self.port))
        end = time.monotonic() + PATIENCE_SECONDS
        while not self._answers():
            if time.monotonic() > end or any(p.poll() is not None for p in self.processes):
                raise RuntimeError(f"the hall does not open: {self.log()[-2000:]}")
            time.sleep(0.1)

    def _count_connections(self) -> None:
        """Watch how many connections the hall holds at most; the server has 100 as it comes."""
        import psycopg

        with psycopg.connect(self.postgres, autocommit=True) as server:
            while not self._over.wait(0.5):
                row = server.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = %s", (self.database,))
                self.most_connections = max(self.most_connections, row.fetchone()[0])

    def _spawn(self, *arguments: str) -> None:
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, *arguments],
                cwd=PROJECT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.processes.append(process)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz/", trust_env=False, timeout=5).is_success
        except httpx.TransportError:
            return False

    def log(self) -> str:
        """Give all that the hall's processes have written."""
        return (self.folder / "log").read_text(errors="replace")

    def wrong_in_log(self) -> list[str]:
        """Give the lines of the log that tell of trouble."""
        return [line for line in self.log().splitlines() if WRONG_IN_LOG.search(line)]

    def stop(self) -> None:
        """Close the hall as an operator would, and wait."""
        self._over.set()
        for process in self.processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
        for process in self.processes:
            process.wait(PATIENCE_SECONDS)

    def remove(self) -> None:
        """Stop everything that is still there and take the hall's data away."""
        from devices.simulators.client import SimulatorAbsent, ask

        self._over.set()
        for process in self.processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(PATIENCE_SECONDS)
        before = os.environ.get("BINGO_DATA_DIR")
        os.environ["BINGO_DATA_DIR"] = str(self.folder)
        for kind in ("extractor", "panel", "printer"):
            try:
                ask(self.name, "shutdown", kind=kind)
            except SimulatorAbsent:
                continue
        os.environ.pop("BINGO_DATA_DIR") if before is None else os.environ.update(BINGO_DATA_DIR=before)
        if self.is_postgres:
            self._on_the_server(f'DROP DATABASE IF EXISTS "{self.database}" WITH (FORCE)')
        shutil.rmtree(self.folder, ignore_errors=True)

"""`manage.py run_hall`: ONE process with web, ports, draw loop and worker; the way a one-machine hall runs."""

from __future__ import annotations

import os
import socket
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from bingo_hall import demo
from bingo_hall.house_watch import watched
from bingo_hall.lock import HallRuns, hold
from bingo_hall.pacing import DrawLoop
from bingo_hall.ports import Ports
from bingo_hall.server import serve
from bingo_hall.worker import start_worker
from records.models import Hall
from screens.voice.standing import voice_words
from sessions.selectors.verify import journal_violations, recent_violations

PROVED_WHOLE = 100_000
"""Rows of a journal that every start proves from the first one on."""


class Command(BaseCommand):
    """Run the whole hall in this process."""

    help = "Run the hall: web, serial ports, draw loop and worker in one process"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take where to listen."""
        parser.add_argument("--bind", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Prove the journal, open the ports, serve until a signal."""
        # The simulators are processes of their own and find their folder by this.
        os.environ["BINGO_DATA_DIR"] = str(settings.BINGO_DATA_DIR)
        try:
            self._lock = hold(settings.BINGO_DATA_DIR)
        except HallRuns:
            msg = "The hall is running already."
            raise CommandError(msg) from None
        self._check_port(options["bind"], options["port"])
        hall = Hall.objects.order_by("pk").first()
        if hall is None:
            msg = "There is no hall yet: `manage.py seed_demo` makes the demo hall."
            raise CommandError(msg)
        self._prove(hall)
        loop = DrawLoop(hall, Ports(hall))
        start_worker()
        with watched(hall, loop.devices):
            self._serve(loop, options["bind"], options["port"])

    def _serve(self, loop: DrawLoop, bind: str, port: int) -> None:
        loop.start()
        try:
            serve(bind, port, started=lambda: self._tell(bind, port, still=loop.still))
        finally:
            loop.stop()

    def _check_port(self, bind: str, port: int) -> None:
        """Say it before anything is opened, when another program listens there."""
        try:
            with socket.create_server((bind, port)):
                pass
        except OSError as error:
            msg = f"Port {port} of {bind} cannot be opened ({error.strerror}); choose another with --port."
            raise CommandError(msg) from None

    def _prove(self, hall: Hall) -> None:
        """Check the journal before anything is added to it; a broken one is not gone on with."""
        # A long one is proved whole each night and at each opening; a start is a matter of seconds.
        check = journal_violations if hall.head_position <= PROVED_WHOLE else recent_violations
        broken = list(check(hall))
        for line in broken:
            self.stderr.write(line)
        if broken:
            msg = "The journal is not whole: the hall does not open. `manage.py verify` says more."
            raise CommandError(msg)

    def _tell(self, bind: str, port: int, *, still: bool) -> None:
        here = f"http://{'127.0.0.1' if bind in {'0.0.0.0', '127.0.0.1'} else bind}:{port}"  # noqa: S104 - shown, not bound
        token = settings.BINGO_WALL_TOKEN
        lines = [
            "",
            f"  The hall is open: {here}/",
            f"  Hall board         {here}/sala/?k={token}",
            f"  Board that speaks  {here}/sala/?k={token}&voice=1   ({voice_words()})",
            f"  CCTV overlay       {here}/overlay/?k={token}",
        ]
        if settings.BINGO_CAMERA_URL:
            lines.append(f"  Camera and overlay {here}/camara/?k={token}")
        if settings.BINGO_DEMO:
            lines += ["", f"  Demo log-ins, password «{settings.BINGO_DEMO_PASSWORD}»:"]
            lines += [f"    {username:10} {name}" for username, name, _ in demo.STAFF]
            lines += [f"    {username:10} jugador, terminal" for username, *_ in demo.PLAYERS]
        if bind != "127.0.0.1" and settings.BINGO_DEMO:
            lines += ["", "  WARNING: open to the network with demo passwords."]
        if still:
            lines += ["", "  A draw was under way: it stands still until the Jefe de Mesa orders it on."]
        self.stdout.write("\n".join([*lines, ""]))
        self.stdout.flush()

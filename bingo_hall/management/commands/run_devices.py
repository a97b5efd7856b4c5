"""`manage.py run_devices`: the ports and the draw loop in a process of their own, for PostgreSQL and Redis halls."""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from bingo_hall.house_watch import watched
from bingo_hall.pacing import DrawLoop
from bingo_hall.ports import Ports
from records.models import Hall
from sessions.selectors.verify import journal_violations

ONE_OWNER = 0x42494E474F  # the advisory lock's number: whoever holds it owns the ports


class Command(BaseCommand):
    """Own the hall's ports until a signal; a second one refuses to start."""

    help = "Run the serial ports and the draw loop (PostgreSQL + Redis; run_hall does it all in one process)"

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Take the lock, run the loop, let go."""
        if connection.vendor != "postgresql" or not settings.BINGO_REDIS_URL:
            msg = "run_devices needs PostgreSQL and Redis; a one-machine hall runs run_hall."
            raise CommandError(msg)
        os.environ["BINGO_DATA_DIR"] = str(settings.BINGO_DATA_DIR)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [ONE_OWNER])
            if not cursor.fetchone()[0]:
                msg = "Another process owns the ports."
                raise CommandError(msg)
        hall = Hall.objects.order_by("pk").first()
        if hall is None:
            msg = "There is no hall yet."
            raise CommandError(msg)
        if any(journal_violations(hall)):
            msg = "The journal is not whole: the ports are not opened. `manage.py verify` says more."
            raise CommandError(msg)
        stopping = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stopping.set())
        loop = DrawLoop(hall, Ports(hall))
        with watched(hall, loop.devices):
            self._serve(loop, hall, stopping)

    def _serve(self, loop: DrawLoop, hall: Hall, stopping: threading.Event) -> None:
        loop.start()
        self.stdout.write(f"{hall.name}: the ports are open")
        # This process's connection holds the lock; losing the database means losing the ports.
        while not stopping.wait(1):
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        loop.stop()

"""`manage.py simulate --games N --cards C --seed S --json`: whole games on a scratch database, proved at the end."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from records.publish import silence
from sessions.management.simulation import Night

MOST_GAMES, FEWEST_CARDS, MOST_CARDS = 100_000, 6, 1_200


@contextmanager
def scratch_hall() -> Iterator[None]:
    """Point the process at a new SQLite database and matrix folder, thrown away at the end."""
    with TemporaryDirectory(prefix="bingo-simulation-") as folder:
        old_database, old_folder = connections.settings["default"], settings.BINGO_DATA_DIR
        connections["default"].close()
        del connections["default"]
        connections.settings["default"] = {
            **old_database,
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": f"{folder}/scratch.sqlite3",
            # Thrown away: nothing to keep through a power cut.
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON",
            },
        }
        settings.BINGO_DATA_DIR = Path(folder)
        try:
            call_command("migrate", verbosity=0)
            yield
        finally:
            connections["default"].close()
            del connections["default"]
            connections.settings["default"] = old_database
            settings.BINGO_DATA_DIR = old_folder


class Command(BaseCommand):
    """Simulate a night of games from a seed; the same seed gives the same head hash."""

    help = "Play whole games through the real services on a scratch database"
    requires_system_checks: ClassVar[list[str]] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the number of games, the cards of each, the seed and the form of the answer."""
        parser.add_argument("--games", type=int, default=20)
        parser.add_argument("--cards", type=int, default=300, help="cards sold in each game, 6 to 1,200")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--json", action="store_true", help="one JSON line")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play, prove, tell; exit 1 on a violation."""
        games, cards = options["games"], options["cards"]
        if games not in range(1, MOST_GAMES + 1) or cards not in range(FEWEST_CARDS, MOST_CARDS + 1):
            msg = "--games takes 1 to 100,000 and --cards 6 to 1,200"
            raise CommandError(msg)
        began = time.monotonic()
        with silence(), scratch_hall():
            night = Night(games=games, cards=cards, random=random.Random(options["seed"]))  # noqa: S311 - a simulation
            told = night.play()
        told = {"seed": options["seed"], **told}
        if options["json"]:
            self.stdout.write(json.dumps(told))
        else:
            for name, value in told.items():
                self.stdout.write(f"{name:14} {value}")
            self.stdout.write(f"{'seconds':14} {time.monotonic() - began:.1f}")
        if told["violations"]:
            msg = f"{len(told['violations'])} violations"
            raise CommandError(msg)

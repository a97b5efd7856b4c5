"""`manage.py play_demo`: the demo people play a game on the running hall, over HTTP and WebSocket."""

from __future__ import annotations

from typing import Any, ClassVar

import httpx
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from bingo_hall.client import Refused
from bingo_hall.player import DemoGame


class Command(BaseCommand):
    """A client: it writes nothing itself and may run beside the hall."""

    help = "Play a whole game by itself on the running demo hall"
    requires_system_checks: ClassVar[list[str]] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the hall's address, the speed and how many games."""
        parser.add_argument("--url", default="http://127.0.0.1:8000")
        parser.add_argument("--speed", type=float, default=1.0, help="1 = a hall's pace, 10 = ten times faster")
        parser.add_argument("--games", type=int, default=1)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play, and say where it stands at the end."""
        try:
            game = DemoGame(options["url"], settings.BINGO_DEMO_PASSWORD, speed=options["speed"], say=self.stdout.write)
            for _ in range(options["games"]):
                frame = game.play()
        except httpx.ConnectError:
            msg = f"No hall answers at {options['url']}: start it with `make run`."
            raise CommandError(msg) from None
        except Refused as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"journal position {frame['position']}")

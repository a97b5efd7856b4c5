"""`manage.py seed_demo`: make the demo hall, once."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from bingo_hall.demo import seed
from sessions.rules.regulation import built_in


class Command(BaseCommand):
    """Make the demo hall's people, cards and machine."""

    help = "Make the demo hall (people, cards, machine, money); nothing changes when it is there"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the regulation profile and the name of the simulator."""
        parser.add_argument("--profile", default="es-1979", choices=sorted(built_in()))
        parser.add_argument("--simulator", default="demo")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Seed, in a demo only."""
        if not settings.BINGO_DEMO:
            msg = "BINGO_DEMO is off: a real hall is not seeded with demo people."
            raise CommandError(msg)
        hall = seed(profile=options["profile"], simulator=options["simulator"])
        self.stdout.write(f"{hall.name} ({hall.profile})")

"""`manage.py purge_visitors`: destroy the visitors' records whose time is over, as the running hall does by itself."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from records.models import Hall
from sessions.selectors.games import live_game
from sessions.services.visitors import purge_visitors


class Command(BaseCommand):
    """Destroy what may not be kept any longer, in one hall or in all of them."""

    help = "Destroy visitors' records whose time is over (BINGO_VISITOR_MONTHS after the last visit)"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the hall."""
        parser.add_argument("--hall", default="", help="the hall's code; all halls when not given")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Destroy, hall by hall; not in the middle of a game, which waits while the database is written anew."""
        halls = Hall.objects.filter(code=options["hall"]) if options["hall"] else Hall.objects.all()
        if not halls:
            msg = "There is no such hall."
            raise CommandError(msg)
        for hall in halls:
            if live_game(hall.pk) is not None:
                msg = f"A game is being played in {hall.code}: try again when it is over."
                raise CommandError(msg)
            count = purge_visitors(hall_id=hall.pk, actor="command")
            self.stdout.write(f"{hall.code}: {count} records destroyed")

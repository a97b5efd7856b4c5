"""`manage.py dispute_pack --session S --game N --out FILE.zip`: one game in a file, with the script that checks it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from records.models import Hall
from sessions.messages import sentence
from sessions.rules.errors import RuleViolation
from sessions.services.dispute import make_pack


class Command(BaseCommand):
    """Write a game's dispute pack; it may run while the hall does, and is noted in the minutes."""

    help = "Write the dispute pack of a game: a ZIP with the script that checks it (docs/dispute-pack.md)"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the game and the file."""
        parser.add_argument("--session", type=int, required=True, help="the session's number")
        parser.add_argument("--game", type=int, required=True, help="the game's number in it")
        parser.add_argument("--hall", metavar="CODE", help="the hall; the first one when left out")
        parser.add_argument("--out", type=Path, required=True, help="a new file")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Make, write, tell the SHA-256."""
        named = {"code": options["hall"]} if options["hall"] else {}
        hall = Hall.objects.filter(**named).order_by("pk").first()
        if hall is None:
            raise CommandError("There is no such hall.")
        where: Path = options["out"]
        try:
            # The file first: a pack that nobody gets is not noted.
            with where.open("xb") as file:
                file.write(self._pack(hall, options))
        except OSError as error:
            raise CommandError(f"{where} cannot be written: {error.strerror}") from error

    def _pack(self, hall: Hall, options: dict[str, Any]) -> bytes:
        try:
            pack = make_pack(hall_id=hall.pk, session_no=options["session"], game_no=options["game"], actor="command")
        except RuleViolation as refusal:
            options["out"].unlink()
            raise CommandError(sentence(refusal)) from None
        self.stdout.write(f"{options['out']}: {len(pack.data)} bytes, sha256 {pack.sha256}")
        return pack.data

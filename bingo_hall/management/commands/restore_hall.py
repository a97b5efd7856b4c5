"""`manage.py restore_hall FILE --yes`: puts a copy of the hall back; rows made since are lost, and it says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from bingo_hall.backup import NotACopy, put_back, read_about
from bingo_hall.lock import HallRuns, hold
from records.anchor import read_anchors
from records.models import Hall
from sessions.services.copies import go_on_from_copy


class Command(BaseCommand):
    """Put a copy back; the journal counts a new epoch from there."""

    help = "Put a copy made by backup_hall in the place of the hall's database"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, and that it is meant."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="do it; without, only say what would be lost")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Say what would be lost; with --yes put the copy back."""
        file: Path = options["file"]
        try:
            about = read_about(file)
        except NotACopy as wrong:
            msg = f"This is no copy of a hall: {wrong}"
            raise CommandError(msg) from None
        known = max((anchor.position for anchor in read_anchors(about.hall)[0]), default=0)
        self.stdout.write(f"Copy of {about.hall} of {about.at}, up to row {about.position}.")
        if known > about.position:
            self.stdout.write(
                f"The anchor file knows rows up to {known}: {known - about.position} rows or more are lost."
            )
        if not options["yes"]:
            self.stdout.write("Nothing was done. Say --yes to put it back.")
            return
        self._put_back(file, known)

    def _put_back(self, file: Path, known: int) -> None:
        before = Hall.objects.order_by("pk").values_list("journal_epoch", flat=True).first() if _has_tables() else 0
        try:
            lock = hold(settings.BINGO_DATA_DIR)
            about, aside = put_back(file)
        except HallRuns:
            msg = "The hall is running: stop it first."
            raise CommandError(msg) from None
        except NotACopy as wrong:
            msg = f"Nothing was changed: {wrong}"
            raise CommandError(msg) from None
        call_command("migrate", verbosity=0)
        hall = Hall.objects.get(code=about.hall)
        epoch = go_on_from_copy(hall, known_epoch=before or 0, known_position=known, actor="house")
        lock.close()
        if aside is not None:
            self.stdout.write(f"What was there before is kept in {aside}.")
        self.stdout.write(f"The hall goes on from row {about.position}, epoch {epoch}. Run `manage.py verify`.")


def _has_tables() -> bool:
    from django.db import connection

    return "records_hall" in connection.introspection.table_names()

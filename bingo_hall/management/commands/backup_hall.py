"""`manage.py backup_hall FILE`: a copy of the whole hall in one file, also while it is playing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bingo_hall.backup import NotACopy, make_copy, sha256_of
from records.models import Hall
from sessions.services.anchoring import anchor_hall
from sessions.services.copies import note_copy


class Command(BaseCommand):
    """Copy the hall, and note it."""

    help = "Copy the whole hall (database, card faces, anchor file) into one file, also while it is playing"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Make the copy; it holds the anchor of just before."""
        file: Path = options["file"].resolve()
        hall = Hall.objects.order_by("pk").first()
        if hall is None:
            msg = "There is no hall yet."
            raise CommandError(msg)
        anchor_hall(hall.pk, "copy")
        try:
            about = make_copy(hall.code, file)
        except (NotACopy, OSError) as wrong:
            raise CommandError(str(wrong)) from None
        sha256 = sha256_of(file)
        note_copy(hall.pk, up_to=about.position, sha256=sha256, size_bytes=file.stat().st_size, actor="house")
        self.stdout.write(f"{file}: up to row {about.position}, SHA-256 {sha256}")
        self.stdout.write("The keys are not in it: keep BINGO_CARD_KEY and the key of personal data elsewhere.")

"""`manage.py load_bans FILE --hall CODE`: the list of those who may not come in, an identity number a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from people.bans import set_register
from records.models import Hall
from sessions.rules.admission import identity_of

FEWEST_SIGNS = 5


class Command(BaseCommand):
    """Let a hall's register of bans be the file's, whole: who is no longer on the list may come in again."""

    help = "Load the register of entry bans from a text or CSV file; the first column is the document"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file and the hall."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--hall", required=True, help="the hall's code")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Read the whole list, judge it, and only then change the register."""
        hall = Hall.objects.filter(code=options["hall"]).first()
        if hall is None:
            msg = f"There is no hall {options['hall']}."
            raise CommandError(msg)
        try:
            lines = options["file"].read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as wrong:
            msg = f"The file cannot be read: {wrong}"
            raise CommandError(msg) from None
        written = [line.replace(";", ",").split(",")[0].strip().strip('"') for line in lines if line.strip()]
        documents = [identity_of(one) for one in written]
        # A line without a figure may only be the heading of the column.
        if documents and not any(sign.isdigit() for sign in documents[0]):
            documents = documents[1:]
        short = [n for n, one in enumerate(documents, start=1) if len(one) < FEWEST_SIGNS]
        if short or not documents:
            where = f"document {short[0]} of the list is none" if short else "it holds no document"
            msg = f"Nothing was changed: {where}."
            raise CommandError(msg)
        with transaction.atomic():
            added, left = set_register(hall, documents)
        self.stdout.write(f"{len(set(documents))} on the register of {hall.code}: {added} came, {left} left")

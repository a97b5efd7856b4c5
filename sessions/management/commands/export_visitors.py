"""`manage.py export_visitors FILE --hall CODE --reason "…"`: the visitors' file for the authority, as CSV or XLSX."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from records.models import Hall
from sessions.printing.visitor_files import FORMS
from sessions.selectors.admission import whole_file
from sessions.services.visitors import note_export


class Command(BaseCommand):
    """Write the whole file; the journal keeps that it was given out, and why."""

    help = "Write the visitors' file, with names, to a file that only its owner may read"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, the hall and the reason."""
        parser.add_argument("file", type=Path, help="its name ends in .csv or .xlsx")
        parser.add_argument("--hall", required=True, help="the hall's code")
        parser.add_argument("--reason", required=True, help="for whom or what for, without names")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write it down first, then the file."""
        hall = Hall.objects.filter(code=options["hall"]).first()
        path, reason = options["file"], options["reason"].strip()[:200]
        form = path.suffix.lstrip(".").lower()
        if hall is None or form not in FORMS or not reason or path.exists():
            msg = "Wanted: a hall's code, a new file that ends in .csv or .xlsx, and a reason."
            raise CommandError(msg)
        rows = whole_file(hall)
        note_export(hall=hall, count=len(rows), form=form, reason=reason, actor="command")
        # Born readable by its owner only.
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(FORMS[form][0](rows))
        self.stdout.write(f"{len(rows)} records written to {path}")

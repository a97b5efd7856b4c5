"""`manage.py anchor`: adds a line to the anchor file now, or with `--check` compares the journal with it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from records.anchor import anchor_path, read_anchors
from records.models import Hall
from sessions.selectors.evidence import anchor_violations
from sessions.selectors.ledger_anchor import ledger_violations
from sessions.services.anchoring import anchor_hall


class Command(BaseCommand):
    """Keep or check the anchor of every hall."""

    help = "Remember the journal in the anchor file (--check: compare it with the file)"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take --check."""
        parser.add_argument("--check", action="store_true", help="compare, and write nothing")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Add a line for each hall, or check; exit 1 when something is wrong."""
        wrong = 0
        for hall in Hall.objects.order_by("pk"):
            if options["check"]:
                for line in (*anchor_violations(hall), *ledger_violations(hall)):
                    wrong += 1
                    self.stdout.write(line)
                self.stdout.write(f"{hall.code}: {len(read_anchors(hall.code)[0])} lines in {anchor_path()}")
            elif (line := anchor_hall(hall.pk, "demand")) is not None:
                self.stdout.write(f"{hall.code}: row {line.position}, {line.hash}, in {anchor_path()}")
            elif hall.head_position:
                msg = f"{anchor_path()} cannot be written."
                raise CommandError(msg)
        if wrong:
            msg = f"{wrong} violations"
            raise CommandError(msg)

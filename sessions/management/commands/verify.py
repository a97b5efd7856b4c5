"""Prove the stored hall: the journal alone (`--journal`), or all invariants."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from records.models import Hall
from sessions.selectors.verify import journal_violations, violations


class Command(BaseCommand):
    """`manage.py verify [--journal]`: prints what is wrong, exits 1 when anything is."""

    help = "Verify the chain, the boards, the ledger and the invariants of every game"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take --journal."""
        parser.add_argument("--journal", action="store_true", help="only the chain and fold == board")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Check every hall."""
        wrong = 0
        for hall in Hall.objects.order_by("pk"):
            check = journal_violations if options["journal"] else violations
            for line in check(hall):
                wrong += 1
                self.stdout.write(line)
            self.stdout.write(f"{hall.code}: position {hall.head_position}, head {hall.head_hash}")
        if wrong:
            msg = f"{wrong} violations"
            raise CommandError(msg)
        self.stdout.write("0 violations")

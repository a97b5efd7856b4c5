"""`manage.py load_bans FILE --hall CODE`: the list of those who may not come in, an identity number a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from people.bans import REGISTERS
from records.models import Hall
from sessions.messages import sentence
from sessions.rules.errors import RuleViolation
from sessions.services.visitors import load_register


class Command(BaseCommand):
    """Let a register of bans be the file's, whole: who is no longer on the list may come in again."""

    help = "Load a register of entry bans from a text or CSV file; the first column is the document"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, the hall and the register."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--hall", required=True, help="the hall's code")
        parser.add_argument("--register", choices=REGISTERS, default=REGISTERS[0])

    def handle(self, *_args: Any, **options: Any) -> None:
        """Read the whole list, judge it, and only then change the register."""
        hall = Hall.objects.filter(code=options["hall"]).first()
        if hall is None:
            msg = f"There is no hall {options['hall']}."
            raise CommandError(msg)
        try:
            text = options["file"].read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as wrong:
            msg = f"The file cannot be read: {wrong}"
            raise CommandError(msg) from None
        try:
            told = load_register(hall_id=hall.pk, register=options["register"], text=text, actor="command")
        except RuleViolation as refusal:
            raise CommandError(sentence(refusal)) from None
        self.stdout.write(f"{told.count} on the register of {hall.code}: {told.added} came, {told.left} left")

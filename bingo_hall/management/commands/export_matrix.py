"""`manage.py export_matrix NAME --hall CODE`: write a matrix as CSV or JSON, to a file or to the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sessions.messages import sentence
from sessions.models import CardMatrix, CardSeries
from sessions.rules.errors import RuleViolation
from sessions.rules.exchange import FORMS
from sessions.services.exchange import export_matrix


class Command(BaseCommand):
    """What it writes, `import_matrix` reads back to the same faces."""

    help = "Write the faces of a matrix as CSV or JSON (docs/import.md)"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the matrix, the form, the series to name and the file."""
        parser.add_argument("name", help="the matrix's name")
        parser.add_argument("--hall", required=True, help="the hall's code")
        parser.add_argument("--form", choices=FORMS, default=FORMS[0])
        parser.add_argument("--series", nargs=2, metavar=("LETTER", "IDENT"), help="name this series in the file")
        parser.add_argument("--output", type=Path, help="a new file; without it, the terminal")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Prove every face, then write."""
        matrix = CardMatrix.objects.filter(hall__code=options["hall"], name=options["name"]).first()
        if matrix is None:
            raise CommandError(f"Hall {options['hall']} has no matrix {options['name']}.")
        try:
            pieces = export_matrix(matrix, options["form"], _series(matrix, options["series"]))
        except RuleViolation as refusal:
            raise CommandError(sentence(refusal)) from refusal
        if options["output"] is None:
            for piece in pieces:
                self.stdout.write(piece, ending="")
            return
        try:
            with options["output"].open("x", encoding="utf-8", newline="") as file:
                file.writelines(pieces)
        except OSError as error:
            raise CommandError(f"{options['output']} cannot be written: {error.strerror}") from error
        self.stdout.write(f"{matrix.size} cards in {options['output']}")


def _series(matrix: CardMatrix, named: list[str] | None) -> CardSeries | None:
    if named is None:
        return None
    letter, ident = named
    series = CardSeries.objects.filter(hall=matrix.hall, letter=letter, ident=ident).first()
    if series is None:
        raise CommandError(f"There is no series {letter} {ident}.")
    return series

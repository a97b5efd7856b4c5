"""`manage.py print_cards --series A-000001 --kind single --first 1 --last 600 --out DIR`: cards as PDF."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from records.models import Hall
from sessions.messages import sentence
from sessions.models import CardMatrix, CardSeries
from sessions.printing.files import write_print
from sessions.printing.order import Kind
from sessions.rules.errors import RuleViolation
from sessions.services.printing import checked_order

TOLD_EVERY = 50


class Command(BaseCommand):
    """Draw cards into a folder; it only reads the hall, so it may run while the hall does."""

    help = "Print cards of a series, or the book of master cards of a matrix, as PDF"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what to print and where to."""
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--series", help="letter and identification number, as A-000001")
        which.add_argument("--matrix", help="a matrix by its name, for a book")
        parser.add_argument("--kind", choices=[str(kind) for kind in Kind], default=str(Kind.SINGLE))
        parser.add_argument("--first", type=int, help="first card; the first of the series when left out")
        parser.add_argument("--last", type=int, help="last card; the last of the series when left out")
        parser.add_argument("--warning", action="store_true", help="print the warning on age and addiction")
        parser.add_argument("--out", type=Path, required=True, help="folder to make the print's folder in")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Check, draw, tell the file and its SHA-256."""
        hall = Hall.objects.order_by("pk").first()
        if hall is None:
            msg = "There is no hall yet."
            raise CommandError(msg)
        series, matrix = self._series(hall, options["series"]), self._matrix(hall, options["matrix"])
        least, most = (series.first_number, series.last_number) if series else (1, matrix.size if matrix else 1)
        try:
            order, *_rest = checked_order(
                hall_id=hall.pk,
                kind=options["kind"],
                series_id=series.pk if series else None,
                matrix_id=matrix.pk if matrix else None,
                first=least if options["first"] is None else options["first"],
                last=most if options["last"] is None else options["last"],
                warning=options["warning"],
            )
            done = write_print(order, options["out"] / order.stem, lambda sheet: self._tell(sheet, order.sheets))
        except RuleViolation as refusal:
            raise CommandError(sentence(refusal)) from None
        except OSError as error:
            msg = f"The print could not be written: {error}"
            raise CommandError(msg) from None
        self.stdout.write(f"{order.cards} cards on {order.sheets} pages: {done.path}")
        self.stdout.write(f"sha256 {done.sha256}")

    def _series(self, hall: Hall, text: str | None) -> CardSeries | None:
        if text is None:
            return None
        match = re.fullmatch(r"([A-Za-z]{1,3})[- ]?([0-9]{1,12})", text)
        letter, ident = match.groups() if match else ("", "")
        series = CardSeries.objects.filter(hall=hall, letter=letter.upper(), ident=ident).first()
        if series is None:
            msg = f"There is no series {text}."
            raise CommandError(msg)
        return series

    def _matrix(self, hall: Hall, name: str | None) -> CardMatrix | None:
        if name is None:
            return None
        matrix = CardMatrix.objects.filter(hall=hall, name=name).order_by("pk").last()
        if matrix is None:
            msg = f"There is no matrix {name}."
            raise CommandError(msg)
        return matrix

    def _tell(self, sheet: int, sheets: int) -> bool:
        if sheet % TOLD_EVERY == 0 or sheet == sheets:
            self.stdout.write(f"page {sheet} of {sheets}")
        return True

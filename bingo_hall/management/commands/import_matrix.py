"""`manage.py import_matrix FILE --hall CODE --name NAME`: judge a file of faces, and file it as a matrix."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from bingo_hall.lock import is_held
from records.models import Hall
from sessions.exchange_messages import problem_sentence
from sessions.messages import sentence
from sessions.rules.errors import RuleViolation
from sessions.rules.events import Medium
from sessions.rules.exchange import MOST_BYTES, read_matrix
from sessions.rules.exchange_findings import Findings, Problem, Reading, SeriesOffer
from sessions.rules.exchange_series import offer_of
from sessions.services.exchange import import_matrix

SERIES = ("letter", "ident", "face_value_cents")


class Command(BaseCommand):
    """Every problem of the file is told with its line; nothing is kept unless the whole file is sound."""

    help = "File the faces of a CSV or JSON file as a matrix of a hall (docs/import.md)"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, the hall, the matrix's name, and the series to register with it."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--hall", required=True, help="the hall's code")
        parser.add_argument("--name", required=True, help="the matrix's name")
        parser.add_argument("--letter", help="register all its cards as a series: its letter")
        parser.add_argument("--ident", help="and its number of identification")
        parser.add_argument("--face-value-cents", type=int)
        parser.add_argument("--medium", choices=[str(medium) for medium in Medium], default=str(Medium.PHYSICAL))
        parser.add_argument("--file-series", action="store_true", help="register the series that the file names")
        parser.add_argument("--dry-run", action="store_true", help="judge the file, keep nothing")
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Judge, tell, file; exit 1 when nothing was filed that should have been."""
        hall = Hall.objects.filter(code=options["hall"]).first()
        if hall is None:
            raise CommandError(f"There is no hall {options['hall']}.")
        if not options["dry_run"] and _hall_runs():
            raise CommandError("The hall is running: stop it, or use the page of its manager.")
        data = _bytes_of(options["file"])
        reading = read_matrix(data)
        series = _series(options) or (reading.series if options["file_series"] else None)
        told: dict[str, Any] = {"cards": len(reading.faces), "problems": _told(reading), "more": reading.more}
        if reading.sound and not options["dry_run"]:
            told["matrix"] = self._file(hall, data, reading, series, options)
        self._tell(told, as_json=options["json"])
        if not reading.sound:
            raise CommandError(f"{reading.total} problems: nothing was kept")

    def _file(
        self, hall: Hall, data: bytes, reading: Reading, series: SeriesOffer | None, options: dict[str, Any]
    ) -> dict[str, Any]:
        try:
            matrix = import_matrix(
                hall, options["name"], data, series=series, medium=Medium(options["medium"]), reading=reading
            )
        except RuleViolation as refusal:
            raise CommandError(sentence(refusal)) from refusal
        return {
            "name": matrix.name,
            "sha256": matrix.sha256,
            "series": f"{series.letter} {series.ident}" if series else None,
        }

    def _tell(self, told: dict[str, Any], *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(told, ensure_ascii=False))
            return
        for one in told["problems"]:
            where = "" if one["row"] is None else f"{one['row']}: "
            self.stdout.write(f"{where}{one['sentence']}")
        if told["more"]:
            self.stdout.write(f"... and {told['more']} more")
        if not told["problems"]:
            self.stdout.write(f"{told['cards']} cards, no problems")
        if matrix := told.get("matrix"):
            with_series = f", series {matrix['series']}" if matrix["series"] else ""
            self.stdout.write(f"filed as {matrix['name']}{with_series}: {matrix['sha256']}")


def _bytes_of(path: Path) -> bytes:
    """Read a file, and no more of it than shows that it is too large."""
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}") from error


def _hall_runs() -> bool:
    return "sqlite" in settings.DATABASES["default"]["ENGINE"] and is_held(settings.BINGO_DATA_DIR)


def _series(options: dict[str, Any]) -> SeriesOffer | None:
    given = {name: options[name] for name in SERIES if options[name] is not None}
    findings = Findings()
    series = offer_of(given, findings)
    if findings.total:
        fields = ", ".join(f"--{str(one.params['field']).replace('_', '-')}" for one in findings.problems)
        raise CommandError(f"A series needs --letter, --ident and --face-value-cents; look at {fields}.")
    return series


def _told(reading: Reading) -> list[dict[str, Any]]:
    return [_one(problem) for problem in reading.problems]


def _one(problem: Problem) -> dict[str, Any]:
    return {
        "row": problem.row,
        "card": problem.card,
        "code": problem.code,
        "params": dict(problem.params),
        "sentence": problem_sentence(problem),
    }

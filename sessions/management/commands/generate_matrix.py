"""
`manage.py generate_matrix --cards N [--strips] --out FILE`: draw a matrix of faces, write it and prove it.

The file appears whole or not at all: it is written and read back in a folder of its own beside its place.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from records.models import Hall
from sessions.matrices import MatrixFile, MatrixProof, copy_matrix, write_generated
from sessions.rules.matrix import check_count
from sessions.rules.strips import CARDS_A_STRIP
from sessions.services.matrices import file_matrix

INTERRUPTED = 130


@contextmanager
def bar(name: str, cards: int) -> Iterator[Callable[[int, int], None]]:
    """Show how far a deed has come, on stderr, where a person looks on."""
    with tqdm(total=cards, desc=name, unit=" cards", unit_scale=True, file=sys.stderr, disable=None) as shown:
        yield lambda done, _total: shown.update(done - shown.n)


class Command(BaseCommand):
    """Draw, write, read back, tell."""

    help = "Draw a matrix of card faces, write it as a file, and prove the file"
    requires_system_checks: ClassVar[list[str]] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take how many cards, whether in strips, and where they go."""
        parser.add_argument("--cards", type=int, required=True, help="1 to 1,000,000; a multiple of 6 with --strips")
        parser.add_argument("--strips", action="store_true", help="each six cards hold 1 to 90 once each")
        parser.add_argument("--out", type=Path, help="the file to write")
        parser.add_argument("--force", action="store_true", help="replace a file already there")
        parser.add_argument(
            "--register", metavar="NAME", help="file the matrix in the hall's data folder, by this name"
        )
        parser.add_argument("--hall", metavar="CODE", help="the hall of --register")
        parser.add_argument("--json", action="store_true", help="one JSON line")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Draw the matrix; on Ctrl-C leave nothing behind."""
        hall = self._ask(options)
        try:
            told = self._make(hall, options)
        except KeyboardInterrupt:
            self.stderr.write("Stopped: nothing was written.")
            sys.exit(INTERRUPTED)
        if options["json"]:
            self.stdout.write(json.dumps(told))
            return
        for name, value in told.items():
            said = f"{value:,}" if isinstance(value, int) else value
            self.stdout.write(f"{name.replace('_', ' '):22} {said}")

    def _ask(self, options: dict[str, Any]) -> Hall | None:
        """Refuse before anything is drawn; give the hall to register in."""
        out = options["out"]
        try:
            check_count(options["cards"], CARDS_A_STRIP if options["strips"] else 1)
        except ValueError as wrong:
            raise CommandError(str(wrong)) from wrong
        if not out and not options["register"]:
            msg = "nowhere to write: give --out FILE, or --register NAME --hall CODE"
            raise CommandError(msg)
        if out and not out.parent.is_dir():
            msg = f"there is no folder {out.parent}"
            raise CommandError(msg)
        if out and out.exists() and not options["force"]:
            msg = f"{out} exists; --force replaces it"
            raise CommandError(msg)
        if bool(options["register"]) != bool(options["hall"]):
            msg = "--register and --hall go together"
            raise CommandError(msg)
        if not options["hall"]:
            return None
        hall = Hall.objects.filter(code=options["hall"]).first()
        if hall is None:
            msg = f"there is no hall {options['hall']}"
            raise CommandError(msg)
        return hall

    def _make(self, hall: Hall | None, options: dict[str, Any]) -> dict[str, Any]:
        out, cards = options["out"], options["cards"]
        key = settings.BINGO_CARD_KEY.encode()
        with TemporaryDirectory(prefix=".new-matrix-", dir=out.parent if out else None) as folder:
            new = Path(folder) / "matrix"
            began = time.perf_counter()
            with bar("drawn", cards) as progress:
                sha256 = write_generated(new, cards, key, strips=options["strips"], progress=progress)
            drawn = time.perf_counter()
            with bar("proved", cards) as progress, MatrixFile(new, key) as matrix:
                proof = matrix.prove(progress)
            proved = time.perf_counter()
            self._doubt(proof, sha256, strips=options["strips"])
            if out:
                copy_matrix(new, out)
            if hall:
                file_matrix(hall, options["register"], new, proof)
        return {
            "cards": proof.cards,
            "faces_per_second": round(cards / (drawn - began)),
            "distinct_faces": proof.distinct_faces,
            "distinct_number_sets": proof.distinct_number_sets,
            "whole_strips": proof.whole_strips,
            "layouts_reached": proof.layouts,
            "bad_faces": proof.bad_faces,
            "bad_checks": proof.bad_checks,
            "seconds_drawn": round(drawn - began, 2),
            "seconds_proved": round(proved - drawn, 2),
            "peak_memory_mb": round(getrusage(RUSAGE_SELF).ru_maxrss / 1024),
            "sha256": proof.sha256,
        }

    def _doubt(self, proof: MatrixProof, sha256: str, *, strips: bool) -> None:
        """Refuse a file that does not hold what was drawn."""
        if not proof.sound or proof.sha256 != sha256 or (strips and proof.whole_strips * CARDS_A_STRIP != proof.cards):
            msg = f"the file does not hold what was drawn, and is thrown away: {proof}"
            raise CommandError(msg)

"""`manage.py verify_build`: which program this is, and whether it is the one that somebody answered for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from records.build import Manifest, differences, kept_manifest, manifest_of, read_manifest, write_manifest
from records.models import Hall
from sessions.selectors.evidence import last_of
from sessions.services.house import approve_build


class Command(BaseCommand):
    """Compare the code and the installed versions with a manifest; one changed byte is red."""

    help = "Print the hash of the program and compare it with the approved one, or with a manifest"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what to compare with, where to write, or an approval."""
        parser.add_argument("--against", type=Path, help="compare with this manifest")
        parser.add_argument("--write", type=Path, help="write the manifest of the program as it is")
        parser.add_argument("--approve", metavar="NOTE", help="answer for it: what was updated, on whose word")
        parser.add_argument("--by", default="", help="who approves, with --approve")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Tell the build; exit 1 when it is not the one compared with."""
        now = manifest_of()
        self.stdout.write(f"build {now.build}")
        self.stdout.write(f"{len(now.files)} files, {len(now.packages)} packages, Python {now.python}")
        if options["write"]:
            write_manifest(now, options["write"])
        if options["against"]:
            self._against(now, options["against"])
            return
        hall = Hall.objects.order_by("pk").first()
        if options["approve"] is not None:
            self._approve(hall, options["approve"], options["by"])
        elif hall is not None and not options["write"]:
            self._approved(now, hall)

    def _approve(self, hall: Hall | None, text: str, by: str) -> None:
        if hall is None or not text.strip() or not by.strip():
            msg = "An approval needs a hall, words, and --by with a name or log-in."
            raise CommandError(msg)
        approve_build(hall, text=text.strip()[:500], actor=by.strip()[:150])
        self.stdout.write("approved")

    def _approved(self, now: Manifest, hall: Hall) -> None:
        row = last_of(hall, "SoftwareApproved")
        if row is None:
            msg = "Nobody has approved a program yet: verify_build --approve NOTE --by NAME"
            raise CommandError(msg)
        approved = str(row.payload["build"])
        if approved == now.build:
            self.stdout.write(f"It is the one that {row.actor} approved.")
            return
        path = kept_manifest(approved)
        if path.exists():
            self._tell(read_manifest(path), now)
        msg = f"Not the approved program ({approved})."
        raise CommandError(msg)

    def _against(self, now: Manifest, path: Path) -> None:
        try:
            was = read_manifest(path)
        except (OSError, ValueError) as wrong:
            msg = f"{path} is no manifest: {wrong}"
            raise CommandError(msg) from None
        if was.build == now.build:
            self.stdout.write("The same, byte for byte.")
            return
        self._tell(was, now)
        msg = f"Not the program of the manifest ({was.build})."
        raise CommandError(msg)

    def _tell(self, was: Manifest, now: Manifest) -> None:
        found = differences(was, now)
        for name in (*found.files, *found.packages):
            self.stdout.write(f"differs: {name}")

"""
A copy of the whole hall in one file, while it plays on, and the way back.

The file is a tar: the database (SQLite by its own online copy, PostgreSQL by `pg_dump`), the card faces, the anchor
file and what the copy says of itself. The keys are not in it: whoever finds the file reads no name and prints no card.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from django.conf import settings
from django.db import connection, connections

from records import clock
from records.anchor import anchor_path
from records.build import running_build

ABOUT: Final = "copy.json"
NAMES: Final = {"sqlite": "hall.sqlite3", "postgresql": "hall.pgdump"}
KEYS_NOTE: Final = (
    "The keys of this hall are not in this copy, and without them it is of little use.\n"
    "Keep them elsewhere: BINGO_CARD_KEY, BINGO_SECRET_KEY, and BINGO_PII_KEY or the file personal-data.key.\n"
)
CHUNK: Final = 1 << 20


class NotACopy(Exception):
    """The file is no copy of a hall, or not a whole one, or of the other kind of database."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a copy says of itself: its hall as of the last row it holds, and the SHA-256 of the database in it."""

    hall: str
    epoch: int
    position: int
    head_hash: str
    at: str
    build: str
    vendor: str
    sha256: str


def make_copy(hall_code: str, file: Path) -> About:
    """
    Copy the hall into a file that only its owner reads; it is whole or not there.

    Raises:
        OSError: The file cannot be written.
        NotACopy: The copy does not check out, or there is no program to copy PostgreSQL.
    """
    with TemporaryDirectory(dir=file.parent, prefix=".copy-") as folder:
        database = Path(folder) / NAMES[connection.vendor]
        facts = (
            _copy_sqlite(hall_code, database) if connection.vendor == "sqlite" else _copy_postgres(hall_code, database)
        )
        about = About(
            **facts,
            hall=hall_code,
            at=clock.now().isoformat(timespec="seconds"),
            build=running_build().build,
            vendor=connection.vendor,
            sha256=sha256_of(database),
        )
        (Path(folder) / ABOUT).write_text(json.dumps(asdict(about), indent=1) + "\n", encoding="utf-8")
        (Path(folder) / "KEYS.txt").write_text(KEYS_NOTE, encoding="utf-8")
        new = Path(folder) / "new.tar"
        with tarfile.open(new, "w") as tar:
            for name in (ABOUT, "KEYS.txt", database.name):
                tar.add(Path(folder) / name, arcname=name)
            for path in _beside():
                tar.add(path, arcname=f"matrices/{path.name}" if path.parent.name == "matrices" else "anchor.jsonl")
        new.chmod(0o600)
        with new.open("rb") as done:
            os.fsync(done.fileno())
        new.replace(file)
    return about


def read_about(file: Path) -> About:
    """
    Read what a copy says of itself.

    Raises:
        NotACopy: It is none.
    """
    try:
        with tarfile.open(file) as tar:
            told = tar.extractfile(ABOUT)
            return About(**json.loads(told.read() if told else b""))
    except (KeyError, OSError, TypeError, ValueError, tarfile.TarError) as wrong:
        raise NotACopy(str(wrong)) from None


def put_back(file: Path) -> tuple[About, Path | None]:
    """
    Put the copy's database and card faces in place; gives what was before, set aside beside it (SQLite).

    Raises:
        NotACopy: It is none, it is damaged, or it is of another kind of database.
    """
    about = read_about(file)
    if about.vendor != connection.vendor:
        msg = f"the copy is of {about.vendor}, the hall runs on {connection.vendor}"
        raise NotACopy(msg)
    with _unpacked(file) as folder:
        database = folder / NAMES[about.vendor]
        if not database.exists() or sha256_of(database) != about.sha256:
            msg = "the database in it is not the one it was made with"
            raise NotACopy(msg)
        aside = _put_sqlite(database) if about.vendor == "sqlite" else _put_postgres(database)
        kept = Path(settings.BINGO_DATA_DIR) / "matrices"
        kept.mkdir(parents=True, exist_ok=True)
        for path in (folder / "matrices").glob("*"):
            if not (kept / path.name).exists():
                path.replace(kept / path.name)
    return about, aside


def sha256_of(path: Path) -> str:
    """Give the SHA-256 of a file, however large."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _beside() -> Iterator[Path]:
    yield from sorted(path for path in (Path(settings.BINGO_DATA_DIR) / "matrices").glob("[0-9a-f]*") if path.is_file())
    if anchor_path().exists():
        yield anchor_path()


def _database_file() -> str:
    return str(connection.settings_dict["NAME"])


def _copy_sqlite(hall_code: str, to: Path) -> dict[str, Any]:
    with closing(sqlite3.connect(_database_file(), timeout=20)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)
        whole = target.execute("PRAGMA integrity_check").fetchone()[0]
        head = "SELECT journal_epoch, head_position, head_hash FROM records_hall WHERE code = ?"
        found = target.execute(head, [hall_code]).fetchone()
    if whole != "ok" or found is None:
        msg = f"the copy is not whole: {whole}"
        raise NotACopy(msg)
    return dict(zip(("epoch", "position", "head_hash"), found, strict=True))


def _copy_postgres(hall_code: str, to: Path) -> dict[str, Any]:
    """Read the head and dump as of one moment: the dump takes the reader's own look at the database."""
    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        try:
            cursor.execute("SELECT pg_export_snapshot()")
            look = cursor.fetchone()[0]
            query = "SELECT journal_epoch, head_position, head_hash FROM records_hall WHERE code = %s"
            cursor.execute(query, [hall_code])
            found = cursor.fetchone()
            _tool("pg_dump", "--format=custom", f"--snapshot={look}", f"--file={to}")
        finally:
            cursor.execute("ROLLBACK")
    return dict(zip(("epoch", "position", "head_hash"), found, strict=True))


def _put_sqlite(database: Path) -> Path | None:
    connections.close_all()
    place = Path(_database_file())
    aside: Path | None = None
    if place.exists():
        # What lies in the log beside the file belongs to it: both are set aside, neither is lost.
        aside = place.with_name(f"{place.name}.before-{clock.now():%Y%m%d-%H%M%S}")
        with closing(sqlite3.connect(place)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        place.replace(aside)
    for end in ("-wal", "-shm"):
        place.with_name(place.name + end).unlink(missing_ok=True)
    database.replace(place)
    return aside


def _put_postgres(database: Path) -> None:
    connections.close_all()
    _tool("pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", "--dbname=", str(database))


def _tool(name: str, *arguments: str) -> None:
    told = connection.settings_dict
    where = {"PGHOST": told["HOST"], "PGPORT": told["PORT"], "PGUSER": told["USER"], "PGPASSWORD": told["PASSWORD"]}
    environment = {**os.environ, **{key: str(value) for key, value in where.items() if value}}
    environment["PGDATABASE"] = str(told["NAME"])
    filled = [f"--dbname={told['NAME']}" if one == "--dbname=" else one for one in arguments]
    try:
        subprocess.run([name, *filled], env=environment, check=True, capture_output=True)  # noqa: S603 - the database's own tool
    except FileNotFoundError:
        msg = f"{name} is not installed: it comes with PostgreSQL's client"
        raise NotACopy(msg) from None
    except subprocess.CalledProcessError as wrong:
        raise NotACopy(wrong.stderr.decode(errors="replace")[-300:]) from None


@contextmanager
def _unpacked(file: Path) -> Iterator[Path]:
    """Unpack beside the database, so that putting in place is a renaming; names that lead elsewhere are refused."""
    home = Path(settings.BINGO_DATA_DIR)
    home.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=home, prefix=".restore-") as folder:
        try:
            with tarfile.open(file) as tar:
                tar.extractall(folder, filter="data")
        except (OSError, tarfile.TarError) as wrong:
            raise NotACopy(str(wrong)) from None
        yield Path(folder)

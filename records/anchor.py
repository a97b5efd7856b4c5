"""
The anchor: a file outside the database that remembers how the journal was, so that no rewriting of it goes unseen.

A line is one JSON object: the head's position and hash, the beginnings of the hashes of every row since the line
before, and the SHA-256 of the line before. Lines are only ever added. It proves as much as the file is out of reach of
whoever owns the database: another disk, a stick, a medium that is written once, a mail each night (docs/evidence.md).
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings

from records import clock
from records.chain import GENESIS, canonical
from records.models import Event, Hall

DIGITS: Final = 8
"""Of each row's hash so much is kept: what is altered before the line's end alters its whole hash too."""
MOST_ROWS: Final = 50_000
TAIL_BYTES: Final = 4 * MOST_ROWS * DIGITS
RESTORED: Final = "BackupRestored"
"""The kind of the row with which a journal goes on after a copy was put back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """One line of one hall; `rows` has the beginnings of the hashes of rows `since` + 1 to `position`."""

    hall: str
    epoch: int
    since: int
    position: int
    hash: str
    at: str
    why: str
    rows: str
    prev: str
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """What is wrong: the first bad row of the journal (0 = it is the file), and what."""

    position: int
    what: str


def anchor_path() -> Path:
    """Give where the file is: BINGO_ANCHOR_FILE, or in the data folder."""
    return Path(settings.BINGO_ANCHOR_FILE or Path(settings.BINGO_DATA_DIR) / "anchor.jsonl")


def read_anchors(hall_code: str) -> tuple[list[Anchor], list[Found]]:
    """Read a hall's lines, and what is wrong with the file itself; a last line cut off by a crash is left out."""
    if not anchor_path().exists():
        return [], []
    anchors, faults, prev = [], [], GENESIS
    for number, line in enumerate(anchor_path().read_text(encoding="utf-8", errors="replace").split("\n"), start=1):
        told = _parsed(line)
        if told is None:
            continue
        if told.prev != prev:
            faults.append(Found(0, f"line {number} of the anchor file does not follow the line before it"))
        prev = _line_hash(line)
        if told.hall == hall_code:
            anchors.append(told)
    return anchors, faults


def drop_anchor(hall_id: int, why: str, *, more: Mapping[str, Any] | None = None) -> Anchor | None:
    """
    Add a line for the hall's journal as it stands now, on the disk before this returns; None when it has no row.

    Call it outside any transaction, so that the line tells of nothing that may be undone.

    Raises:
        OSError: The file cannot be written.
    """
    hall = Hall.objects.get(pk=hall_id)
    if not hall.head_position:
        return None
    with _opened() as file:
        last = next((one for one in reversed(_tail(file)) if one.hall == hall.code), None)
        if last is None:
            last = next(reversed(read_anchors(hall.code)[0]), None)
        # Not too far back: the first line of an old hall tells of its last rows, and by the head's hash of all.
        since = max(min(last.position if last else 0, hall.head_position), hall.head_position - MOST_ROWS, 0)
        return _add(file, hall, since=since, position=hall.head_position, head=hall.head_hash, why=why, more=more)


def note_restored(hall: Hall, *, position: int, head_hash: str) -> None:
    """
    Add the line that says: from here on the journal goes on from this row of a copy; `hall` has its new epoch.

    Raises:
        OSError: The file cannot be written.
    """
    with _opened() as file:
        _add(file, hall, since=position, position=position, head=head_hash, why="restored", more=None)


def anchor_faults(hall: Hall) -> Iterator[Found]:
    """Compare the journal with the file: the first row that is not as it was or is gone, and a file tampered with."""
    anchors, faults = read_anchors(hall.code)
    yield from faults
    kept = standing(anchors)
    for anchor in kept:
        bad = _first_difference(hall, anchor)
        if bad is not None:
            yield bad
            return
    yield from _unexplained(hall, anchors)


def standing(anchors: list[Anchor]) -> list[Anchor]:
    """Leave out what a copy that was put back has undone; a line that reaches beyond it stands up to there."""
    kept: list[Anchor] = []
    for anchor in anchors:
        if anchor.why == "restored":
            kept = [_cut(one, anchor.position) for one in kept if one.since < anchor.position]
        kept.append(anchor)
    return kept


def _cut(anchor: Anchor, position: int) -> Anchor:
    if anchor.position <= position:
        return anchor
    facts = {name: getattr(anchor, name) for name in Anchor.__dataclass_fields__}
    left = anchor.rows[: (position - anchor.since) * DIGITS]
    return Anchor(**{**facts, "position": position, "rows": left, "hash": left[-DIGITS:], "more": {}})


def _first_difference(hall: Hall, anchor: Anchor) -> Found | None:
    rows = Event.objects.filter(hall=hall, position__gt=anchor.since, position__lte=anchor.position)
    expected = anchor.since
    for position, now in rows.order_by("position").values_list("position", "hash").iterator():
        expected += 1
        if position != expected:
            return Found(expected, "a row that was anchored is missing")
        start = (position - anchor.since - 1) * DIGITS
        if now[:DIGITS] != anchor.rows[start : start + DIGITS]:
            return Found(position, f"the row is not the one anchored at {anchor.at}")
    if expected < anchor.position:
        return Found(expected + 1, "a row that was anchored is missing")
    return _head_difference(hall, anchor)


def _head_difference(hall: Hall, anchor: Anchor) -> Found | None:
    """Compare the whole hash at the line's end; a line of no rows has only that."""
    now = Event.objects.filter(hall=hall, position=anchor.position).values_list("hash", flat=True).first()
    if now is None:
        return Found(anchor.position, "a row that was anchored is missing") if anchor.position else None
    return None if now.startswith(anchor.hash) else Found(anchor.position, f"the row is not the one of {anchor.at}")


def _unexplained(hall: Hall, anchors: list[Anchor]) -> Iterator[Found]:
    """See that each line about a copy that was put back has its row in the journal, and the hall counts its epoch."""
    restored = [anchor for anchor in anchors if anchor.why == "restored"]
    told = Event.objects.filter(hall=hall, kind=RESTORED).values_list("position", flat=True)
    last = restored[-1] if restored else None
    if last is not None and last.position + 1 not in set(told):
        yield Found(last.position + 1, "a copy was put back here and the journal does not tell of it")
    if anchors and hall.journal_epoch < max(anchor.epoch for anchor in anchors):
        yield Found(0, f"the journal counts epoch {hall.journal_epoch}, the anchor file knows a later one")


def _add(
    file: IO[bytes], hall: Hall, *, since: int, position: int, head: str, why: str, more: Mapping[str, Any] | None
) -> Anchor:
    rows = Event.objects.filter(hall=hall, position__gt=since, position__lte=position).order_by("position")
    anchor = Anchor(
        hall=hall.code,
        epoch=hall.journal_epoch,
        since=since,
        position=position,
        hash=head,
        at=clock.now().isoformat(timespec="seconds"),
        why=why,
        rows="".join(row[:DIGITS] for row in rows.values_list("hash", flat=True).iterator()),
        prev=_last_hash(file),
        more=dict(more or {}),
    )
    facts = {name: getattr(anchor, name) for name in Anchor.__dataclass_fields__}
    line = canonical(facts).encode() + b"\n"
    file.seek(0, os.SEEK_END)
    if file.tell() and not _ends_whole(file):
        # What a crash cut off stays, as a line of its own that is no line.
        line = b"\n" + line
    file.write(line)
    file.flush()
    os.fsync(file.fileno())
    return anchor


def _ends_whole(file: IO[bytes]) -> bool:
    file.seek(-1, os.SEEK_END)
    return file.read(1) == b"\n"


def _last_hash(file: IO[bytes]) -> str:
    return next((_line_hash(line) for line in reversed(_lines_at_end(file)) if _parsed(line)), GENESIS)


def _tail(file: IO[bytes]) -> list[Anchor]:
    return [told for line in _lines_at_end(file) if (told := _parsed(line)) is not None]


def _lines_at_end(file: IO[bytes]) -> list[str]:
    """Read the last lines without reading the whole file; the longest line fits in many times over."""
    size = file.seek(0, os.SEEK_END)
    start = max(0, size - TAIL_BYTES)
    file.seek(start)
    lines = file.read().decode("utf-8", errors="replace").split("\n")
    return lines[1:] if start else lines


def _line_hash(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()


def _parsed(line: str) -> Anchor | None:
    try:
        return Anchor(**json.loads(line))
    except (ValueError, TypeError):
        return None


@contextmanager
def _opened() -> Iterator[IO[bytes]]:
    """Open the file for adding, alone."""
    path = anchor_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file

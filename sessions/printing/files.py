"""
Files of a print: drawn in parts in a hidden folder, whole when that folder is renamed, gone when anything fails.

A part is a PDF of some pages, so memory does not grow with the run; several parts are one ZIP, whose names are
its index. The same order gives the same bytes.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from django.utils import translation

from sessions.printing.fonts import register_fonts
from sessions.printing.order import Order
from sessions.printing.sheets import draw_sheet

PART_SHEETS: Final = 100
PIECE: Final = 1 << 20
GoOn = Callable[[int], bool]


class PrintStopped(Exception):
    """The print was called off while it was drawn; nothing of it is left."""


@dataclass(frozen=True, slots=True)
class PrintFile:
    """A finished print."""

    path: Path
    sha256: str


def write_print(order: Order, target: Path, go_on: GoOn = lambda _done: True, *, part: int = PART_SHEETS) -> PrintFile:
    """
    Draw an order into the folder `target`, which appears whole or not at all; an older one there is replaced.

    Args:
        order: What to print; `check_order` has passed it.
        target: The folder of this print alone.
        go_on: Called with the number of pages drawn after each; False calls the print off.
        part: How many pages a part has.

    Raises:
        PrintStopped: It was called off.
        CardUnplayable: A stored face fails its check.
        OSError: The disk refused.
    """
    register_fonts()
    remove_unfinished(target)
    work = _unfinished(target)
    work.mkdir(parents=True)
    try:
        with translation.override(order.language):
            parts = _draw_parts(order, work, go_on, part)
        file = parts[0] if len(parts) == 1 else _bundle(order, work, parts)
        with file.open("rb") as whole:
            digest = file_digest(whole, "sha256").hexdigest()
            os.fsync(whole.fileno())
        shutil.rmtree(target, ignore_errors=True)
        work.replace(target)
    except BaseException:
        shutil.rmtree(work, ignore_errors=True)
        raise
    return PrintFile(target / file.name, digest)


def remove_unfinished(target: Path) -> None:
    """Remove what a print that died in the middle has left beside its folder."""
    shutil.rmtree(_unfinished(target), ignore_errors=True)


def _unfinished(target: Path) -> Path:
    return target.with_name(f".{target.name}")


def _draw_parts(order: Order, work: Path, go_on: GoOn, part: int) -> list[Path]:
    parts = []
    for start in range(1, order.sheets + 1, part):
        end = min(start + part - 1, order.sheets)
        path = work / f"{order.stem_of(start, end)}.pdf"
        parts.append(_draw_part(order, path, range(start, end + 1), go_on))
    return parts


def _draw_part(order: Order, path: Path, sheets: range, go_on: GoOn) -> Path:
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    # `invariant` leaves out the time: a print can be told from another by its bytes.
    canvas = Canvas(str(path), pagesize=A4, pageCompression=1, invariant=1)
    canvas.setTitle(order.stem)
    canvas.setAuthor(order.hall)
    for sheet in sheets:
        draw_sheet(canvas, order, sheet)
        if not go_on(sheet):
            raise PrintStopped
    canvas.save()
    return path


def _bundle(order: Order, work: Path, parts: list[Path]) -> Path:
    """Put the parts into one ZIP, a piece at a time, and remove each; they are compressed already."""
    bundle = work / f"{order.stem}.zip"
    with ZipFile(bundle, "w", ZIP_STORED) as archive:
        for part in parts:
            with part.open("rb") as read, archive.open(ZipInfo(part.name), "w", force_zip64=True) as written:
                shutil.copyfileobj(read, written, PIECE)
            part.unlink()
    return bundle

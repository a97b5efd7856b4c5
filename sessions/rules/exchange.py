"""
A matrix that comes from outside, or goes there: one CSV and one JSON form of every card's face (docs/import.md).

What comes in is read whole and judged whole before anything is kept: `read_matrix` gives either faces that may be
filed or every reason why not, each with its place in the file. Sentences for the reasons are not here.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from sessions.rules.cards import Face, mask_to_numbers
from sessions.rules.exchange_csv import csv_head, csv_line, read_csv
from sessions.rules.exchange_findings import CSV, JSON, CardsJudge, Findings, Reading
from sessions.rules.exchange_json import json_card, json_head, json_tail, read_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sessions.rules.exchange_findings import SeriesOffer

FORMS: Final = (CSV, JSON)
MOST_BYTES: Final = 96 * 1024 * 1024
"""A million cards are some 60 MB of CSV and 80 MB of JSON; what is bigger is no matrix of ours."""

_LAST_ASCII: Final = 0x7F
_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_WORKBOOKS: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
# What no text holds: control characters other than the tabulator and the ends of lines.
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")


def read_matrix(data: bytes, most_bytes: int = MOST_BYTES) -> Reading:
    """
    Read a file of faces, in either form and any usual encoding, and judge all of it.

    Args:
        data: The file: CSV with `;`, `,` or tabs, or JSON; UTF-8, UTF-16 with its mark, or Windows-1252.
        most_bytes: A longer file is not looked at.

    Returns:
        The faces in order of card number, and the series the file names; or the problems, and no faces.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I and II; O. 9-1-1979 (BOE-A-1979-2188), art. 33.4.
    """
    findings = Findings()
    if len(data) > most_bytes:
        findings.add("too-large", bytes=len(data), most=most_bytes)
        return Reading.refused(findings)
    text = _text_of(data, findings)
    if text is None:
        return Reading.refused(findings)
    judge = CardsJudge(findings)
    if text.lstrip()[:1] in {"{", "["}:
        return judge.finish(JSON, read_json(text, judge))
    return judge.finish(CSV, read_csv(text, judge))


def write_exchange(faces: Iterable[Face], count: int, form: str, series: SeriesOffer | None = None) -> Iterator[str]:
    """
    Write faces as a file, one piece of text a card, so that a million of them need no memory.

    Args:
        faces: In order of card number; the first is card 1's.
        count: How many there are; the file says so, and a file cut short is known by it.
        form: `csv` or `json`.
        series: Letter, number and face value, if the file is to name a series.

    Returns:
        Pieces of the file, to be encoded as UTF-8. `read_matrix` reads them back to the same faces.

    Raises:
        ValueError: There is no such form.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I and II; O. 9-1-1979 (BOE-A-1979-2188), art. 33.4.
    """
    if form not in FORMS:
        raise ValueError(f"{form!r} is no form of a matrix: {', '.join(FORMS)}")
    return _csv(faces, count, series) if form == CSV else _json(faces, count, series)


def _csv(faces: Iterable[Face], count: int, series: SeriesOffer | None) -> Iterator[str]:
    yield csv_head(count, series)
    for card, face in enumerate(faces, start=1):
        yield csv_line(card, face.grid())


def _json(faces: Iterable[Face], count: int, series: SeriesOffer | None) -> Iterator[str]:
    yield json_head(count, series)
    for card, face in enumerate(faces, start=1):
        yield json_card(card, tuple(mask_to_numbers(row) for row in face.rows))
    yield json_tail()


def _text_of(data: bytes, findings: Findings) -> str | None:
    """Decode a file; None when it is no text, with the reason found."""
    if not data.strip():
        findings.add("empty")
        return None
    if data.startswith(_WORKBOOKS):
        findings.add("workbook")
        return None
    text = _decoded(data)
    if text is None or _CONTROL.search(text):
        findings.add("binary")
        return None
    if not text.strip():
        findings.add("empty")
        return None
    return text


def _decoded(data: bytes) -> str | None:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError:
                return None
    encodings = ("utf-8", "cp1252", "latin-1") if _mostly_ascii(data) else ("utf-8",)
    for encoding in encodings:
        # Excel in Spain writes Windows-1252; Latin-1 reads the five bytes that have no meaning there.
        with suppress(UnicodeDecodeError):
            return data.decode(encoding)
    return None


def _mostly_ascii(data: bytes) -> bool:
    # A file of cards is digits and separators; an accent or two stand in its comments.
    beginning = data[:4096]
    return sum(byte > _LAST_ASCII for byte in beginning) * 4 < len(beginning)

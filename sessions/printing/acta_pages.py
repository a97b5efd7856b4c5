"""
The book of minutes on paper: one A4 page a folio, as a bound book has them, in the active language.

Every line of an entry has its own line here, so a page holds what the rules put on its folio, whatever the language.
The same minutes give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from io import BytesIO
from typing import Any, Final

from django.utils.translation import gettext as _

from sessions.acta_telling import moment
from sessions.acta_words import WORDS
from sessions.printing.drawing import MM, Pen
from sessions.printing.fonts import BOLD, MEDIUM, register_fonts
from sessions.rules.acta_folios import LINES_PER_FOLIO
from sessions.selectors.acta import Folio, Minutes, Signature, ToldEntry, signs_on_paper

LEFT: Final = 20.0
RIGHT: Final = 196.0
WIDE: Final = RIGHT - LEFT
BODY_TOP: Final = 38.0
LINE_HEIGHT: Final = 5.05
INDENT: Final = 11.0
FOOT: Final = 264.0
QR_SIDE: Final = 26.0
GREY: Final = (0.45, 0.48, 0.50)
BLACK: Final = (0, 0, 0)


class Copy(StrEnum):
    """Whose copy a print is (O79 37.5)."""

    AUTHORITY = "authority"
    HOLDER = "holder"


def acta_pdf(minutes: Minutes, copy: Copy) -> bytes:
    """Print a session's minutes, one page a folio."""
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    register_fonts()
    out = BytesIO()
    # `invariant` leaves out the time of printing: two prints of the same minutes are the same bytes.
    canvas = Canvas(out, pagesize=A4, pageCompression=1, invariant=1)
    canvas.setTitle(_("Minutes of session {number}").format(number=minutes.session.session_no))
    canvas.setAuthor(minutes.hall.name)
    for folio in minutes.folios:
        pen = Pen(canvas, 0, A4[1])
        _head(pen, minutes, folio, copy)
        for line, entry, index in _lines_on(folio):
            _line(pen, line, entry, index)
        _strike(pen, folio, last=folio is minutes.folios[-1])
        _foot(pen, minutes, last=folio is minutes.folios[-1])
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _lines_on(folio: Folio) -> Iterator[tuple[int, ToldEntry, int]]:
    """Give each written line of a folio: its place there, its entry, and which line of the entry it is."""
    entries = ([folio.runs_on] if folio.runs_on else []) + folio.entries
    for entry in entries:
        begins = (entry.place.folio - folio.number) * LINES_PER_FOLIO + entry.place.line
        for index in range(entry.place.lines):
            if 1 <= (line := begins + index) <= LINES_PER_FOLIO:
                yield line, entry, index


def _baseline(line: int) -> float:
    return BODY_TOP + line * LINE_HEIGHT - 1.4


def _line(pen: Pen, line: int, entry: ToldEntry, index: int) -> None:
    base = _baseline(line)
    if index == 0:
        _entry_head(pen, base, entry)
    elif index <= len(entry.lines):
        pen.text(LEFT + INDENT, base, entry.lines[index - 1], 10.5, width=WIDE - INDENT)
    elif index <= len(entry.lines) + len(entry.signatures):
        signature = entry.signatures[index - len(entry.lines) - 1]
        pen.text(LEFT + INDENT, base, signed_line(entry, signature), 10.5, width=WIDE - INDENT, font=BOLD)
    elif line < LINES_PER_FOLIO:
        _rule(pen, base - 1.2, 0.25)


def _entry_head(pen: Pen, base: float, entry: ToldEntry) -> None:
    pen.text(LEFT, base, str(entry.entry_no), 11, width=INDENT - 1, font=BOLD)
    pen.text(LEFT + INDENT, base, entry.heading, 11.5, width=WIDE - INDENT - 66, font=BOLD)
    pen.canvas.setFillColorRGB(*GREY)
    pen.text(RIGHT, base, f"{entry.by} · {moment(entry.at)}", 9, width=64, align="right")
    pen.canvas.setFillColorRGB(*BLACK)


def signed_line(entry: ToldEntry, signature: Signature) -> str:
    """Say who signed, with the time of the electronic signature; or leave room for the one that is missing."""
    post = str(WORDS["post"][signature.post])
    if signature.who and signature.at is not None:
        return _("{post}: {name}. Signed electronically on {when}.").format(
            post=post, name=signature.who, when=moment(signature.at)
        )
    if signs_on_paper(entry, signature):
        return _("{post}: signed on paper, with their identity document.").format(post=post)
    return _("{post}: not signed").format(post=post) + " " + "_" * 40


def _head(pen: Pen, minutes: Minutes, folio: Folio, copy: Copy) -> None:
    book = minutes.book
    room = WIDE - 36
    pen.text(LEFT, 17, minutes.hall.name, 17, width=room, font=BOLD)
    title = _("Book of minutes {number}").format(number=book.number) if book else _("Minutes told from the journal")
    pen.text(LEFT, 23.2, f"{title} · {minutes.profile_name}", 11, width=room)
    if book:
        authorised = book.authorised_ref or _("entry of authorisation not recorded")
        pen.text(LEFT, 28.2, _("Authorisation: {text}").format(text=authorised), 9.5, width=room)
    pen.frame(RIGHT - 28, 11, 28, 14, points=1.1)
    pen.text(RIGHT - 14, 15, _("Folio"), 8.5, font=MEDIUM, align="middle")
    pen.text(RIGHT - 14, 23, str(folio.number), 20, width=26, font=BOLD, align="middle")
    mark = {Copy.AUTHORITY: _("Copy for the authority"), Copy.HOLDER: _("Copy for the holder of the licence")}[copy]
    pen.text(RIGHT, 33, mark, 10.5, width=80, font=BOLD, align="right")
    session = _("Session {number}").format(number=minutes.session.session_no)
    opened = minutes.session.opened_at
    pen.text(LEFT, 33, f"{session} · {moment(opened)}" if opened else session, 10.5, width=90, font=BOLD)
    _rule(pen, 35.5, 1.0)


def _strike(pen: Pen, folio: Folio, *, last: bool) -> None:
    """Strike out the lines a folio leaves empty, so that nothing can be added; the last one may still be written on."""
    if last or LINES_PER_FOLIO - folio.used < 3:  # noqa: PLR2004 - a gap of two lines is no room
        return
    canvas = pen.canvas
    top, bottom = _baseline(folio.used) + 3, _baseline(LINES_PER_FOLIO)
    canvas.setStrokeColorRGB(*GREY)
    canvas.setLineWidth(0.5)
    canvas.line(pen.x + LEFT * MM, pen.y - top * MM, pen.x + RIGHT * MM, pen.y - bottom * MM)
    canvas.setStrokeColorRGB(*BLACK)


def _foot(pen: Pen, minutes: Minutes, *, last: bool) -> None:
    _rule(pen, FOOT, 0.5)
    room = WIDE - (QR_SIDE + 4 if last else 0)
    where = _("Proof of the journal up to row {position}:").format(position=minutes.position)
    pen.text(LEFT, FOOT + 5, where, 9, width=room)
    pen.text(LEFT, FOOT + 9.5, minutes.head_hash, 9, width=room)
    if minutes.build:
        pen.text(
            RIGHT - (QR_SIDE + 4 if last else 0),
            FOOT + 5,
            _("Program {build}").format(build=minutes.build[:16]),
            8,
            width=60,
            align="right",
        )
    if last:
        pen.text(LEFT, FOOT + 15, _("End of the session's folios so far."), 9, width=room)
        pen.code(RIGHT - QR_SIDE + 2, FOOT + 0.5, QR_SIDE, minutes.head_hash.upper(), mode="alphanumeric")


def _rule(pen: Pen, top: float, points: float) -> None:
    canvas: Any = pen.canvas
    canvas.setLineWidth(points)
    y = pen.y - top * MM
    canvas.line(pen.x + LEFT * MM, y, pen.x + RIGHT * MM, y)

"""The minutes as files for other programs: CSV, XLSX and JSON, one row an entry, in the active language."""

from __future__ import annotations

import csv
import json
from io import BytesIO, StringIO
from typing import Any, Final

from django.utils.translation import gettext as _

from sessions.acta_telling import moment
from sessions.printing.acta_pages import signed_line
from sessions.selectors.acta import Minutes, ToldEntry

FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")
WIDTHS: Final = (8, 8, 8, 9, 9, 9, 20, 34, 90, 60, 22, 10)


def neutral(value: Any) -> Any:
    """Keep a spreadsheet from taking somebody's words for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_SIGNS) else value


def _heads() -> list[str]:
    return [
        _("Book"),
        _("Folio"),
        _("Line"),
        _("Entry"),
        _("Session"),
        _("Game"),
        _("Time"),
        _("Kind"),
        _("Text"),
        _("Signatures"),
        _("By"),
        _("Journal row"),
    ]


def _cells(minutes: Minutes, entry: ToldEntry) -> list[Any]:
    return [
        minutes.book.number if minutes.book else "",
        entry.place.folio,
        entry.place.line,
        entry.entry_no,
        minutes.session.session_no,
        entry.game_no or "",
        moment(entry.at),
        neutral(entry.heading),
        neutral(" ".join(entry.lines)),
        neutral(" ".join(signed_line(entry, one) for one in entry.signatures)),
        neutral(entry.by),
        entry.position,
    ]


def acta_csv(minutes: Minutes) -> bytes:
    """Write the minutes as CSV; the mark at its beginning tells spreadsheets that it is UTF-8."""
    out = StringIO()
    writer = csv.writer(out, delimiter=";")
    writer.writerow(_heads())
    writer.writerows(_cells(minutes, entry) for entry in minutes.entries)
    return out.getvalue().encode("utf-8-sig")


def acta_xlsx(minutes: Minutes) -> bytes:
    """Write the minutes as a workbook; its date of making is the last entry's, so that it is always the same."""
    from xlsxwriter import Workbook

    out = BytesIO()
    # Words stay words: no formula, no link is made of them.
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = Workbook(out, options)
    if minutes.entries:
        book.set_properties({"created": minutes.entries[-1].at.replace(tzinfo=None), "author": minutes.hall.name})
    sheet = book.add_worksheet(_("Minutes"))
    bold, wrapped = book.add_format({"bold": True}), book.add_format({"text_wrap": True, "valign": "top"})
    sheet.write_row(0, 0, _heads(), bold)
    for at, entry in enumerate(minutes.entries, start=1):
        sheet.write_row(at, 0, _cells(minutes, entry), wrapped)
    for column, width in enumerate(WIDTHS):
        sheet.set_column(column, column, width)
    sheet.freeze_panes(1, 0)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    book.close()
    return out.getvalue()


def acta_json(minutes: Minutes) -> bytes:
    """Write the minutes as JSON: facts in codes and cents, and the words beside them."""
    book = minutes.book
    told = {
        "hall": {"code": minutes.hall.code, "name": minutes.hall.name, "language": minutes.hall.language},
        "session_no": minutes.session.session_no,
        "book": {"number": book.number, "authorised_ref": book.authorised_ref} if book else None,
        "journal": {"position": minutes.position, "hash": minutes.head_hash},
        "entries": [_plain(entry) for entry in minutes.entries],
    }
    return (json.dumps(told, ensure_ascii=False, indent=2) + "\n").encode()


def _plain(entry: ToldEntry) -> dict[str, Any]:
    return {
        "entry_no": entry.entry_no,
        "folio": entry.place.folio,
        "line": entry.place.line,
        "lines": entry.place.lines,
        "kind": entry.kind,
        "game_no": entry.game_no,
        "at": entry.at.isoformat(),
        "by": entry.by,
        "position": entry.position,
        "facts": entry.fields,
        "heading": entry.heading,
        "text": list(entry.lines),
        "signatures": [
            {"post": one.post, "name": one.who, "at": one.at.isoformat() if one.at else None}
            for one in entry.signatures
        ],
    }

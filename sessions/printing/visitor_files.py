"""The visitors' file for the authority (O79 31): CSV and XLSX, one row a visitor, in the active language."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO, StringIO
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from people.models import Visit, VisitorRecord
from people.visitors import Visitor
from sessions.printing.acta_files import neutral

Rows = Iterable[tuple[VisitorRecord, Visitor | None, list[Visit]]]
WIDTHS: Final = (16, 20, 28, 12, 12, 16, 34, 8, 30, 18, 12, 60, 30)


def _heads() -> list[str]:
    return [
        _("Record"),
        _("Name"),
        _("Surnames"),
        _("Date of birth"),
        _("Document"),
        _("Number"),
        _("Address"),
        _("Signed"),
        _("Remarks"),
        _("Opened"),
        _("Visits"),
        _("When they came, and left"),
        _("Kept beyond its time"),
    ]


def _cells(record: VisitorRecord, visitor: Visitor | None, visits: list[Visit]) -> list[Any]:
    unread = _("cannot be read")
    who = (
        [visitor.name, visitor.surnames, visitor.birth, visitor.kind, visitor.document, visitor.address]
        if visitor
        else [unread] * 6
    )
    return [
        str(record.number),
        *map(neutral, who),
        _("yes") if record.signed else _("no"),
        neutral(visitor.remarks if visitor else unread),
        _moment(record.registered_at),
        len(visits),
        ", ".join(_visit(one) for one in visits),
        neutral(record.hold_reason),
    ]


def _moment(at: Any) -> str:
    return date_format(localtime(at), "Y-m-d H:i")


def _visit(visit: Visit) -> str:
    left = f" - {date_format(localtime(visit.left_at), 'H:i')}" if visit.left_at else ""
    return _moment(visit.came_at) + left


def visitors_csv(rows: Rows) -> bytes:
    """Write the file as CSV; the mark at its beginning tells spreadsheets that it is UTF-8."""
    out = StringIO()
    writer = csv.writer(out, delimiter=";")
    writer.writerow(_heads())
    writer.writerows(_cells(*row) for row in rows)
    return out.getvalue().encode("utf-8-sig")


def visitors_xlsx(rows: Rows) -> bytes:
    """Write the file as a workbook; every word stays a word, and no formula or link is made of it."""
    from xlsxwriter import Workbook

    out = BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = Workbook(out, options)
    sheet = book.add_worksheet(_("Visitors"))
    for column, width in enumerate(WIDTHS):
        sheet.set_column(column, column, width)
    sheet.write_row(0, 0, _heads(), book.add_format({"bold": True}))
    sheet.freeze_panes(1, 0)
    for line, cells in enumerate(_lines(rows), start=1):
        for column, cell in enumerate(cells):
            (sheet.write_number if isinstance(cell, int) else sheet.write_string)(line, column, cell)
    book.close()
    return out.getvalue()


def _lines(rows: Rows) -> Iterator[list[Any]]:
    return (_cells(*row) for row in rows)


FORMS: Final[dict[str, tuple[Callable[[Rows], bytes], str]]] = {
    "csv": (visitors_csv, "text/csv; charset=utf-8"),
    "xlsx": (visitors_xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}

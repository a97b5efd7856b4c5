"""The tax report as a file: CSV with semicolons and decimal commas, as spreadsheets here read it, and XLSX."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from screens.reports.files import BOM, harmless


def heads() -> list[str]:
    """Name the columns."""
    return [
        _("Period"),
        _("First day"),
        _("Last day"),
        _("Games"),
        _("Printed cards that came in"),
        _("Cards played"),
        _("Virtual cards among them"),
        _("Prizes"),
        _("Face value that counts"),
        _("Base"),
        _("Rate"),
        _("Due"),
        _("Kept from the games"),
        _("Tax"),
        _("Profile"),
        _("Version"),
    ]


def cells(told: Sequence[dict[str, Any]]) -> Iterator[list[Any]]:
    """Give each period's cells: texts, whole numbers, and amounts as (cents,); what is not known is empty."""
    for one in told:
        row = one["row"]
        facts, due = row.facts, row.due
        owed = [(due.face_cents,), (due.base_cents,), one["rate"], (due.due_cents,)] if due else ["", "", "", ""]
        yield [
            one["name"],
            row.first.isoformat(),
            row.last.isoformat(),
            row.games,
            (facts.supplied_cents,),
            (facts.played_cents,),
            (facts.issued_cents,),
            (facts.prizes_cents,),
            *owed,
            (row.kept_cents,),
            one["tax_name"],
            row.regulation.code,
            row.regulation.version,
        ]


def csv_of(told: Sequence[dict[str, Any]]) -> str:
    """Write the periods as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(heads())
    for row in cells(told):
        writer.writerow([_written(cell) for cell in row])
    return BOM + out.getvalue()


def _written(cell: Any) -> str:
    if isinstance(cell, tuple):
        whole, rest = divmod(abs(cell[0]), 100)
        return f"{'-' if cell[0] < 0 else ''}{whole},{rest:02d}"
    return harmless(cell) if isinstance(cell, str) else str(cell)


def xlsx_of(title: str, told: Sequence[dict[str, Any]]) -> bytes:
    """Write the periods as a workbook; texts are texts and never formulas."""
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    sheet = book.add_worksheet(_("Gaming tax"))
    bold, money = book.add_format({"bold": True, "text_wrap": True}), book.add_format({"num_format": "#,##0.00 €"})
    sheet.set_column(0, len(heads()) - 1, 16)
    sheet.freeze_panes(2, 1)
    sheet.write_string(0, 0, harmless(title), bold)
    for column, head in enumerate(heads()):
        sheet.write_string(1, column, head, bold)
    for at, row in enumerate(cells(told), start=2):
        for column, cell in enumerate(row):
            if isinstance(cell, tuple):
                sheet.write_number(at, column, cell[0] / 100, money)
            elif isinstance(cell, str):
                sheet.write_string(at, column, harmless(cell))
            else:
                sheet.write_number(at, column, cell)
    book.close()
    return out.getvalue()

"""A report's table as a file: CSV as the reader's spreadsheet expects it, and XLSX; no text is taken for a formula."""

from __future__ import annotations

import csv
import io
from typing import Final

from screens.reports.tables import Cell, Kind, Table, in_english

BOM: Final = "\ufeff"
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula, or for the end of the cell before one."""
_WIDE: Final = str.maketrans("\uff1d\uff0b\uff0d\uff20", "=+-@")
_SEEN_THROUGH: Final = " \n\v\f\0\u00a0\u200b\u2060\ufeff"
"""What some spreadsheets leave out before they look."""
CENTS, BASIS, HOUR, DAY, TENTHS = 100, 10_000, 3_600, 86_400, 10
_FORMATS: Final = {
    Kind.NUMBER: "#,##0",
    Kind.MONEY: "#,##0.00 €",
    Kind.SHARE: "0.00%",
    Kind.TIME: "[h]:mm",
    Kind.TENTH: "#,##0.0",
}
_UNITS: Final = {Kind.NUMBER: 1, Kind.MONEY: CENTS, Kind.SHARE: BASIS, Kind.TIME: DAY, Kind.TENTH: TENTHS}


def harmless(words: str) -> str:
    """Keep a spreadsheet from taking a text for a formula: such a text gets an apostrophe before it."""
    looked_at = words.translate(_WIDE)
    if looked_at.startswith(FORMULA) or looked_at.lstrip(_SEEN_THROUGH).startswith(FORMULA):
        return f"'{words}"
    return words


def csv_of(table: Table) -> str:
    """Write a table as CSV: semicolons and decimal commas, in English commas and decimal points; a BOM says UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="," if in_english() else ";", lineterminator="\r\n")
    writer.writerow([harmless(head) for head in table.heads])
    for row in (*table.rows, *([table.total] if table.total else [])):
        writer.writerow([written(cell) for cell in row])
    return BOM + out.getvalue()


def written(cell: Cell) -> str:
    """Write a cell of a CSV: numbers with the reader's decimal sign and no thousands, shares in hundredths, hours."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, str):
        return harmless(value)
    match cell.kind:
        case Kind.MONEY | Kind.SHARE:
            return _decimal(value, CENTS)
        case Kind.TIME:
            return _decimal((value * CENTS + HOUR // 2) // HOUR, CENTS)
        case Kind.TENTH:
            return _decimal(value, TENTHS)
        case _:
            return str(value)


def _decimal(value: int, unit: int) -> str:
    whole, rest = divmod(abs(value), unit)
    places = len(str(unit)) - 1
    return f"{'-' if value < 0 else ''}{whole}{'.' if in_english() else ','}{rest:0{places}d}"


def xlsx_of(title: str, table: Table) -> bytes:
    """Write a table as a workbook: numbers are numbers with their form, texts are texts."""
    import xlsxwriter

    out = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = xlsxwriter.Workbook(out, options)
    sheet = book.add_worksheet()
    bold = book.add_format({"bold": True, "text_wrap": True})
    forms = {kind: book.add_format({"num_format": form}) for kind, form in _FORMATS.items()}
    sheet.set_column(0, len(table.heads) - 1, 16)
    sheet.freeze_panes(2, 1)
    sheet.write_string(0, 0, harmless(title), bold)
    for column, head in enumerate(table.heads):
        sheet.write_string(1, column, harmless(head), bold)
    for at, row in enumerate((*table.rows, *([table.total] if table.total else [])), start=2):
        for column, cell in enumerate(row):
            if isinstance(cell.value, str):
                sheet.write_string(at, column, harmless(cell.value))
            elif cell.value is not None:
                sheet.write_number(at, column, cell.value / _UNITS[cell.kind], forms[cell.kind])
    book.close()
    return out.getvalue()

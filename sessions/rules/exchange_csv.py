"""
The CSV form of a matrix: `card;r1c1;...;r3c9`, one card a line, a blank cell where the card is blank.

Before the heads stand comments, `# name: value`: how many cards there are, and the series' letter, number and face
value. What is read may also have `,` or tabs, quotes, other heads or none, 0 for blank, and 15 numbers for 27 cells.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sessions.rules.cards import COLUMNS, LAST_NUMBER, NUMBERS_A_CARD, NUMBERS_A_ROW, ROWS
from sessions.rules.exchange_findings import SeriesOffer
from sessions.rules.exchange_series import offer_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sessions.rules.exchange_findings import CardsJudge, Rows

CELLS: Final = ROWS * COLUMNS
HEADS: Final = ("card", *(f"r{row}c{column}" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)))
SEPARATORS: Final = ";,\t"
END: Final = "\r\n"

_LINE: Final = re.compile(r"([^\r\n]*)(?:\r\n?|\n|\Z)")
_NUMBERS: Final = {form: n for n in range(1, LAST_NUMBER + 1) for form in (str(n), f"{n:02d}")}
_BLANKS: Final = ("", "0", "00")
_MOST_DIGITS: Final = 9
_LONGEST_TOLD: Final = 20
# A printer's comments may be in Spanish.
_NAMES: Final = {
    "cards": "cards",
    "cartones": "cards",
    "letter": "letter",
    "letra": "letter",
    "serie": "letter",
    "ident": "ident",
    "número": "ident",
    "numero": "ident",
    "face value cents": "face_value_cents",
    "valor facial en céntimos": "face_value_cents",
    "valor facial en centimos": "face_value_cents",
}


def csv_head(count: int, series: SeriesOffer | None) -> str:
    """
    Write what stands before the cards.

    Args:
        count: How many cards follow.
        series: Named in comments, if given.

    Returns:
        Lines, each with its end.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II.
    """
    comments = [f"# cards: {count}"]
    if series:
        comments += [
            f"# letter: {series.letter}",
            f"# ident: {series.ident}",
            f"# face value cents: {series.face_value_cents}",
        ]
    # Quoted where a comment holds a separator: no cell of a spreadsheet begins with what is not ours.
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator=END)
    writer.writerows([" ".join(comment.split())] for comment in comments)
    writer.writerow(HEADS)
    return text.getvalue()


def csv_line(card: int, grid: Iterable[Iterable[int]]) -> str:
    """
    Write a card: its number and 27 cells, digits or nothing, so that no spreadsheet takes one for a formula.

    Args:
        card: Its number.
        grid: 3 rows of 9 numbers, 0 where the cell is blank.

    Returns:
        The line, with its end.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    cells = (str(number) if number else "" for row in grid for number in row)
    return ";".join((str(card), *cells)) + END


def read_csv(text: str, judge: CardsJudge) -> tuple[int | None, SeriesOffer | None] | None:
    """
    Read every line, and have every card judged.

    Args:
        text: The file.
        judge: Takes the cards, and notes what is wrong.

    Returns:
        How many cards the comments declare, if they do, and the series they name; None if no card was found.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I and II.
    """
    separator = _separator_of(line for _, line, _ in _lines(text))
    if separator is None:
        judge.findings.add("no-separator")
        return None
    said: dict[str, tuple[int, str]] = {}
    heads_may_come = True
    for row, line, last in _lines(text):
        cells = _cells_of(line, separator)
        if cells is None:
            judge.findings.add("quote", row)
        elif not any(cells):
            continue
        elif cells[0].startswith("#"):
            _comment(said, row, cells)
        elif heads_may_come and not cells[0][:1].isdigit() and not judge.judged:
            heads_may_come = False
        else:
            _card(judge, row, cells, last=last)
    return _said(judge, said)


def _lines(text: str) -> Iterator[tuple[int, str, bool]]:
    """Give each line with its number, and whether it is the last with anything in it; no list of a million is made."""
    end = len(text.rstrip())
    for row, found in enumerate(_LINE.finditer(text), start=1):
        if found.start() >= end:
            return
        yield row, found[1], found.end(1) >= end


def _separator_of(lines: Iterable[str]) -> str | None:
    """Find what separates the cells: the mark that stands most often in the first line that is no comment."""
    line = next((line for line in lines if line.strip() and line.lstrip('" ')[:1] != "#"), "")
    best = max(SEPARATORS, key=line.count)
    return best if best in line else None


def _cells_of(line: str, separator: str) -> list[str] | None:
    """Cut a line into cells; None if a quote is left open (a cell never goes on in the next line)."""
    if '"' not in line:
        return [cell.strip() for cell in line.split(separator)]
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=separator, strict=True))]
    except csv.Error:
        return None


def _comment(said: dict[str, tuple[int, str]], row: int, cells: Sequence[str]) -> None:
    name, _, value = " ".join(cell for cell in cells if cell).lstrip("# ").partition(":")
    if known := _NAMES.get(name.strip().lower()):
        said.setdefault(known, (row, value.strip()))


def _said(judge: CardsJudge, said: dict[str, tuple[int, str]]) -> tuple[int | None, SeriesOffer | None]:
    declared = None
    if "cards" in said:
        row, value = said.pop("cards")
        declared = _whole(value)
        if declared is None:
            judge.findings.add("count-unread", row, text=value[:_LONGEST_TOLD])
    named = min((row for row, _ in said.values()), default=None)
    fields: dict[str, object] = {name: value for name, (_, value) in said.items()}
    if "face_value_cents" in fields:
        fields["face_value_cents"] = _whole(str(fields["face_value_cents"]))
    return declared, offer_of(fields, judge.findings, named)


def _card(judge: CardsJudge, row: int, cells: list[str], *, last: bool) -> None:
    card = _whole(cells[0])
    numbers = _numbers(cells)
    if card is None and numbers:
        judge.findings.add("card-unread", row, text=cells[0][:_LONGEST_TOLD])
    if numbers is None:
        cut = last and len(cells) <= CELLS
        judge.findings.add("truncated" if cut else "cells", row, card, found=len(cells), most=CELLS + 1)
        judge.card(row, card, None)
        return
    before = judge.findings.total
    rows = _rows(judge, row, card, numbers)
    judge.card(row, card, rows if judge.findings.total == before else None)


def _numbers(cells: list[str]) -> list[str] | None:
    """Give the 27 cells, or the 15 numbers, after the card's number; None if they are neither."""
    listed, rest = cells[1 : NUMBERS_A_CARD + 1], cells[NUMBERS_A_CARD + 1 :]
    if len(listed) == NUMBERS_A_CARD and all(listed) and not any(rest):
        return listed
    # A spreadsheet pads its lines to the longest.
    if len(cells) > CELLS and not any(cells[CELLS + 1 :]):
        return cells[1 : CELLS + 1]
    return None


def _rows(judge: CardsJudge, row: int, card: int | None, cells: list[str]) -> Rows:
    grid = len(cells) == CELLS
    width = COLUMNS if grid else NUMBERS_A_ROW
    rows: list[list[tuple[int, int | None]]] = [[], [], []]
    for place, cell in enumerate(cells):
        if grid and cell in _BLANKS:
            continue
        number = _NUMBERS.get(cell) or _whole(cell)
        if number is None:
            judge.findings.add("number-unread", row, card, text=cell[:_LONGEST_TOLD])
        else:
            rows[place // width].append((number, place % width if grid else None))
    return rows


def _whole(cell: str) -> int | None:
    digits = cell.removeprefix("-")
    return int(cell) if cell.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS else None

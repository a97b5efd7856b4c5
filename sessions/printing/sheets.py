"""The pages: six single cards, three double ones, a strip of six, four master cards, and the index of their book."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _

from sessions.printing.drawing import INK, MM, Pen
from sessions.printing.faces import (
    UPRIGHT_HEIGHT,
    UPRIGHT_WIDTH,
    WIDE_HEIGHT,
    WIDE_WIDTH,
    draw_upright,
    draw_wide,
    printed_card,
)
from sessions.printing.fonts import BOLD
from sessions.printing.order import INDEX_LINES, Kind, Order
from sessions.rules.references import FIRST_HALF, SECOND_HALF
from sessions.selectors.faces import face_rows

WIDTH, HEIGHT = 210.0, 297.0
LEFT: Final = 10.0
TOP: Final = 11.0
FOOT: Final = 290.0


def draw_sheet(canvas: Any, order: Order, sheet: int) -> None:
    """
    Draw the n-th page of an order, counted from 1, and end it.

    Raises:
        CardUnplayable: A stored face fails its check.
    """
    page = Pen(canvas, 0, HEIGHT * MM)
    canvas.setFillColorRGB(*INK)
    canvas.setStrokeColorRGB(*INK)
    if sheet <= order.index_sheets:
        _index(page, order, sheet)
    else:
        of_cards = sheet - order.index_sheets
        SHEETS[order.kind](page, order, order.sheet_cards(of_cards), of_cards)
    canvas.showPage()


def _foot(page: Pen, left: str, right: str) -> None:
    page.text(LEFT, FOOT, left, 8, width=130)
    page.text(WIDTH - LEFT, FOOT, right, 8, width=50, align="right")


def _number_of_sheet(order: Order, of_cards: int) -> str:
    return _("Sheet {sheet} of {sheets}").format(sheet=of_cards, sheets=order.card_sheets)


def _series_foot(page: Pen, order: Order, of_cards: int) -> None:
    series = _("Series {letter} {ident}").format(letter=order.letter, ident=order.ident)
    _foot(page, f"{order.hall} · {series}", _number_of_sheet(order, of_cards))


def _single(page: Pen, order: Order, numbers: range, of_cards: int) -> None:
    for place, number in enumerate(numbers):
        box = page.at(LEFT + place % 2 * UPRIGHT_WIDTH, TOP + place // 2 * UPRIGHT_HEIGHT)
        box.frame(0, 0, UPRIGHT_WIDTH, UPRIGHT_HEIGHT, points=0.3)
        draw_upright(box, printed_card(order, number))
    _series_foot(page, order, of_cards)


def _double(page: Pen, order: Order, numbers: range, of_cards: int) -> None:
    """Draw both halves in one heavy frame, which makes them one object, with a fold between them."""
    for place, number in enumerate(numbers):
        box = page.at(LEFT, TOP + place * (UPRIGHT_HEIGHT + 2))
        box.frame(0, 0, 2 * UPRIGHT_WIDTH, UPRIGHT_HEIGHT, points=2)
        box.cut(UPRIGHT_WIDTH, 0, height=UPRIGHT_HEIGHT)
        for half, left in ((FIRST_HALF, 0.0), (SECOND_HALF, UPRIGHT_WIDTH)):
            draw_upright(box.at(left, 0), printed_card(order, number, half))
    _series_foot(page, order, of_cards)


def _strip(page: Pen, order: Order, numbers: range, of_cards: int) -> None:
    page.frame(LEFT, TOP, WIDE_WIDTH, len(numbers) * WIDE_HEIGHT, points=1.4)
    for place, number in enumerate(numbers):
        box = page.at(LEFT, TOP + place * WIDE_HEIGHT)
        if place:
            box.cut(0, 0, width=WIDE_WIDTH)
        draw_wide(box, printed_card(order, number))
    words = _("Strip of six: cards {first} to {last}").format(first=numbers[0], last=numbers[-1])
    page.text(WIDTH / 2, FOOT - 4.5, words, 9, align="middle", font=BOLD)
    _series_foot(page, order, of_cards)


MASTER_HEIGHT: Final = 69.0


def _book(page: Pen, order: Order, numbers: range, of_cards: int) -> None:
    """Draw master cards as large as four to a page can be: they are read through a camera."""
    for place, number in enumerate(numbers):
        box = page.at(LEFT, TOP + place * MASTER_HEIGHT)
        box.text(0, 10.5, str(number), 38, font=BOLD)
        box.text(WIDE_WIDTH, 6, _("Master card"), 11, align="right", font=BOLD)
        box.text(WIDE_WIDTH, 10.5, _("The same in every series"), 9, align="right")
        box.grid(0, 13, WIDE_WIDTH, 51, face_rows(order.matrix, number))
    _foot(page, f"{order.hall} · {_matrix(order)}", _number_of_sheet(order, of_cards))


def _matrix(order: Order) -> str:
    return _("Matrix {name} · {proof}").format(name=order.matrix_name, proof=order.matrix[:16])


def _index(page: Pen, order: Order, sheet: int) -> None:
    """Say on which sheet each card is: forty lines to a column, two columns to a page."""
    page.text(LEFT, 20, _("Book of master cards"), 24, font=BOLD)
    cards = _("Cards {first} to {last}").format(first=order.first, last=order.last)
    page.text(LEFT, 27, f"{order.hall} · {_matrix(order)} · {cards}", 11, width=WIDE_WIDTH)
    words = _("A card's face is that of its number in every series of this matrix, whatever letter the series bears.")
    page.text(LEFT, 33, words, 11, width=WIDE_WIDTH)
    lines = order.index_lines()[(sheet - 1) * INDEX_LINES : sheet * INDEX_LINES]
    for place, (first, last, of_cards) in enumerate(lines):
        column, row = divmod(place, INDEX_LINES // 2)
        left, baseline = LEFT + column * 98, 44 + row * 6
        end = min(of_cards + 4, order.card_sheets)
        page.text(left, baseline, _("Cards {first} to {last}").format(first=first, last=last), 12, font=BOLD)
        sheets = _("sheets {first} to {last}").format(first=of_cards, last=end)
        page.text(left + 92, baseline, sheets, 12, align="right")
    foot = _("Index {sheet} of {sheets}").format(sheet=sheet, sheets=order.index_sheets)
    _foot(page, order.hall, foot)


SHEETS: Final = {Kind.SINGLE: _single, Kind.DOUBLE: _double, Kind.STRIP: _strip, Kind.BOOK: _book}

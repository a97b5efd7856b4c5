"""
A face: what is printed on one part of a card, 15 numbers in 3 rows and 9 columns.

A set of numbers is one Python int, its mask: bit n-1 stands for number n. A face is its three row masks.
The column of a number is its ten (1-9, 10-19, ... 80-90); within a column numbers grow downward.
The face knows no card number: card N shows face N of its matrix in every series (O79 33.4).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LAST_NUMBER = 90
ROWS = 3
COLUMNS = 9
NUMBERS_A_ROW = 5
NUMBERS_A_CARD = ROWS * NUMBERS_A_ROW
ALL_NUMBERS = (1 << LAST_NUMBER) - 1
COLUMN_RANGES = (
    range(1, 10),
    *(range(10 * ten, 10 * ten + 10) for ten in range(1, 8)),
    range(80, 91),
)


class BadFace(ValueError):
    """
    What was given is no face of a card, or may not stand in a matrix.

    `code` is one of: shape, range, row-size, repeated, cell, column-empty, column-order (all of one face)
    and same-numbers (two faces of a matrix hold the same 15 numbers).
    """

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Face:
    """
    The face of a card, top row first. Nothing is checked here; `check_face` does.

    Args:
        rows: Three masks of 90 bits, bit n-1 for number n.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """

    rows: tuple[int, int, int]

    @property
    def mask(self) -> int:
        """All numbers of the face as one mask of 90 bits."""
        top, middle, bottom = self.rows
        return top | middle | bottom

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the face, ascending; 15 of them, 1-90, if the face is valid."""
        return mask_to_numbers(self.mask)

    def grid(self) -> tuple[tuple[int, ...], ...]:
        """
        Lay the face out as it is printed.

        Returns:
            3 rows of 9 numbers, 0 where the cell is blank. The face must be valid.

        Source:
            Catálogo (BOE-A-1979-25744), bingo I.
        """
        grid = [[0] * COLUMNS for _ in range(ROWS)]
        for cells, row in zip(grid, self.rows, strict=True):
            for number in mask_to_numbers(row):
                cells[column_of(number)] = number
        return tuple(tuple(cells) for cells in grid)


def column_of(number: int) -> int:
    """
    Find the column in which a number is printed.

    Args:
        number: 1-90.

    Returns:
        0-8; 90 stands with the eighties.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I: nine columns (whose numbers are the custom of the trade).
    """
    return min(number // 10, COLUMNS - 1)


def numbers_to_mask(numbers: Iterable[int]) -> int:
    """
    Write a set of numbers as a mask; a number given twice counts once.

    Args:
        numbers: Each 1-90, in any order.

    Returns:
        A mask of 90 bits, bit n-1 for number n.

    Raises:
        ValueError: A number is not 1-90.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    mask = 0
    for number in numbers:
        if not 1 <= number <= LAST_NUMBER:
            raise ValueError(f"{number} is not a number from 1 to {LAST_NUMBER}")
        mask |= 1 << (number - 1)
    return mask


def mask_to_numbers(mask: int) -> tuple[int, ...]:
    """
    Read the numbers of a mask, ascending.

    Args:
        mask: Not negative; bit n-1 for number n.

    Returns:
        One number per bit set, ascending.

    Raises:
        ValueError: The mask is negative, which no set of numbers is.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    if mask < 0:
        raise ValueError("a mask is not negative")
    numbers = []
    while mask:
        lowest = mask & -mask
        numbers.append(lowest.bit_length())
        mask ^= lowest
    return tuple(numbers)


def check_face(face: Face) -> None:
    """
    Refuse what is not the face of a card.

    Args:
        face: Any three ints as rows.

    Raises:
        BadFace: Code shape (not three rows), range (a number outside 1-90), row-size (a row without 5
            numbers), repeated (a number in two rows), cell (two numbers in one cell), column-empty
            (a column without numbers) or column-order (numbers of a column not growing downward).

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    if len(face.rows) != ROWS:
        raise BadFace("shape", f"{len(face.rows)} rows instead of {ROWS}")
    for place, row in enumerate(face.rows, start=1):
        if not 0 <= row <= ALL_NUMBERS:
            raise BadFace("range", f"row {place} holds a number outside 1-{LAST_NUMBER}")
        if row.bit_count() != NUMBERS_A_ROW:
            raise BadFace("row-size", f"row {place} has {row.bit_count()} numbers")
    if face.mask.bit_count() != NUMBERS_A_CARD:
        raise BadFace("repeated", "a number stands in two rows")
    for column in range(COLUMNS):
        _check_column(face, column)


def _check_column(face: Face, column: int) -> None:
    ten = numbers_to_mask(COLUMN_RANGES[column])
    cells = [mask_to_numbers(row & ten) for row in face.rows]
    if any(len(cell) > 1 for cell in cells):
        raise BadFace("cell", f"two numbers share a cell of column {column + 1}")
    numbers = [cell[0] for cell in cells if cell]
    if not numbers:
        raise BadFace("column-empty", f"column {column + 1} has no number")
    if numbers != sorted(numbers):
        raise BadFace("column-order", f"column {column + 1} does not grow downward: {numbers}")

"""
Many faces at once, as numpy arrays: the same faces, ranks and order as `sessions.rules.ranking`.

An array of row masks has shape (faces, 3 rows, 3 words): bit b of word w of a row stands for number 32 w + b + 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from sessions.rules.cards import COLUMN_RANGES, COLUMNS, LAST_NUMBER, ROWS, Face, check_face
from sessions.rules.ranking import first_ranks, layouts_of, patterns, subsets_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Faces in one go: few enough for the processor's cache, many enough to hide numpy's overhead.
_BATCH = 8192
_MASK_BYTES = 12
_FACE_BYTES = 3 * _MASK_BYTES
_WORD_BITS = 32
_MOST_LAYOUTS = 1710
# The three row choices of a column with one number, and with two, are counted 0, 1, 2; with three there is one.
_CHOICE_DIGITS = {1: 0, 2: 1, 4: 2, 3: 0, 5: 1, 6: 2, 7: 0}
# What one column holds, in one number: its size less one, the digit of its row choice, the place of its subset.
_DIGIT = 1 << 8
_SIZE = 4 * _DIGIT


def row_masks_of_ranks(ranks: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """
    Read the faces of many ranks at once; the same faces as `face_of`.

    Args:
        ranks: One dimension, each 0 to TOTAL-1.

    Returns:
        Shape (len(ranks), 3 rows, 3 words): bit b of word w of a row stands for number 32 w + b + 1.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    import numpy as np

    masks = np.empty((len(ranks), 3, 3), dtype=np.uint32)
    for start in range(0, len(ranks), _BATCH):
        masks[start : start + _BATCH] = _unrank(ranks[start : start + _BATCH])
    return masks


def ranks_of_row_masks(masks: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """
    Find the ranks of many faces at once, the inverse of `row_masks_of_ranks`; so it also proves the faces.

    Args:
        masks: Shape (faces, 3 rows, 3 words).

    Returns:
        One dimension, the rank of each face.

    Raises:
        BadFace: One is not the face of a card.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    import numpy as np

    ranks = np.empty(len(masks), dtype=np.uint64)
    for start in range(0, len(masks), _BATCH):
        batch = masks[start : start + _BATCH]
        found, sound = _rank(batch)
        for place in np.flatnonzero(~sound):
            check_face(Face(_rows(batch[place])))
        ranks[start : start + _BATCH] = found
    return ranks


def set_identities(ranks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """
    Number the sets of 15 numbers: equal for two faces exactly when they hold the same numbers.

    Args:
        ranks: The ranks of faces.

    Returns:
        One number below 2^53 a face.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    tables = _tables()
    places, _, rest = _parts(ranks)
    identities: NDArray[np.uint64] = tables["first_sets"][places] + rest
    return identities


def layout_identities(ranks: NDArray[np.uint64]) -> NDArray[np.int64]:
    """
    Number the layouts (which of the 27 cells are filled): equal for two faces exactly when they look alike.

    Args:
        ranks: The ranks of faces.

    Returns:
        One number a face; there are 735,210 layouts.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    import numpy as np

    places, layouts, _ = _parts(ranks)
    identities: NDArray[np.int64] = places * np.int64(_MOST_LAYOUTS) + layouts.astype(np.int64)
    return identities


def print_faces(subsets: NDArray[np.int64], layouts: NDArray[np.int64]) -> NDArray[np.uint32]:
    """
    Print faces from the numbers of their columns and their layouts.

    Args:
        subsets: Shape (9 columns, faces): masks of each column's own numbers, bit 0 its first; 15 numbers a face.
        layouts: One dimension: a place in `layouts_of` the number of the face's full columns.

    Returns:
        Shape (faces, 3 rows, 3 words).

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    import numpy as np

    inverse = _inverse_tables()
    code = np.zeros(len(layouts), dtype=np.int64)
    for column in range(COLUMNS):
        code = code * 3 + inverse["sizes"][subsets[column]] - 1
    places = inverse["patterns"][code]
    rows = _layout_rows(places, layouts)
    masks = np.zeros((len(layouts), ROWS * 3), dtype=np.uint32)
    for column in range(COLUMNS):
        _column_tables(column).print_into(masks, rows, places, inverse["subsets"][column].take(subsets[column]))
    return masks.reshape(-1, ROWS, 3)


def _parts(ranks: NDArray[np.uint64]) -> tuple[NDArray[np.intp], NDArray[np.uint64], NDArray[np.uint64]]:
    """Take ranks apart: the pattern's place, the layout within it, and which numbers."""
    import numpy as np

    tables = _tables()
    places = np.searchsorted(tables["first_ranks"], ranks, side="right") - 1
    layouts, rest = np.divmod(ranks - tables["first_ranks"][places], tables["sets"][places])
    return places, layouts, rest


@cache
def _tables() -> dict[str, NDArray[Any]]:
    import numpy as np

    layouts = [layouts_of(threes) for threes in range(4)]
    starts = np.cumsum([0, *map(len, layouts)])
    return {
        "first_ranks": np.array(first_ranks(), dtype=np.uint64),
        "sets": np.array([pattern.sets for pattern in patterns()], dtype=np.uint64),
        "first_sets": np.cumsum([0, *(pattern.sets for pattern in patterns())], dtype=np.uint64),
        "threes": np.array([pattern.threes for pattern in patterns()], dtype=np.intp),
        "first_layouts": np.array([starts[pattern.threes] for pattern in patterns()], dtype=np.int64),
        "layouts": np.concatenate([np.array(some, dtype=np.int64).ravel() for some in layouts]),
    }


@dataclass(frozen=True, slots=True)
class _ColumnTables:
    """What one column needs: all tables have one dimension and are read by `take`, which is much the fastest."""

    subsets: NDArray[np.uint64]
    """By pattern: how many subsets the column has."""
    slots: NDArray[np.int64]
    """By pattern: the column's slot in a layout."""
    begins: NDArray[np.int64]
    """By row choice (1-7): where its subsets' row masks begin."""
    words: NDArray[np.uint32]
    """Nine words of row masks an entry."""

    def print_into(
        self,
        masks: NDArray[np.uint32],
        rows: NDArray[np.int64],
        places: NDArray[np.int64],
        subsets: NDArray[np.int64],
    ) -> None:
        """Add the column's numbers to the masks of the faces."""
        choices = _tables()["layouts"].take(rows + self.slots.take(places))
        masks |= self.words.take(self.begins.take(choices) + subsets, axis=0)


@cache
def _column_tables(column: int) -> _ColumnTables:
    import numpy as np

    begins = [0]
    table = bytearray()
    for choice in range(1, 8):
        begins.append(len(table) // _FACE_BYTES)
        for subset in subsets_of(column, choice.bit_count()):
            numbers = iter(subset)
            rows = [1 << (next(numbers) - 1) if choice >> row & 1 else 0 for row in range(3)]
            table += b"".join(row.to_bytes(_MASK_BYTES, "little") for row in rows)
    return _ColumnTables(
        subsets=np.array([pattern.subsets[column] for pattern in patterns()], dtype=np.uint64),
        slots=np.array([pattern.slots[column] for pattern in patterns()], dtype=np.int64),
        begins=np.array(begins, dtype=np.int64),
        words=np.frombuffer(bytes(table), dtype="<u4").astype(np.uint32).reshape(-1, ROWS * 3),
    )


def _unrank(ranks: NDArray[np.uint64]) -> NDArray[np.uint32]:
    import numpy as np

    places, layout_index, rest = _parts(ranks)
    rows = _layout_rows(places, layout_index.astype(np.int64))
    masks = np.zeros((len(ranks), ROWS * 3), dtype=np.uint32)
    for column in reversed(range(COLUMNS)):
        tables = _column_tables(column)
        # Slower than divmod to read, four times faster to run.
        subsets = tables.subsets.take(places)
        quotient = rest // subsets
        tables.print_into(masks, rows, places, (rest - quotient * subsets).astype(np.int64))
        rest = quotient
    return masks.reshape(-1, ROWS, 3)


def _layout_rows(places: NDArray[np.int64], layouts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Tell where the row choices of each face begin in the flat table of layouts."""
    rows: NDArray[np.int64] = (_tables()["first_layouts"].take(places) + layouts) * COLUMNS
    return rows


def _rank(masks: NDArray[np.uint32]) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Give the ranks, and which of them are true: the others are of what is no face."""
    import numpy as np

    tables, inverse = _tables(), _inverse_tables()
    words = np.ascontiguousarray(masks.transpose(2, 1, 0)).astype(np.int64)
    sound = ~np.any(words[2] >> (LAST_NUMBER - 2 * _WORD_BITS), axis=0)
    digits, subsets = [], []
    code = np.zeros(len(masks), dtype=np.int64)
    for column in range(COLUMNS):
        cell = inverse["cells"][column][_cells(words, column)]
        sound &= cell >= 0
        size, digit, subset = cell // _SIZE, cell // _DIGIT % 4, cell % _DIGIT
        code = code * 3 + size
        digits.append(digit)
        subsets.append(subset)
    places = inverse["patterns"][np.where(sound, code, 0)]
    key = np.zeros(len(masks), dtype=np.int64)
    subset_index = np.zeros(len(masks), dtype=np.uint64)
    for column in range(COLUMNS):
        of_column = _column_tables(column)
        key += digits[column] * inverse["powers"].take(of_column.slots.take(places))
        subset_index = subset_index * of_column.subsets.take(places) + subsets[column].astype(np.uint64)
    layouts = inverse["layouts"][tables["threes"][places], np.where(sound, key, 0)]
    sound &= (places >= 0) & (layouts >= 0)
    ranks = tables["first_ranks"][places] + layouts.astype(np.uint64) * tables["sets"][places]
    return ranks + subset_index, sound


def _cells(words: NDArray[np.int64], column: int) -> NDArray[np.int64]:
    """Read a column: base 13, a digit a row, 0 a blank cell, 12 more than one number in it."""
    ten = COLUMN_RANGES[column]
    word, shift = divmod(ten.start - 1, _WORD_BITS)
    rows = words[word] >> shift
    if shift + len(ten) > _WORD_BITS:
        rows = rows | words[word + 1] << (_WORD_BITS - shift)
    places = _inverse_tables()["places"][rows & ((1 << len(ten)) - 1)]
    cells: NDArray[np.int64] = (places[0] * 13 + places[1]) * 13 + places[2]
    return cells


def _rows(masks: NDArray[np.uint32]) -> tuple[int, int, int]:
    top, middle, bottom = (
        sum(int(word) << (_WORD_BITS * place) for place, word in enumerate(row)) for row in masks.tolist()
    )
    return top, middle, bottom


@cache
def _inverse_tables() -> dict[str, NDArray[Any]]:
    import numpy as np

    cells = range(1 << len(COLUMN_RANGES[-1]))
    patterns_by_code = np.full(3**COLUMNS, -1, dtype=np.int64)
    for place, pattern in enumerate(patterns()):
        patterns_by_code[int("".join(str(size - 1) for size in pattern.sizes), 3)] = place
    powers = 3 ** np.arange(COLUMNS, dtype=np.int64)
    layouts = np.full((4, 3**COLUMNS), -1, dtype=np.int64)
    for threes in range(4):
        for place, layout in enumerate(layouts_of(threes)):
            key = sum(3**slot * _CHOICE_DIGITS[choice] for slot, choice in enumerate(layout))
            layouts[threes, key] = place
    return {
        "patterns": patterns_by_code,
        "powers": powers,
        "layouts": layouts,
        "cells": np.array([_cell_table(column) for column in range(COLUMNS)]),
        "places": np.array([12 if cell & (cell - 1) else cell.bit_length() for cell in cells]),
        "sizes": np.array([cell.bit_count() for cell in cells]),
        "subsets": np.array([_subset_places(column) for column in range(COLUMNS)]),
    }


def _cell_table(column: int) -> list[int]:
    """Give, for each way to fill a column's three cells, its size, row choice and subset; -1 if no card has it."""
    table = [-1] * 13**ROWS
    first = COLUMN_RANGES[column].start - 1
    for choice, digit in _CHOICE_DIGITS.items():
        size = choice.bit_count()
        for index, subset in enumerate(subsets_of(column, size)):
            numbers = iter(subset)
            cells = [next(numbers) - first if choice >> row & 1 else 0 for row in range(ROWS)]
            table[(cells[0] * 13 + cells[1]) * 13 + cells[2]] = (size - 1) * _SIZE + digit * _DIGIT + index
    return table


def _subset_places(column: int) -> list[int]:
    """Give the place of each subset of a column's numbers, a mask of 11 bits, among those of its size."""
    table = [-1] * (1 << len(COLUMN_RANGES[-1]))
    first = COLUMN_RANGES[column].start
    for size in (1, 2, 3):
        for index, subset in enumerate(subsets_of(column, size)):
            table[sum(1 << (number - first) for number in subset)] = index
    return table

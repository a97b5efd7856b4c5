"""
Every face has a rank, a whole number from 0 to TOTAL-1, and every rank is a face.

So a face is drawn by drawing a number, exactly uniformly. From the most to the least significant part a rank
says: how many numbers each column holds (patterns in lexicographic order, each as wide as the faces it has),
in which rows they stand (layout), and which numbers of the column they are (one subset a column, column 1
first). The order is frozen: a rank written down today is the same face for ever.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations, product
from math import comb, prod
from typing import TYPE_CHECKING

from sessions.rules.cards import COLUMN_RANGES, COLUMNS, NUMBERS_A_CARD, Face, check_face, column_of
from sessions.rules.uniform import OS_BITS, WORD_BYTES, word_array, words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sessions.rules.uniform import Bits

RANK_BITS = 62
_SPARE_BITS = 8 * WORD_BYTES - RANK_BITS

# The rows a column fills are three bits, 1 the top row; these are the choices for 1, 2 and 3 numbers.
_ROW_CHOICES = {1: (1, 2, 4), 2: (3, 5, 6), 3: (7,)}
# The same three bits spread to four bits a row, so that one sum counts the three rows at once.
_SPREAD = tuple((bits & 1) | (bits & 2) << 3 | (bits & 4) << 6 for bits in range(8))
# With two added, a row of six or more shows as the eight of its four bits.
_TWO_A_ROW = 0x222
_EIGHT_A_ROW = 0x888
# Columns with two numbers are laid out first, then those with one, then those with three (no choice there).
_SLOT_ORDER = {2: 0, 1: 1, 3: 2}


@dataclass(frozen=True, slots=True)
class Pattern:
    """How many numbers each of the nine columns holds (1-3), and the slot each column has in a layout."""

    sizes: tuple[int, ...]
    slots: tuple[int, ...]
    subsets: tuple[int, ...]

    @property
    def threes(self) -> int:
        """How many columns hold three numbers, 0-3: all that the number of layouts depends on."""
        return self.sizes.count(3)

    @property
    def sets(self) -> int:
        """How many sets of 15 numbers fall into this pattern."""
        return prod(self.subsets)

    @property
    def faces(self) -> int:
        """How many faces have this pattern."""
        return self.sets * len(layouts_of(self.threes))


@cache
def layouts_of(threes: int) -> tuple[tuple[int, ...], ...]:
    """
    List the ways to place a card's numbers in rows, five a row.

    Args:
        threes: How many columns hold three numbers, 0-3.

    Returns:
        Layouts of nine row choices by slot (three bits, 1 = top row), in lexicographic order: 1,710, 639,
        240 or 90 of them.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    twos = NUMBERS_A_CARD - COLUMNS - 2 * threes
    slots = [2] * twos + [1] * (COLUMNS - twos - threes) + [3] * threes
    partial: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for size in slots:
        partial = [
            ((*layout, bits), filled + _SPREAD[bits])
            for layout, filled in partial
            for bits in _ROW_CHOICES[size]
            if not filled + _SPREAD[bits] + _TWO_A_ROW & _EIGHT_A_ROW
        ]
    # 15 numbers in three rows of at most five: every row left has exactly five.
    return tuple(layout for layout, _ in partial)


@cache
def patterns() -> tuple[Pattern, ...]:
    """
    List the ways to spread 15 numbers over nine columns, 1-3 a column.

    Returns:
        1,554 patterns in lexicographic order of their sizes.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    found = []
    for sizes in product((1, 2, 3), repeat=COLUMNS):
        if sum(sizes) == NUMBERS_A_CARD:
            order = sorted(range(COLUMNS), key=lambda column: _SLOT_ORDER[sizes[column]])
            slots = tuple(order.index(column) for column in range(COLUMNS))
            subsets = tuple(comb(len(ten), size) for ten, size in zip(COLUMN_RANGES, sizes, strict=True))
            found.append(Pattern(sizes, slots, subsets))
    return tuple(found)


@cache
def first_ranks() -> tuple[int, ...]:
    """
    Tell where each pattern's ranks begin.

    Returns:
        1,555 ranks, ascending: the first of each pattern, and at the end the number of all faces.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    return tuple(accumulate((pattern.faces for pattern in patterns()), initial=0))


@cache
def subsets_of(column: int, size: int) -> tuple[tuple[int, ...], ...]:
    """
    List the subsets of a column's numbers.

    Args:
        column: 0-8.
        size: 1-3.

    Returns:
        All subsets of that size, each ascending, in lexicographic order.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    return tuple(combinations(COLUMN_RANGES[column], size))


TOTAL = first_ranks()[-1]


def face_of(rank: int) -> Face:
    """
    Read the face that a rank stands for.

    Args:
        rank: 0 to TOTAL-1, both included.

    Returns:
        The face; different ranks are different faces.

    Raises:
        ValueError: The rank is out of range.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    if not 0 <= rank < TOTAL:
        raise ValueError(f"a rank is from 0 to {TOTAL - 1}, not {rank}")
    place = bisect_right(first_ranks(), rank) - 1
    pattern = patterns()[place]
    layout_index, rest = divmod(rank - first_ranks()[place], pattern.sets)
    layout = layouts_of(pattern.threes)[layout_index]
    rows = [0, 0, 0]
    for column in reversed(range(COLUMNS)):
        rest, subset_index = divmod(rest, pattern.subsets[column])
        numbers = iter(subsets_of(column, pattern.sizes[column])[subset_index])
        bits = layout[pattern.slots[column]]
        for row in range(3):
            if bits >> row & 1:
                rows[row] |= 1 << (next(numbers) - 1)
    return Face((rows[0], rows[1], rows[2]))


def rank_of(face: Face) -> int:
    """
    Find the rank of a face; the inverse of `face_of`.

    Args:
        face: Any face.

    Returns:
        0 to TOTAL-1.

    Raises:
        BadFace: It is not the face of a card.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    check_face(face)
    columns: list[list[int]] = [[] for _ in range(COLUMNS)]
    bits = [0] * COLUMNS
    for number in face.numbers:
        columns[column_of(number)].append(number)
        bits[column_of(number)] |= sum(1 << row for row in range(3) if face.rows[row] >> (number - 1) & 1)
    place = _pattern_places()[tuple(map(len, columns))]
    pattern = patterns()[place]
    layout = [0] * COLUMNS
    subset_index = 0
    for column, numbers in enumerate(columns):
        layout[pattern.slots[column]] = bits[column]
        subset_index *= pattern.subsets[column]
        subset_index += _subset_places(column, len(numbers))[tuple(numbers)]
    layout_index = _layout_places(pattern.threes)[tuple(layout)]
    return first_ranks()[place] + layout_index * pattern.sets + subset_index


def pattern_of(sizes: tuple[int, ...]) -> Pattern:
    """
    Find the pattern of a card by how many numbers its columns hold.

    Args:
        sizes: Nine sizes of 1-3, 15 in all.

    Returns:
        The one of `patterns()`.

    Raises:
        KeyError: No card has such columns.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    return patterns()[_pattern_places()[sizes]]


@cache
def _pattern_places() -> dict[tuple[int, ...], int]:
    return {pattern.sizes: place for place, pattern in enumerate(patterns())}


@cache
def _layout_places(threes: int) -> dict[tuple[int, ...], int]:
    return {layout: place for place, layout in enumerate(layouts_of(threes))}


@cache
def _subset_places(column: int, size: int) -> dict[tuple[int, ...], int]:
    return {subset: place for place, subset in enumerate(subsets_of(column, size))}


def random_ranks(count: int, bits: Bits = OS_BITS) -> list[int]:
    """
    Draw ranks independently, each exactly uniform over all faces.

    62 random bits above the last rank are thrown away and drawn again: a remainder or a scaled fraction
    would favour some faces.

    Args:
        count: How many, 0 or more.
        bits: Where random bits come from; cards that are sold need the system's.

    Returns:
        `count` ranks in the order drawn, each 0 to TOTAL-1. Two may be equal, as in any fair draw.

    Raises:
        ValueError: The count is negative, or the source gave another number of bytes than asked.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    if count < 0:
        raise ValueError("a count of ranks is not negative")
    ranks: list[int] = []
    while len(ranks) < count:
        tried = [word >> _SPARE_BITS for word in words(bits, _tries(count - len(ranks)))]
        ranks += [rank for rank in tried if rank < TOTAL]
    return ranks[:count]


def rank_array(count: int, bits: Bits = OS_BITS) -> NDArray[np.uint64]:
    """
    Draw ranks as `random_ranks` does, into an array of unsigned 64-bit words.

    Args:
        count: How many, 0 or more.
        bits: Where random bits come from.

    Returns:
        One dimension, `count` ranks in the order drawn.

    Raises:
        ValueError: As `random_ranks`.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    import numpy as np

    if count < 0:
        raise ValueError("a count of ranks is not negative")
    ranks = np.empty(0, dtype=np.uint64)
    while len(ranks) < count:
        tried = word_array(bits, _tries(count - len(ranks))) >> np.uint64(_SPARE_BITS)
        ranks = np.concatenate([ranks, tried[tried < np.uint64(TOTAL)]])
    return ranks[:count]


def _tries(missing: int) -> int:
    # One word in five is thrown away; a third more than needed mostly spares a second round.
    return missing * 4 // 3 + 8

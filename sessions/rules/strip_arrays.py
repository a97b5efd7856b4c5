"""
Many strips at once, as numpy arrays: every ordered strip exactly as likely as any other, as in `sessions.rules.strips`.

The counts have up to 259 bits, the words 64. A word is the beginning of a number between 0 and 1 with endless binary
places; it is compared with the bounds of the moves, cut to 64 bits. Only where word and bound are equal do later
places matter (about once in 10^18 moves): there more bits are drawn and compared exactly. So nothing is rounded.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from sessions.rules.cards import COLUMN_RANGES, COLUMNS
from sessions.rules.face_arrays import print_faces
from sessions.rules.ranking import layouts_of
from sessions.rules.strips import CARDS_A_STRIP, ORDERS, deals_of, levels, splits_of, starts_of, subsets_within
from sessions.rules.uniform import OS_BITS, WORD_BYTES, below, taken, word_array

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sessions.rules.uniform import Bits

# Strips in one go: few enough for the processor's cache, many enough to hide numpy's overhead.
_BATCH = 2048
_WORD_BITS = 8 * WORD_BYTES
# No node has more moves than splits, 126.
_SEARCH_STEPS = (64, 32, 16, 8, 4, 2, 1)


def strip_row_masks(count: int, bits: Bits = OS_BITS) -> NDArray[np.uint32]:
    """
    Draw strips independently, each exactly as likely as any other.

    Args:
        count: How many, 0 or more.
        bits: Where random bits come from; cards that are sold need the system's.

    Returns:
        Shape (count, 6 cards, 3 rows, 3 words): bit b of word w of a row stands for number 32 w + b + 1.

    Raises:
        ValueError: The source gave another number of bytes than asked.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I, and O. 28-2-1979 (BOE-A-1979-8058).
    """
    import numpy as np

    masks = np.empty((count, CARDS_A_STRIP, 3, 3), dtype=np.uint32)
    for start in range(0, count, _BATCH):
        size = min(_BATCH, count - start)
        masks[start : start + size] = _draw(size, bits)
    return masks


def _draw(count: int, bits: Bits) -> NDArray[np.uint32]:
    import numpy as np

    nodes = np.zeros(count, dtype=np.int64)
    cards = np.tile(np.arange(CARDS_A_STRIP), (count, 1))
    subsets = np.empty((COLUMNS, count, CARDS_A_STRIP), dtype=np.int64)
    for column in range(COLUMNS):
        tables = _level_tables(column)
        moves = choose(column, nodes, bits)
        splits = tables.split[moves]
        dealt = _deal(column, splits, below(tables.deals[splits], bits))
        np.put_along_axis(subsets[column], cards, dealt, axis=1)
        cards = np.take_along_axis(cards, tables.orders[tables.order[moves]], axis=1)
        nodes = tables.target[moves]
    flat = subsets.reshape(COLUMNS, -1)
    threes = (_subset_tables()["sizes"][flat] == 3).sum(axis=0)  # noqa: PLR2004 - a full column
    limits = np.array([len(layouts_of(full)) for full in range(4)])[threes]
    return print_faces(flat, below(limits, bits)).reshape(count, CARDS_A_STRIP, 3, 3)


def _deal(column: int, splits: NDArray[np.int64], deals: NDArray[np.int64]) -> NDArray[np.int64]:
    """Deal a column's numbers out to six cards: shape (strips, 6), masks of the column's numbers."""
    import numpy as np

    tables = _subset_tables()
    sizes = np.array(splits_of(column))[splits]
    dealt = np.empty(sizes.shape, dtype=np.int64)
    left = np.full(len(splits), (1 << len(COLUMN_RANGES[column])) - 1)
    for place in range(CARDS_A_STRIP):
        size = sizes[:, place]
        deals, choice = np.divmod(deals, tables["counts"][left, size])
        dealt[:, place] = tables["subsets"][tables["begins"][left, size] + choice]
        left ^= dealt[:, place]
    return dealt


def choose(column: int, nodes: NDArray[np.int64], bits: Bits) -> NDArray[np.int64]:
    """
    Draw a move of each node, each as likely as it has ways to go on.

    Args:
        column: 0-8.
        nodes: Nodes of that column's level.
        bits: Where random bits come from.

    Returns:
        The moves, as places in the level's arrays.

    Raises:
        ValueError: The source gave another number of bytes than asked.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I, and O. 28-2-1979 (BOE-A-1979-8058).
    """
    import numpy as np

    tables = _level_tables(column)
    words = word_array(bits, len(nodes))
    firsts, ends = tables.begins[nodes], tables.begins[nodes + 1]
    moves = firsts.copy()
    for step in _SEARCH_STEPS:
        probe = moves + step
        fits = probe < ends
        fits &= tables.bounds[np.where(fits, probe, moves)] <= words
        moves += step * fits
    for place in np.flatnonzero((tables.bounds[moves] == words) & (moves > firsts)):
        moves[place] = firsts[place] + _resolve(column, int(nodes[place]), int(words[place]), bits)
    return moves


def _resolve(column: int, node: int, word: int, bits: Bits) -> int:
    """Draw more binary places until it is sure between which bounds the number lies."""
    starts = starts_of(column, node)
    number, places = word, _WORD_BITS
    while True:
        lowest = bisect_right(starts, number * starts[-1] >> places)
        highest = bisect_right(starts, ((number + 1) * starts[-1] - 1) >> places)
        if lowest == highest:
            return lowest - 1
        number = number << _WORD_BITS | int.from_bytes(taken(bits, WORD_BYTES), "little")
        places += _WORD_BITS


@dataclass(frozen=True, slots=True)
class _LevelTables:
    begins: NDArray[np.int64]
    bounds: NDArray[np.uint64]
    split: NDArray[np.int64]
    target: NDArray[np.int64]
    order: NDArray[np.int64]
    orders: NDArray[np.int64]
    deals: NDArray[np.int64]


@cache
def _level_tables(column: int) -> _LevelTables:
    import numpy as np

    level = levels()[column]
    bounds: list[int] = []
    for node in range(len(level.begins) - 1):
        *starts, total = starts_of(column, node)
        # A move that begins at the very end has no ways: no number reaches it, and the exact comparison says so.
        bounds += [min((start << _WORD_BITS) // max(total, 1), 2**_WORD_BITS - 1) for start in starts]
    return _LevelTables(
        begins=np.array(level.begins, dtype=np.int64),
        bounds=np.array(bounds, dtype=np.uint64),
        split=np.array(level.split, dtype=np.int64),
        target=np.array(level.target, dtype=np.int64),
        order=np.array(level.order, dtype=np.int64),
        orders=np.array(ORDERS, dtype=np.int64),
        deals=np.array(deals_of(column), dtype=np.int64),
    )


@cache
def _subset_tables() -> dict[str, NDArray[Any]]:
    """Give, for each set of a column's numbers and each size, where its subsets begin and how many there are."""
    import numpy as np

    every = 1 << len(COLUMN_RANGES[-1])
    begins, counts = np.zeros((2, every, 4), dtype=np.int64)
    subsets: list[int] = []
    for numbers in range(every):
        for size in (1, 2, 3):
            begins[numbers, size] = len(subsets)
            subsets += subsets_within(numbers, size)
            counts[numbers, size] = len(subsets) - begins[numbers, size]
    sizes = np.array([numbers.bit_count() for numbers in range(every)])
    return {"begins": begins, "counts": counts, "subsets": np.array(subsets), "sizes": sizes}

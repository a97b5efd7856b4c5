"""
Strips: six cards, in order, which together hold the numbers 1 to 90 once each.

Every strip has a rank, a whole number from 0 to strip_count()-1, and every rank is a strip, so a strip is drawn by
drawing a number, exactly uniformly. The strips are counted column by column. A card's state before a column is the
numbers it holds beyond one a column, and how many of its columns are full (three numbers): its layouts depend on
nothing else. What six cards in these states can still become does not depend on their order, so states are sorted
and counted once. From the most to the least significant part a rank says, column by column, how many numbers each
card takes; then the six layouts; then, from the last column to the first, which numbers.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations, pairwise, permutations, product
from math import factorial, prod
from operator import add
from typing import TYPE_CHECKING

from sessions.rules.cards import ALL_NUMBERS, COLUMN_RANGES, COLUMNS, LAST_NUMBER, NUMBERS_A_CARD, Face
from sessions.rules.ranking import layouts_of, pattern_of
from sessions.rules.uniform import OS_BITS, taken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sessions.rules.uniform import Bits

CARDS_A_STRIP = 6
ORDERS = tuple(permutations(range(CARDS_A_STRIP)))
"""The orders of six cards; a move names the one that sorts the states after it."""

# A card's state is 4 x (numbers beyond one a column) + full columns; a column of 1, 2 or 3 numbers adds this.
_ADDED = {1: 0, 2: 4, 3: 9}
_FULL = 4 * (NUMBERS_A_CARD - COLUMNS)
_LAST_STATE = _FULL + 3
# 259 bits, of which half are kept: the number of strips is a little more than 2^258.
_RANK_BITS = 259
_RANK_BYTES = -(-_RANK_BITS // 8)
_FIRST_BITS = tuple(ten.start - 1 for ten in COLUMN_RANGES)


@dataclass(frozen=True, slots=True)
class Level:
    """
    What may happen in one column: for each sorted state of six cards (a node), its moves.

    The moves of node i are begins[i] to begins[i+1]-1: `split` into `splits_of(column)`, `target` is a node of the
    next column, `order` into ORDERS. `ways_after` counts, by node of the next column, the ways to go on from there.
    """

    begins: array[int]
    split: array[int]
    target: array[int]
    order: array[int]
    ways_after: tuple[int, ...]


@cache
def splits_of(column: int) -> tuple[tuple[int, ...], ...]:
    """
    List how a column's numbers may be shared out among six cards, 1-3 a card.

    Args:
        column: 0-8.

    Returns:
        50 splits of the first column, 90 of the middle ones, 126 of the last, in lexicographic order.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I, and O. 28-2-1979 (BOE-A-1979-8058).
    """
    return tuple(
        split for split in product((1, 2, 3), repeat=CARDS_A_STRIP) if sum(split) == len(COLUMN_RANGES[column])
    )


@cache
def deals_of(column: int) -> tuple[int, ...]:
    """
    Count, for each split of a column, the ways to deal out the numbers.

    Args:
        column: 0-8.

    Returns:
        One count a split of `splits_of(column)`.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I, and O. 28-2-1979 (BOE-A-1979-8058).
    """
    all_orders = factorial(len(COLUMN_RANGES[column]))
    return tuple(all_orders // prod(map(factorial, split)) for split in splits_of(column))


@cache
def levels() -> tuple[Level, ...]:
    """
    Lay out all moves of all columns; takes a second or two, once in a process.

    Returns:
        Nine levels, one a column.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I, and O. 28-2-1979 (BOE-A-1979-8058).
    """
    order_places = {order: place for place, order in enumerate(ORDERS)}
    moves = []
    nodes: dict[tuple[int, ...], int] = {(0,) * CARDS_A_STRIP: 0}
    for column in range(COLUMNS):
        following: dict[tuple[int, ...], int] = {}
        begins, split, target, order = array("l", [0]), array("B"), array("H"), array("H")
        for states in nodes:
            for place, after in _moves_of(states, column):
                sorting = tuple(sorted(range(CARDS_A_STRIP), key=after.__getitem__))
                split.append(place)
                target.append(following.setdefault(tuple(sorted(after)), len(following)))
                order.append(order_places[sorting])
            begins.append(len(split))
        moves.append((begins, split, target, order))
        nodes = following
    ways = tuple(prod(len(layouts_of(state - _FULL)) for state in states) for states in nodes)
    found = []
    for column in reversed(range(COLUMNS)):
        begins, split, target, order = moves[column]
        deals = deals_of(column)
        found.append(Level(begins, split, target, order, ways))
        values = [deals[place] * ways[node] for place, node in zip(split, target, strict=True)]
        ways = tuple(sum(values[begin:end]) for begin, end in pairwise(begins))
    return tuple(reversed(found))


def _moves_of(states: tuple[int, ...], column: int) -> Iterator[tuple[int, list[int]]]:
    # A card may hold no more than 15 numbers, and the columns left must be able to bring it there.
    fewest = _FULL - 8 * (COLUMNS - 1 - column)
    for place, added in enumerate(_added_by(column)):
        after = list(map(add, states, added))
        if max(after) <= _LAST_STATE and min(after) >= fewest:
            yield place, after


@cache
def _added_by(column: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(_ADDED[size] for size in split) for split in splits_of(column))


def starts_of(column: int, node: int) -> tuple[int, ...]:
    """
    Tell where each move of a node begins among its ways.

    Args:
        column: 0-8.
        node: A node of that column's level.

    Returns:
        Ascending from 0, one more than the node has moves; the last is all its ways.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I, and O. 28-2-1979 (BOE-A-1979-8058).
    """
    level, deals = levels()[column], deals_of(column)
    moves = range(level.begins[node], level.begins[node + 1])
    widths = (deals[level.split[move]] * level.ways_after[level.target[move]] for move in moves)
    return tuple(accumulate(widths, initial=0))


_starts = cache(starts_of)


def strip_count() -> int:
    """
    Count the strips, their cards in order.

    Returns:
        About 4.68 x 10^77, a little more than 2^258.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I, and O. 28-2-1979 (BOE-A-1979-8058).
    """
    return _starts(0, 0)[-1]


def strip_of(rank: int) -> tuple[Face, ...]:
    """
    Read the strip that a rank stands for.

    Args:
        rank: 0 to strip_count()-1, both included.

    Returns:
        Six faces in order; together they hold 1-90 once each. Different ranks are different strips.

    Raises:
        ValueError: The rank is out of range.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I, and O. 28-2-1979 (BOE-A-1979-8058).
    """
    if not 0 <= rank < strip_count():
        raise ValueError(f"a rank of a strip is from 0 to {strip_count() - 1}, not {rank}")
    within, _ = _tables()
    subsets: list[list[int]] = [[] for _ in range(CARDS_A_STRIP)]
    cards = tuple(range(CARDS_A_STRIP))
    node = 0
    for column, level in enumerate(levels()):
        starts = _starts(column, node)
        place = bisect_right(starts, rank) - 1
        move = level.begins[node] + place
        split = level.split[move]
        rank, deal = divmod(rank - starts[place], deals_of(column)[split])
        left = (1 << len(COLUMN_RANGES[column])) - 1
        for card, size in zip(cards, splits_of(column)[split], strict=True):
            choices = within[left][size]
            deal, choice = divmod(deal, len(choices))
            subset = choices[choice]
            subsets[card].append(subset)
            left ^= subset
        cards = tuple([cards[place] for place in ORDERS[level.order[move]]])
        node = level.target[move]
    faces = []
    for held in subsets:
        pattern = pattern_of(tuple([subset.bit_count() for subset in held]))
        layouts = layouts_of(pattern.threes)
        rank, place = divmod(rank, len(layouts))
        layout = layouts[place]
        faces.append(_print([layout[slot] for slot in pattern.slots], held))
    return tuple(faces)


def _print(choices: list[int], subsets: list[int]) -> Face:
    _, rows = _tables()
    cells = 0
    for choice, subset, first in zip(choices, subsets, _FIRST_BITS, strict=True):
        cells |= rows[choice][subset] << first
    return Face((cells & ALL_NUMBERS, cells >> LAST_NUMBER & ALL_NUMBERS, cells >> 2 * LAST_NUMBER))


@cache
def _tables() -> tuple[list[list[tuple[int, ...]]], list[dict[int, int]]]:
    """Give the subsets of each set of a column's numbers by size, and the rows of each choice by subset."""
    every = range(1 << len(COLUMN_RANGES[-1]))
    within = [[subsets_within(numbers, size) for size in range(4)] for numbers in every]
    rows = [
        {numbers: _rows_of(choice, numbers) for numbers in every if numbers.bit_count() == choice.bit_count()}
        for choice in range(8)
    ]
    return within, rows


def subsets_within(numbers: int, size: int) -> tuple[int, ...]:
    """
    List the subsets of some numbers of a column, all of them masks of 11 bits.

    Args:
        numbers: The numbers to choose from.
        size: How many to choose, 1-3.

    Returns:
        All subsets of that size, in lexicographic order of their numbers.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I, and O. 28-2-1979 (BOE-A-1979-8058).
    """
    return tuple(sum(some) for some in combinations([1 << bit for bit in range(11) if numbers >> bit & 1], size))


def _rows_of(choice: int, subset: int) -> int:
    """Place a column's numbers, growing downward, in the rows of a choice; three row masks in one number."""
    rows = [row for row in range(3) if choice >> row & 1]
    bits = [bit for bit in range(11) if subset >> bit & 1]
    return sum(1 << (bit + row * LAST_NUMBER) for row, bit in zip(rows, bits, strict=True))


def random_strips(count: int, bits: Bits = OS_BITS) -> list[tuple[Face, ...]]:
    """
    Draw strips independently, each exactly as likely as any other.

    Args:
        count: How many, 0 or more.
        bits: Where random bits come from; cards that are sold need the system's.

    Returns:
        `count` strips in the order drawn.

    Raises:
        ValueError: The count is negative, or the source gave another number of bytes than asked.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I, and O. 28-2-1979 (BOE-A-1979-8058).
    """
    if count < 0:
        raise ValueError("a count of strips is not negative")
    total = strip_count()
    strips: list[tuple[Face, ...]] = []
    while len(strips) < count:
        # Half of the draws are beyond the last rank; they are thrown away, not folded back.
        tries = 2 * (count - len(strips)) + 8
        drawn = taken(bits, tries * _RANK_BYTES)
        for start in range(0, len(drawn), _RANK_BYTES):
            rank = int.from_bytes(drawn[start : start + _RANK_BYTES], "little") >> (8 * _RANK_BYTES - _RANK_BITS)
            if rank < total and len(strips) < count:
                strips.append(strip_of(rank))
    return strips

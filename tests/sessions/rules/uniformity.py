"""
Judges of drawn faces and strips: chi-square against shares counted here, by other ways than the generator counts.

A question gives the chance that a fair draw looks no better; where it is many (27 cells, 90 numbers), the least
of these chances times their number.
"""

from __future__ import annotations

from functools import cache, cached_property
from itertools import combinations, product
from math import comb, exp, lgamma, log

import numpy as np

SIZES = (9, 10, 10, 10, 10, 10, 10, 10, 11)
FIRSTS = (1, 10, 20, 30, 40, 50, 60, 70, 80)
FACES = 3_669_688_706_217_187_500
HALF_FILLED = [row for row in product((0, 1), repeat=9) if sum(row) == 5]
LEAST_EXPECTED = 5


def tail(statistic, freedom):
    """The chance that chi-square with so many degrees of freedom is at least this: 1 - the incomplete gamma."""
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        step = a
        while term > total * 1e-16:
            step += 1
            term *= x / step
            total += term
        return max(1 - scale * total, 0.0)
    low = x + 1 - a
    ratio, value = 1e300, 1 / low
    product_ = value
    for step in range(1, 100_000):
        numerator = -step * (step - a)
        low += 2
        value = 1 / (numerator * value + low)
        ratio = low + numerator / ratio
        factor = value * ratio
        product_ *= factor
        if abs(factor - 1) < 1e-14:
            break
    return scale * product_


def chance(seen, expected):
    """Chi-square of counts; those expected less than five times are put together. What cannot be must not be seen."""
    seen, expected = np.asarray(seen, dtype=float).ravel(), np.asarray(expected, dtype=float).ravel()
    assert abs(seen.sum() - expected.sum()) < 1e-6 * seen.sum()
    if seen[expected == 0].any():
        return 0.0
    order = np.argsort(-expected, kind="stable")
    groups = np.arange(len(order))
    often = np.count_nonzero(expected >= LEAST_EXPECTED)
    # Twice as much a group, so that none ends up below.
    groups[often:] = often + np.cumsum(expected[order[often:]]) // (2 * LEAST_EXPECTED)
    seen, expected = np.bincount(groups, seen[order]), np.bincount(groups, expected[order])
    if len(expected) > 1 and expected[-1] < LEAST_EXPECTED:
        seen, expected = np.append(seen[:-2], seen[-2:].sum()), np.append(expected[:-2], expected[-2:].sum())
    assert expected.min() >= LEAST_EXPECTED
    return tail(float(((seen - expected) ** 2 / expected).sum()), len(seen) - 1)


def least(chances):
    """Many questions as one."""
    chances = list(chances)
    return min(min(chances) * len(chances), 1.0)


@cache
def triples():
    """All pairs of rows, numbered by how full they leave the columns; all third rows; and the sizes of the columns."""
    tops = np.array(HALF_FILLED)
    pairs = (tops[:, None] + tops[None]).reshape(-1, 9)
    fillings, inverse = np.unique(pairs, axis=0, return_inverse=True)
    sizes = fillings[:, None] + tops[None]
    return inverse.ravel(), sizes


def code_of(sizes):
    return (np.maximum(sizes - 1, 0) * 3 ** np.arange(9)).sum(axis=-1)


def shares(weight_of_sizes):
    """From the weight of one layout by its column sizes: the shares of patterns (by code) and of pairs of rows."""
    inverse, sizes = triples()
    weights = np.where((sizes > 0).all(axis=-1), weight_of_sizes(sizes), 0.0)
    pairs = weights.sum(axis=1)[inverse]
    patterns = np.bincount(code_of(sizes).ravel(), (weights * np.bincount(inverse)[:, None]).ravel(), 3**9)
    return patterns / patterns.sum(), pairs / pairs.sum()


@cache
def face_shares():
    ways = np.array([[comb(n, k) for k in range(4)] for n in SIZES], dtype=float)
    return shares(lambda sizes: np.prod(ways[np.arange(9), sizes], axis=-1))


CHOICES = [tuple(bits >> row & 1 for row in range(3)) for bits in range(1, 8)]


def ways_without(column):
    """By how full the three rows are: the ways to fill all columns but one."""
    reached = {(0, 0, 0): 1}
    for size in (*SIZES[:column], *SIZES[column + 1 :]):
        after = {}
        for (filled, ways), choice in product(reached.items(), CHOICES):
            full = tuple(map(int.__add__, filled, choice))
            if max(full) <= 5:
                after[full] = after.get(full, 0) + ways * comb(size, sum(choice))
        reached = after
    return reached


@cache
def cell_shares():
    """For each cell, the share of faces with each number in it, and last with none; counted column by column."""
    cells = {}
    for column, size in enumerate(SIZES):
        others = ways_without(column)
        for row in range(3):
            counts = [0] * size
            for choice in (choice for choice in CHOICES if choice[row]):
                ways = others.get(tuple(5 - filled for filled in choice), 0)
                above, below = sum(choice[:row]), sum(choice[row + 1 :])
                for place in range(size):
                    counts[place] += ways * comb(place, above) * comb(size - 1 - place, below)
            cells[row, column] = [*(count / FACES for count in counts), (FACES - sum(counts)) / FACES]
    return cells


def numbers_in_rows(masks):
    """Truths by face, row and number 1-90."""
    octets = np.ascontiguousarray(masks.astype("<u4")).view(np.uint8).reshape(*masks.shape[:-1], 12)
    return np.unpackbits(octets, axis=-1, bitorder="little")[..., :90].astype(bool)


def filled_cells(rows):
    """Truths by face, row and column."""
    return np.logical_or.reduceat(rows, [first - 1 for first in FIRSTS], axis=-1)


def row_places(filled):
    """The place of each row's filled columns among the 126."""
    places = np.full(2**9, -1)
    places[[sum(1 << c for c in range(9) if row[c]) for row in HALF_FILLED]] = range(126)
    return places[(filled * (1 << np.arange(9))).sum(axis=-1)]


def sizes_of(rows):
    return np.add.reduceat(rows.any(axis=1), [first - 1 for first in FIRSTS], axis=-1, dtype=int)


def pairs_seen(filled, upper, lower):
    places = row_places(filled)
    return np.bincount(places[:, upper] * 126 + places[:, lower], minlength=126**2)


class Faces:
    """Faces that should be drawn evenly from all faces, given as row masks."""

    def __init__(self, masks):
        self.count = len(masks)
        self.rows = numbers_in_rows(masks)

    @cached_property
    def filled(self):
        return filled_cells(self.rows)

    def patterns(self):
        shares, _ = face_shares()
        return chance(np.bincount(code_of(sizes_of(self.rows)), minlength=3**9), shares * self.count)

    def layouts(self):
        _, shares = face_shares()
        two_rows = [(0, 1), (1, 2), (0, 2)]
        return least(chance(pairs_seen(self.filled, *two), shares * self.count) for two in two_rows)

    def cells(self):
        return least(
            chance(cell_seen(self.rows, *cell), np.array(share) * self.count) for cell, share in cell_shares().items()
        )


class Ranks:
    """Ranks that should be drawn evenly from all ranks."""

    def __init__(self, ranks):
        self.ranks = ranks

    def deciles(self):
        bounds = np.array([-(-FACES * part // 10) for part in range(1, 10)], dtype=np.uint64)
        places = np.searchsorted(bounds, self.ranks, side="right")
        return chance(np.bincount(places, minlength=10), [len(places) / 10] * 10)

    def bits(self):
        count = len(self.ranks)
        return least(
            chance([ones, count - ones], [share * count, (1 - share) * count]) for ones, share in bits_seen(self.ranks)
        )


def cell_seen(rows, row, column):
    first, size = FIRSTS[column], SIZES[column]
    seen = rows[:, row, first - 1 : first - 1 + size].sum(axis=0)
    return [*seen, len(rows) - seen.sum()]


def bits_seen(ranks):
    """For each of the 62 binary places of a rank, the ones seen and their exact share below the number of faces."""
    for place in range(62):
        whole, rest = divmod(FACES, 2 << place)
        ones = (whole << place) + max(0, rest - (1 << place))
        yield int((ranks >> np.uint64(place) & np.uint64(1)).sum()), ones / FACES


@cache
def strip_shares():
    """The shares of a strip's card's patterns and pairs of rows, and for each column of two numbers on one card."""
    all_sizes = [sizes for sizes in product((1, 2, 3), repeat=9) if sum(sizes) == 15]
    layouts = layout_counts()

    @cache
    def ways(cards, left):
        if not cards:
            return 1
        return sum(ways_with(cards, left, sizes) for sizes in all_sizes)

    def ways_with(cards, left, sizes):
        after = [have - size for have, size in zip(left, sizes, strict=True)]
        if not all(cards - 1 <= have <= 3 * (cards - 1) for have in after):
            return 0
        taken = layouts[sizes.count(3)]
        for have, size in zip(left, sizes, strict=True):
            taken *= comb(have, size)
        return taken * ways(cards - 1, tuple(sorted(after)))

    found = {sizes: ways_with(6, SIZES, sizes) for sizes in all_sizes}
    total = sum(found.values())
    weights = np.zeros(3**9)
    together = np.zeros(9)
    for sizes, count in found.items():
        weights[code_of(np.array(sizes))] = count / total / layouts[sizes.count(3)]
        together += [count / total * 6 * k * (k - 1) / n / (n - 1) for k, n in zip(sizes, SIZES, strict=True)]
    patterns, pairs = shares(lambda sizes: weights[code_of(sizes)])
    return patterns, pairs, together


@cache
def layout_counts():
    """Count layouts by the number of columns with three numbers."""
    _, sizes = triples()
    times = np.bincount(triples()[0])
    good = (sizes > 0).all(axis=-1)
    counts = {}
    for threes in range(4):
        wanted = code_of(np.array([3] * threes + [2] * (6 - 2 * threes) + [1] * (3 + threes)))
        counts[threes] = int((times[:, None] * (good & (code_of(sizes) == wanted))).sum())
    return counts


class Strips:
    """Strips, shape (strips, 6, 3, 3), that should be drawn evenly from all ordered strips."""

    def __init__(self, masks):
        self.count = len(masks)
        self.rows = numbers_in_rows(masks)

    @cached_property
    def holds(self):
        return self.rows.any(axis=2)

    def patterns(self):
        shares, _, _ = strip_shares()
        return least(
            chance(np.bincount(code_of(sizes_of(self.rows[:, card])), minlength=3**9), shares * self.count)
            for card in range(6)
        )

    def layouts(self):
        _, shares, _ = strip_shares()
        return least(
            chance(pairs_seen(filled_cells(self.rows[:, card]), 0, 1), shares * self.count) for card in range(6)
        )

    def holder(self):
        return least(chance(self.holds[:, :, n].sum(axis=0), [self.count / 6] * 6) for n in range(90))

    def together(self):
        """Two numbers of a column on one card: 406 pairs."""
        _, _, shares = strip_shares()
        where = np.ascontiguousarray(self.holds.argmax(axis=1).T)
        return least(
            chance(
                [same := np.count_nonzero(where[a] == where[b]), self.count - same],
                [share * self.count, (1 - share) * self.count],
            )
            for first, size, share in zip(FIRSTS, SIZES, shares, strict=True)
            for a, b in combinations(range(first - 1, first - 1 + size), 2)
        )

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import product
from math import comb
from random import Random

import numpy as np
import pytest

from sessions.rules.cards import check_face
from sessions.rules.matrix import faces_from_bytes
from sessions.rules.strip_arrays import choose, strip_row_masks
from sessions.rules.strips import (
    ORDERS,
    deals_of,
    levels,
    random_strips,
    splits_of,
    starts_of,
    strip_count,
    strip_of,
)

STRIPS = 467_711_541_132_248_468_278_363_019_351_514_108_076_722_415_153_589_853_880_320_000_000_000_000_000_000
ALL = list(range(1, 91))
# Layouts of a card by its columns of three numbers; tests/sessions/rules/test_ranking.py counts them another way.
LAYOUTS = (1710, 639, 240, 90)


def numbers_of(strip):
    return sorted(number for face in strip for number in face.numbers)


def faces_of(masks):
    return faces_from_bytes(masks.astype("<u4").tobytes())


def test_the_number_of_strips_is_that_of_counting_card_by_card():
    """The other way round: the first card takes its numbers from the columns, then the second from what is left."""
    patterns = [sizes for sizes in product((1, 2, 3), repeat=9) if sum(sizes) == 15]

    @cache
    def ways(cards, left):
        if not cards:
            return 1
        found = 0
        for sizes in patterns:
            after = [have - size for have, size in zip(left, sizes, strict=True)]
            if all(cards - 1 <= have <= 3 * (cards - 1) for have in after):
                taken = LAYOUTS[sizes.count(3)]
                for have, size in zip(left, sizes, strict=True):
                    taken *= comb(have, size)
                found += taken * ways(cards - 1, tuple(sorted(after)))
        return found

    assert ways(6, (9, *[10] * 7, 11)) == STRIPS
    assert strip_count() == STRIPS
    assert 2**258 < STRIPS < 2**259


@pytest.mark.parametrize("rank", [0, 1, STRIPS // 3, STRIPS - 2, STRIPS - 1])
def test_a_strip_holds_every_number_once_on_six_cards(rank):
    strip = strip_of(rank)
    assert len(strip) == 6
    for face in strip:
        check_face(face)
    assert numbers_of(strip) == ALL


@pytest.mark.parametrize("rank", [-1, STRIPS])
def test_no_other_number_is_the_rank_of_a_strip(rank):
    with pytest.raises(ValueError, match="a rank of a strip"):
        strip_of(rank)


def rank_of(strip):
    """The inverse, by the columns of the faces: finds each move by its split, and undoes the deals backwards."""
    columns = [range(1, 10), *(range(ten, ten + 10) for ten in range(10, 80, 10)), range(80, 91)]
    held = [[[n for n in face.numbers if n in column] for face in strip] for column in columns]
    node, cards, steps = 0, list(range(6)), []
    for column, level in enumerate(levels()):
        split = tuple(len(held[column][card]) for card in cards)
        at = splits_of(column).index(split)
        place = next(p for p in range(level.begins[node], level.begins[node + 1]) if level.split[p] == at)
        left, deal, width = list(columns[column]), 0, 1
        for card, size in zip(cards, split, strict=True):
            choices = [c for c in product(left, repeat=size) if list(c) == sorted(set(c))]
            deal += width * choices.index(tuple(held[column][card]))
            width *= len(choices)
            left = [n for n in left if n not in held[column][card]]
        steps.append((starts_of(column, node)[place - level.begins[node]], deals_of(column)[at], deal))
        cards = [cards[old] for old in ORDERS[level.order[place]]]
        node = level.target[place]
    rank = layouts_rank(strip, held)
    for start, deals, deal in reversed(steps):
        rank = start + rank * deals + deal
    return rank


def layouts_rank(strip, held):
    rank = 0
    for card in reversed(range(6)):
        sizes = [len(held[column][card]) for column in range(9)]
        # Columns of two first, then of one, then of three; row choices of each ascend.
        order = sorted(range(9), key=lambda column: (2, 1, 3).index(sizes[column]))
        rows = {n: r for r, mask in enumerate(strip[card].rows) for n in ALL if mask >> (n - 1) & 1}
        mine = tuple(sum(1 << rows[n] for n in held[column][card]) for column in order)
        rank = rank * len(layouts(tuple(sizes[c] for c in order))) + layouts(tuple(sizes[c] for c in order)).index(mine)
    return rank


@cache
def layouts(sizes):
    choices = [[bits for bits in range(1, 8) if bits.bit_count() == size] for size in sizes]
    partial = [()]
    for some in choices:
        longer = [(*layout, bits) for layout in partial for bits in some]
        partial = [x for x in longer if all(sum(bits >> row & 1 for bits in x) <= 5 for row in range(3))]
    return partial


def test_different_ranks_are_different_strips():
    """A strip gives its rank back: with the count, every strip has exactly one rank."""
    random = Random(5)
    for rank in [0, STRIPS - 1, *(random.randrange(STRIPS) for _ in range(40))]:
        assert rank_of(strip_of(rank)) == rank


def test_ranks_side_by_side_where_a_move_ends_are_both_strips_and_differ():
    for start in starts_of(0, 0)[1:-1]:
        before, after = strip_of(start - 1), strip_of(start)
        assert numbers_of(before) == numbers_of(after) == ALL
        assert before != after


def test_a_draw_beyond_the_last_strip_is_thrown_away():
    ranks = [STRIPS, 2**259 - 1, 7, STRIPS - 1, 3]
    left = [*ranks]
    source = lambda size: b"".join(  # noqa: E731
        ((left.pop(0) if left else 0) << 5).to_bytes(33, "little") for _ in range(size // 33)
    )
    assert random_strips(3, source) == [strip_of(7), strip_of(STRIPS - 1), strip_of(3)]


def test_strips_are_drawn_again_from_the_same_bits_and_only_from_them():
    assert random_strips(4, Random(1).randbytes) == random_strips(4, Random(1).randbytes)
    assert random_strips(2) != random_strips(2)
    assert random_strips(0) == []
    with pytest.raises(ValueError, match="not negative"):
        random_strips(-1)
    with pytest.raises(ValueError, match="bytes instead of"):
        random_strips(1, lambda _: b"abc")


def source_of_bytes(left):
    """A source that says these in turn, and fails where another length is asked."""

    def bits(size):
        assert len(left[0]) == size
        return left.pop(0)

    return bits


def words_for(rank):
    """What a source must say so that the arrays draw this very rank: a word and a deal a column, then six layouts."""
    said, node, deals = [], 0, []
    for column, level in enumerate(levels()):
        starts = starts_of(column, node)
        place = bisect_right(starts, rank) - 1
        middle = starts[place] + starts[place + 1]
        said.append(((middle << 63) // starts[-1]).to_bytes(8, "little"))
        rank, deal = divmod(rank - starts[place], deals_of(column)[level.split[level.begins[node] + place]])
        said.append(deal.to_bytes(4, "little"))
        node = level.target[level.begins[node] + place]
        deals.append(deal)
    return said, rank


def test_arrays_of_strips_are_the_strips_one_by_one():
    random = Random(6)
    for rank in [0, *(random.randrange(STRIPS) for _ in range(60))]:
        strip = strip_of(rank)
        said, rest = words_for(rank)
        layouts_said = b""
        for face in strip:
            sizes = [len([n for n in face.numbers if min(n // 10, 8) == column]) for column in range(9)]
            rest, place = divmod(rest, LAYOUTS[sizes.count(3)])
            layouts_said += place.to_bytes(4, "little")
        said.append(layouts_said)
        masks = strip_row_masks(1, source_of_bytes(said))
        assert not said
        assert faces_of(masks[0]) == list(strip)


def test_two_thousand_strips_at_once_are_valid():
    masks = strip_row_masks(2_000, Random(2).randbytes)
    faces = faces_of(masks)
    for face in faces:
        check_face(face)
    assert all(numbers_of(faces[first : first + 6]) == ALL for first in range(0, 12_000, 6))
    assert len(set(faces)) == 12_000
    assert (strip_row_masks(50, Random(2).randbytes) == strip_row_masks(50, Random(2).randbytes)).all()


def source_of(*parts):
    return source_of_bytes([part.to_bytes(8, "little") for part in parts])


@pytest.mark.parametrize(("further", "move"), [((0,), 0), ((2**64 - 1,), 1)])
def test_a_word_that_equals_a_bound_is_decided_by_further_bits(further, move):
    starts = starts_of(0, 0)
    word, rest = divmod(starts[1] << 64, starts[-1])
    assert rest
    assert choose(0, np.zeros(1, dtype=np.int64), source_of(word, *further)).tolist() == [move]


def test_a_word_beside_a_bound_needs_no_further_bits():
    starts = starts_of(0, 0)
    word = (starts[1] << 64) // starts[-1]
    assert choose(0, np.zeros(1, dtype=np.int64), source_of(word - 1)).tolist() == [0]
    assert choose(0, np.zeros(1, dtype=np.int64), source_of(word + 1)).tolist() == [1]


def test_further_bits_that_still_equal_the_bound_are_followed_by_more():
    starts = starts_of(0, 0)
    number = (starts[1] << 128) // starts[-1]
    parts = (number >> 64, number % 2**64)
    assert choose(0, np.zeros(1, dtype=np.int64), source_of(*parts, 0)).tolist() == [0]
    assert choose(0, np.zeros(1, dtype=np.int64), source_of(*parts, 2**64 - 1)).tolist() == [1]

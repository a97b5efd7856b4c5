from __future__ import annotations

from itertools import pairwise, product
from math import comb
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions.rules.cards import BadFace, Face
from sessions.rules.ranking import (
    TOTAL,
    face_of,
    first_ranks,
    layouts_of,
    patterns,
    random_ranks,
    rank_array,
    rank_of,
)

FACES = 3_669_688_706_217_187_500
PATTERNS = 1_554
LAYOUTS = 735_210
ROWS_OF_NINE_WITH_FIVE = [row for row in product((0, 1), repeat=9) if sum(row) == 5]
TENS = [set(range(1, 10)), *(set(range(10 * t, 10 * t + 10)) for t in range(1, 8)), set(range(80, 91))]


def is_printable(face):
    """A judge of faces that shares nothing with the code: it prints the card number by number and looks."""
    cells = {}
    for row, mask in enumerate(face.rows):
        for number in range(200):
            if mask // 2**number % 2:
                columns = [column for column in range(9) if number + 1 in TENS[column]]
                if len(columns) != 1 or (row, columns[0]) in cells:
                    return False
                cells[row, columns[0]] = number + 1
    rows = [sum((row, column) in cells for column in range(9)) for row in range(3)]
    columns = [[cells[row, column] for row in range(3) if (row, column) in cells] for column in range(9)]
    grows = all(a < b for column in columns for a, b in pairwise(column))
    return rows == [5, 5, 5] and all(columns) and grows


def chi_square(ranks):
    """How far the column patterns of these faces are from their exact shares; about 1,553 for a fair draw."""
    firsts = np.array(first_ranks(), dtype=np.uint64)
    places = np.searchsorted(firsts, np.asarray(ranks, dtype=np.uint64), side="right") - 1
    seen = np.bincount(places, minlength=PATTERNS)
    expected = np.array([pattern.faces / TOTAL for pattern in patterns()]) * len(ranks)
    return float(((seen - expected) ** 2 / expected).sum())


# 1,553 degrees of freedom: mean 1,553, deviation about 56 (a little more for the rarest patterns). Ten of them.
FAIR = 1_553 + 10 * 56


def test_the_number_of_faces_is_known_exactly():
    assert TOTAL == FACES
    assert 2**61 < TOTAL < 2**62


def test_there_are_1554_column_patterns():
    assert len({pattern.sizes for pattern in patterns()}) == len(patterns()) == PATTERNS


def test_there_are_735210_layouts():
    assert sum(len(layouts_of(pattern.threes)) for pattern in patterns()) == LAYOUTS
    assert [len(layouts_of(threes)) for threes in range(4)] == [1710, 639, 240, 90]


def test_counting_whole_rows_instead_of_columns_gives_the_same_number_of_faces():
    """The other way round: all triples of rows with five of nine cells, none of the columns empty."""
    pairs = {}
    for top, middle in product(ROWS_OF_NINE_WITH_FIVE, repeat=2):
        sizes = tuple(map(int.__add__, top, middle))
        pairs[sizes] = pairs.get(sizes, 0) + 1
    layouts = faces = 0
    for sizes, times in pairs.items():
        for bottom in ROWS_OF_NINE_WITH_FIVE:
            ways = times
            for ten, two, one in zip(TENS, sizes, bottom, strict=True):
                ways *= comb(len(ten), two + one) if two + one else 0
            layouts += times * (ways > 0)
            faces += ways
    assert layouts == LAYOUTS
    assert faces == FACES


def test_rank_and_face_are_inverse_on_2000_random_ranks():
    random = Random(1)
    ranks = [0, TOTAL - 1, *(random.randrange(TOTAL) for _ in range(2000))]
    faces = [face_of(rank) for rank in ranks]
    assert [rank_of(face) for face in faces] == ranks
    assert all(is_printable(face) for face in faces)
    assert len(set(faces)) == len(set(ranks))


@given(st.integers(0, TOTAL - 1))
def test_rank_and_face_are_inverse(rank):
    assert rank_of(face_of(rank)) == rank


def test_rank_and_face_are_inverse_where_one_pattern_ends_and_the_next_begins():
    for first in first_ranks()[1:-1]:
        assert rank_of(face_of(first)) == first
        assert rank_of(face_of(first - 1)) == first - 1


def test_the_faces_of_given_ranks_never_change():
    """Worked by hand: the first rank takes the first of everything, the last rank the last of everything."""
    assert face_of(0).grid() == (
        (1, 10, 0, 0, 0, 0, 60, 70, 80),
        (0, 0, 20, 30, 0, 0, 61, 71, 81),
        (0, 0, 0, 0, 40, 50, 62, 72, 82),
    )
    assert face_of(TOTAL - 1).grid() == (
        (7, 17, 27, 0, 0, 0, 0, 79, 90),
        (8, 18, 28, 0, 0, 59, 69, 0, 0),
        (9, 19, 29, 39, 49, 0, 0, 0, 0),
    )


@pytest.mark.parametrize("rank", [-1, TOTAL, 2**62])
def test_no_other_number_is_a_rank(rank):
    with pytest.raises(ValueError, match="a rank is from 0"):
        face_of(rank)


def test_what_is_no_face_has_no_rank():
    with pytest.raises(BadFace):
        rank_of(Face((31, 31 << 10, 31 << 20)))


def source_of(*words):
    """A source of bits that gives these 64-bit words first and then the rank 7 for ever."""
    left = [*words]

    def bits(size):
        now = [left.pop(0) if left else 7 << 2 for _ in range(size // 8)]
        return b"".join(word.to_bytes(8, "little") for word in now)

    return bits


def test_a_draw_beyond_the_last_rank_is_thrown_away_and_not_folded_back():
    words = [(TOTAL - 1) << 2, TOTAL << 2, (TOTAL << 2) + 3, 2**64 - 1, 3, 5 << 2]
    assert random_ranks(4, source_of(*words)) == [TOTAL - 1, 0, 5, 7]


def test_the_draw_goes_on_until_there_are_enough():
    assert random_ranks(3, source_of(*[2**64 - 1] * 40)) == [7, 7, 7]


def test_a_source_that_falls_short_is_refused():
    with pytest.raises(ValueError, match="gave 3 bytes"):
        random_ranks(1, lambda _: b"abc")


def test_a_negative_count_is_refused_and_none_is_none():
    assert random_ranks(0) == []
    with pytest.raises(ValueError, match="not negative"):
        random_ranks(-1)


def test_the_same_bits_give_the_same_ranks():
    assert random_ranks(50, Random(9).randbytes) == random_ranks(50, Random(9).randbytes)
    assert random_ranks(50) != random_ranks(50)


def test_the_column_patterns_of_20000_cards_have_their_exact_shares():
    assert chi_square(rank_array(20_000, Random(2).randbytes)) < FAIR
    assert chi_square(rank_array(20_000)) < FAIR


def test_control_a_remainder_instead_of_a_new_draw_fails_the_same_bound():
    words = np.frombuffer(Random(3).randbytes(160_000), dtype="<u8") >> np.uint64(2)
    assert chi_square(words % np.uint64(TOTAL)) > FAIR


def test_control_patterns_drawn_alike_fail_the_same_bound():
    """What most programs do: first the shape, each as likely as the next, then the numbers."""
    random = Random(4)
    starts = first_ranks()
    places = [random.randrange(PATTERNS) for _ in range(20_000)]
    assert chi_square([random.randrange(starts[place], starts[place + 1]) for place in places]) > FAIR


def test_every_number_comes_as_often_as_it_should_and_none_else():
    faces = [face_of(rank) for rank in random_ranks(5_000, Random(5).randbytes)]
    times = np.bincount([number for face in faces for number in face.numbers], minlength=91)
    assert len(times) == 91
    assert times[0] == 0
    for ten in TENS:
        of_column = times[sorted(ten)]
        assert of_column.min() > 0.75 * of_column.mean()
        assert of_column.max() < 1.25 * of_column.mean()

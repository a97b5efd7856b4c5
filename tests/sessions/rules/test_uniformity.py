"""
The draws are even: 200,000 faces and 30,000 strips. Every control draws otherwise and must be found out.

A fair draw must be no worse than 1 in a million by each question, and a control worse than 1 in a thousand million.
"""

from __future__ import annotations

from math import erfc, exp, factorial, sqrt
from random import Random

import numpy as np
import pytest

from sessions.rules.face_arrays import row_masks_of_ranks
from sessions.rules.ranking import TOTAL, first_ranks, patterns, rank_array
from sessions.rules.strip_arrays import strip_row_masks
from sessions.rules.uniform import OS_BITS
from tests.sessions.rules.uniformity import (
    FACES,
    Faces,
    Ranks,
    Strips,
    chance,
    face_shares,
    layout_counts,
    numbers_in_rows,
    sizes_of,
    tail,
)

CARDS, STRIPS = 200_000, 30_000
FAIR, UNFAIR = 1e-6, 1e-9


def seeded(seed=1):
    return Random(seed).randbytes


def folded_bytes(size):
    """Bytes below 200 only, by a remainder: the first 56 come twice as often."""
    return bytes(np.frombuffer(Random(size).randbytes(size), dtype=np.uint8) % 200)


def stuck_at(place):
    """A source whose words have one binary place always 0."""

    def bits(size):
        words = np.frombuffer(Random(place).randbytes(size + -size % 8), dtype="<u8")
        return (words & ~np.uint64(1 << place)).tobytes()[:size]

    return bits


def assert_fair(drawn, *questions):
    verdict = {question: getattr(drawn, question)() for question in questions}
    assert min(verdict.values()) > FAIR, verdict


def test_the_tail_of_chi_square_is_that_of_closed_forms():
    assert tail(3.0, 1) == pytest.approx(erfc(sqrt(1.5)), rel=1e-12)
    assert tail(40.0, 1) == pytest.approx(erfc(sqrt(20)), rel=1e-9)
    assert tail(50.0, 2) == pytest.approx(exp(-25), rel=1e-12)
    for statistic in (4.0, 20.0, 60.0):
        poisson = sum(exp(-statistic / 2) * (statistic / 2) ** k / factorial(k) for k in range(10))
        assert tail(statistic, 20) == pytest.approx(poisson, rel=1e-9)
    # The mean of many degrees of freedom is near their median; six deviations up is about one in a thousand million.
    assert tail(15_000, 15_000) == pytest.approx(0.5, abs=0.003)
    assert 1e-10 < tail(15_000 + 6 * sqrt(30_000), 15_000) < 4e-9


def test_what_cannot_be_is_found_out_at_once():
    assert chance([3, 50, 47], [0, 50, 50]) == 0
    assert chance([50, 50], [50, 50]) == 1


def test_the_shares_add_up_and_the_layouts_are_those_counted_elsewhere():
    assert layout_counts() == {0: 1710, 1: 639, 2: 240, 3: 90}
    shares, pairs = face_shares()
    assert np.count_nonzero(shares) == 1_554
    assert shares.sum() == pytest.approx(1)
    assert pairs.sum() == pytest.approx(1)
    assert TOTAL == FACES


OF_FACES, OF_STRIPS = ("patterns", "layouts", "cells"), ("patterns", "layouts", "holder", "together")


@pytest.mark.parametrize("bits", [seeded(), OS_BITS], ids=["seeded", "system"])
def test_200000_faces_are_even_in_every_question(bits):
    ranks = rank_array(CARDS, bits)
    assert_fair(Ranks(ranks), "deciles", "bits")
    assert_fair(Faces(row_masks_of_ranks(ranks)), *OF_FACES)


@pytest.mark.parametrize("bits", [seeded(3), OS_BITS], ids=["seeded", "system"])
def test_30000_strips_are_even_in_every_question(bits):
    assert_fair(Strips(strip_row_masks(STRIPS, bits)), *OF_STRIPS)


def test_control_folded_bytes_are_found_out():
    ranks = rank_array(CARDS, folded_bytes)
    assert Ranks(ranks).deciles() < UNFAIR
    assert Faces(row_masks_of_ranks(ranks)).patterns() < UNFAIR
    assert Strips(strip_row_masks(STRIPS, folded_bytes)).patterns() < UNFAIR


@pytest.mark.parametrize("place", [2, 20, 40, 63])
def test_control_a_source_with_one_bit_stuck_is_found_out(place):
    assert Ranks(rank_array(CARDS, stuck_at(place))).bits() < UNFAIR


@pytest.mark.parametrize(("place", "question"), [(1, "together"), (33, "together"), (63, "patterns")])
def test_control_strips_of_a_source_with_one_bit_stuck_are_found_out(place, question):
    assert getattr(Strips(strip_row_masks(STRIPS, stuck_at(place))), question)() < UNFAIR


def test_control_a_remainder_of_62_bits_is_found_out():
    words = np.frombuffer(Random(5).randbytes(8 * CARDS), dtype="<u8") >> np.uint64(2)
    ranks = words % np.uint64(TOTAL)
    assert Ranks(ranks).deciles() < UNFAIR
    assert Faces(row_masks_of_ranks(ranks)).patterns() < UNFAIR


def parts_of(ranks):
    firsts = np.array(first_ranks(), dtype=np.uint64)
    places = np.searchsorted(firsts, ranks, side="right") - 1
    sets = np.array([pattern.sets for pattern in patterns()], dtype=np.uint64)[places]
    return firsts[places], sets, ranks - firsts[places]


def test_control_one_layout_a_pattern_is_found_out():
    """1,554 layouts instead of 735,210."""
    firsts, sets, rest = parts_of(rank_array(CARDS, seeded(6)))
    assert Faces(row_masks_of_ranks(firsts + rest % sets)).layouts() < UNFAIR


def test_control_every_pattern_as_likely_as_any_other_is_found_out():
    _, _, rest = parts_of(rank_array(CARDS, seeded(7)))
    firsts = np.array(first_ranks()[:-1], dtype=np.uint64)[np.arange(CARDS) % 1_554]
    width = np.diff(np.array(first_ranks(), dtype=np.uint64))[np.arange(CARDS) % 1_554]
    assert Faces(row_masks_of_ranks(firsts + rest % width)).patterns() < UNFAIR


def test_control_a_draw_that_never_gives_90_is_found_out():
    masks = row_masks_of_ranks(rank_array(CARDS * 6 // 5, seeded(8)))
    without = masks[~numbers_in_rows(masks)[:, :, 89].any(axis=1)][:CARDS]
    assert Faces(without).cells() < UNFAIR


def test_control_the_last_subset_of_the_last_column_left_out_by_one_is_found_out():
    """A remainder by one subset too few: the last number alone, the last pair and the last three never come."""
    ranks = rank_array(CARDS, seeded(9))
    _, _, rest = parts_of(ranks)
    eighties = sizes_of(numbers_in_rows(row_masks_of_ranks(ranks)))[:, 8]
    subsets = np.array([0, 11, 55, 165], dtype=np.uint64)[eighties]
    place = rest % subsets
    shifted = ranks - place + place % (subsets - np.uint64(1))
    assert Faces(row_masks_of_ranks(shifted)).cells() < UNFAIR


def test_control_strips_whose_fullest_card_comes_first_are_found_out():
    masks = strip_row_masks(STRIPS, seeded(10))
    rows = numbers_in_rows(masks)
    full = np.stack([(sizes_of(rows[:, card]) == 3).sum(axis=1) for card in range(6)], axis=1)
    order = np.argsort(-full, axis=1, kind="stable")
    assert Strips(np.take_along_axis(masks, order[:, :, None, None], axis=1)).patterns() < UNFAIR


def test_control_six_cards_drawn_apart_and_never_a_strip_are_found_out():
    masks = row_masks_of_ranks(rank_array(6 * STRIPS, seeded(11))).reshape(-1, 6, 3, 3)
    assert Strips(masks).patterns() < UNFAIR


def test_control_strips_with_neighbours_kept_together_are_found_out():
    """The numbers of each column dealt out in order, not shuffled: found by who stands with whom."""
    masks = strip_row_masks(STRIPS, lambda size: bytes(size) if size == 4 * 2_048 else Random(size).randbytes(size))
    assert Strips(masks).together() < UNFAIR

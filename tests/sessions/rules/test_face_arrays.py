from __future__ import annotations

import numpy as np
import pytest

from sessions.rules.cards import BadFace
from sessions.rules.face_arrays import layout_identities, ranks_of_row_masks, row_masks_of_ranks, set_identities
from sessions.rules.matrix import faces_from_bytes
from sessions.rules.ranking import TOTAL, face_of, first_ranks, patterns, rank_array, rank_of


@pytest.fixture(scope="module")
def ranks():
    ends = [rank for first in first_ranks()[1:-1] for rank in (first - 1, first)]
    return np.array([0, TOTAL - 1, *ends, *rank_array(20_000).tolist()], dtype=np.uint64)


def faces_of(masks):
    return faces_from_bytes(masks.astype("<u4").tobytes())


def test_many_faces_give_their_ranks_back(ranks):
    masks = row_masks_of_ranks(ranks)
    assert (ranks_of_row_masks(masks) == ranks).all()
    assert [rank_of(face) for face in faces_of(masks[:500])] == ranks[:500].tolist()


def test_every_single_bit_changed_makes_it_no_face_or_no_change_goes_unseen(ranks):
    """A face has 15 numbers: one more or one less is none, wherever it is, also above 90."""
    masks = row_masks_of_ranks(ranks[-20:])
    for row in range(3):
        for bit in range(96):
            wrong = masks.copy()
            wrong[bit % 20, row, bit // 32] ^= np.uint32(1 << bit % 32)
            with pytest.raises(BadFace):
                ranks_of_row_masks(wrong)


def test_numbers_out_of_order_in_a_column_or_rows_of_other_sizes_are_no_face():
    masks = row_masks_of_ranks(np.array([0], dtype=np.uint64))
    upside_down = masks[:, ::-1]
    with pytest.raises(BadFace, match="column-order"):
        ranks_of_row_masks(upside_down)
    moved = masks.copy()
    moved[0, 0, 0] ^= np.uint32(1)  # number 1 from the top row to the middle one
    moved[0, 1, 0] ^= np.uint32(1)
    with pytest.raises(BadFace, match="row-size"):
        ranks_of_row_masks(moved)
    with pytest.raises(BadFace):
        ranks_of_row_masks(np.zeros((1, 3, 3), dtype=np.uint32))


def test_faces_with_the_same_numbers_and_only_they_share_an_identity(ranks):
    neighbours = np.arange(500, dtype=np.uint64)
    few = np.concatenate([neighbours, ranks[2:3_000]])
    twins = np.array([int(first) + 5 for first in (0, patterns()[0].sets)], dtype=np.uint64)
    assert face_of(int(twins[0])).mask == face_of(int(twins[1])).mask
    assert len(set(set_identities(twins).tolist())) == 1
    by_numbers = {face.mask for face in faces_of(row_masks_of_ranks(few))}
    assert len(set(set_identities(few).tolist())) == len(by_numbers)


def test_faces_that_look_alike_and_only_they_share_a_layout(ranks):
    def look(face):
        return tuple(tuple(map(bool, row)) for row in face.grid())

    alike = np.array([0, 1, 2, 3], dtype=np.uint64)
    assert len({look(face_of(int(rank))) for rank in alike}) == len(set(layout_identities(alike).tolist())) == 1
    some = ranks[:6_000]
    looks = {look(face) for face in faces_of(row_masks_of_ranks(some))}
    assert len(set(layout_identities(some).tolist())) == len(looks) > 3_000

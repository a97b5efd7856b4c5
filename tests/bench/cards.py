"""Faces a second, ours and the peer's (PyPI housie), and how many of a million are distinct."""

from __future__ import annotations

import os
import sys

import numpy as np
from housie import generate_ticket

from sessions.rules.cards import column_of
from sessions.rules.face_arrays import layout_identities, row_masks_of_ranks
from sessions.rules.matrix import row_mask_batches
from sessions.rules.ranking import RANK_BITS, TOTAL, face_of, random_ranks, rank_array
from tests.bench._rounds import rates_of, ratio, tell

HOUSIE, PURE, ARRAYS, LIMIT = "housie 0.2.1", "ours, pure Python", "ours, numpy, distinct", "limit: os.urandom alone"
SAMPLE, MILLION = 30_000, 1_000_000
# Of 64 bits 62 are used, and four in five of these are kept.
BYTES_A_FACE = 8 * 2**RANK_BITS / TOTAL


def housie():
    return len([generate_ticket() for _ in range(4_000)])


def pure():
    return len([face_of(rank) for rank in random_ranks(12_000)])


def arrays():
    return sum(len(masks) for masks in row_mask_batches(120_000))


def limit():
    return len(os.urandom(10_000_000)) / BYTES_A_FACE


def looks_of_housie():
    """How many layouts the peer reaches, and how many of its tickets differ."""
    tickets = [generate_ticket().rows for _ in range(SAMPLE)]
    faces = {tuple(map(tuple, rows)) for rows in tickets}
    return len({tuple(frozenset(map(column_of, row)) for row in rows) for rows in tickets}), len(faces)


def distinct(masks):
    """Count the different rows of an array by their bytes."""
    return len(np.unique(np.ascontiguousarray(masks).view(f"V{masks[0].nbytes}")))


def main():
    rates = rates_of({HOUSIE: housie, PURE: pure, ARRAYS: arrays, LIMIT: limit})
    layouts, peers_distinct = looks_of_housie()
    drawn = row_masks_of_ranks(rank_array(MILLION))
    matrix = np.concatenate(list(row_mask_batches(MILLION)))
    facts = {
        "drawn": MILLION,
        "distinct_as_drawn": distinct(drawn.reshape(MILLION, -1)),
        "distinct_in_a_matrix": distinct(matrix.reshape(MILLION, -1)),
        "distinct_number_sets_in_a_matrix": distinct(np.bitwise_or.reduce(matrix, axis=1)),
        f"layouts_of_{SAMPLE}_ours": len(np.unique(layout_identities(rank_array(SAMPLE)))),
        f"layouts_of_{SAMPLE}_housie": layouts,
        f"distinct_of_{SAMPLE}_housie": peers_distinct,
        "share_of_limit": round(ratio(rates, ARRAYS, LIMIT), 3),
    }
    return tell("cards", "faces", rates, [(ARRAYS, HOUSIE, 30), (PURE, HOUSIE, 1.5)], facts)


if __name__ == "__main__":
    sys.exit(main())

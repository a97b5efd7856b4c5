"""Cards a second in exact strips of six, beside the peer's (PyPI housie) single cards: it makes no strips."""

from __future__ import annotations

import sys
import time

from housie import generate_ticket

from sessions.rules.matrix import row_mask_batches
from sessions.rules.strip_arrays import strip_row_masks
from sessions.rules.strips import CARDS_A_STRIP, random_strips, strip_count
from tests.bench._rounds import rates_of, tell

HOUSIE, PURE = "housie 0.2.1, single cards", "ours, pure Python, strips"
ARRAYS, MATRIX = "ours, numpy, strips", "ours, numpy, strips, distinct"


def housie():
    return len([generate_ticket() for _ in range(4_000)])


def pure():
    return len(random_strips(1_500)) * CARDS_A_STRIP


def arrays():
    return len(strip_row_masks(20_000)) * CARDS_A_STRIP


def matrix():
    return sum(len(masks) for masks in row_mask_batches(120_000, strips=True))


def main():
    began = time.perf_counter()
    strips = strip_count()
    counted = time.perf_counter()
    strip_row_masks(1)
    ready = time.perf_counter()
    # The pure generator prepares the choices it meets; some thousands of strips meet most.
    random_strips(4_000)
    rates = rates_of({HOUSIE: housie, PURE: pure, ARRAYS: arrays, MATRIX: matrix})
    facts = {
        "strips": f"{strips:.3e}",
        "seconds_to_count": round(counted - began, 2),
        "seconds_to_lay_out_arrays": round(ready - counted, 2),
    }
    return tell("strips", "cards", rates, [(PURE, HOUSIE, 1.5), (ARRAYS, HOUSIE, 5), (MATRIX, HOUSIE, 5)], facts)


if __name__ == "__main__":
    sys.exit(main())

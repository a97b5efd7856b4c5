"""Faces by card number, from the matrix file (named by its SHA-256); the database is never asked per ball."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.conf import settings

from sessions.matrices import MatrixFile
from sessions.rules.cards import mask_to_numbers, numbers_to_mask
from sessions.rules.errors import CardUnplayable
from sessions.rules.events import Rows
from sessions.rules.matrix import CardCorrupt


@lru_cache(maxsize=8)
def matrix_of(sha256: str) -> MatrixFile:
    """Open a matrix by its hash, once a process."""
    return MatrixFile(settings.BINGO_DATA_DIR / "matrices" / sha256, settings.BINGO_CARD_KEY.encode())


@lru_cache(maxsize=16)
def _row_masks(sha256: str, first: int, last: int) -> Any:
    return matrix_of(sha256).row_masks(first, last)


def face_rows(matrix: str, card: int) -> Rows:
    """
    Give a card's three rows of five numbers, proved by its keyed check.

    Raises:
        CardUnplayable: The stored face does not pass its check.
    """
    try:
        face = matrix_of(matrix).face(card)
    except CardCorrupt:
        raise CardUnplayable(card=card) from None
    return tuple(mask_to_numbers(row) for row in face.rows)


def complete_cards(matrix: str, first: int, last: int, called: Sequence[int]) -> tuple[list[int], list[int]]:
    """Find the cards first..last with a complete row, and those with all 15 numbers, given the numbers called."""
    import numpy as np

    cards, masks = _row_masks(matrix, first, last)
    mask = numbers_to_mask(called)
    words = np.array([(mask >> shift) & 0xFFFFFFFF for shift in (0, 32, 64)], dtype=np.uint32)
    rows = ((masks & ~words) == 0).all(axis=2)
    return cards[rows.any(axis=1)].tolist(), cards[rows.all(axis=1)].tolist()

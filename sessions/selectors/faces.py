"""Faces by card number, from the matrix file (named by its SHA-256); the database is never asked per ball."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import file_digest
from typing import Any

from django.conf import settings

from sessions.matrices import MatrixFile
from sessions.rules.cards import mask_to_numbers, numbers_to_mask
from sessions.rules.errors import CardUnplayable, MatrixUnusable
from sessions.rules.events import Lot, Rows
from sessions.rules.matrix import CardCorrupt, MatrixUnreadable


@lru_cache(maxsize=8)
def matrix_of(sha256: str) -> MatrixFile:
    """Open a matrix by its hash, once a process."""
    return MatrixFile(settings.BINGO_DATA_DIR / "matrices" / sha256, settings.BINGO_CARD_KEY.encode())


def _playable(sha256: str) -> MatrixFile:
    """Open a matrix for a game: without its file the game is refused, and nothing else happens."""
    try:
        return matrix_of(sha256)
    except (OSError, MatrixUnreadable):
        raise MatrixUnusable(matrix=sha256[:12]) from None


@lru_cache(maxsize=16)
def _row_masks(sha256: str, first: int, last: int) -> Any:
    return _playable(sha256).row_masks(first, last)


def face_rows(matrix: str, card: int) -> Rows:
    """
    Give a card's three rows of five numbers, proved by its keyed check.

    Raises:
        CardUnplayable: The stored face does not pass its check.
        MatrixUnusable: The file is missing or cannot be read.
    """
    try:
        face = _playable(matrix).face(card)
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


def complete_sold(lot: Lot, called: Sequence[int], *, lines: bool = True) -> tuple[list[int], list[int]]:
    """
    Find the sold cards of a lot with a complete row, and those with all 15 numbers, given the numbers called.

    Without `lines` (the line is closed: nobody asks) the first list is empty.
    """
    runs = lot.sold_runs
    if not runs:
        return [], []
    in_line, bingos = complete_cards(lot.matrix, lot.first_card, runs[-1].last, called)
    firsts = [run.first for run in runs]

    def sold(cards: list[int]) -> list[int]:
        at = ((card, bisect_right(firsts, card) - 1) for card in cards)
        return [card for card, n in at if n >= 0 and card <= runs[n].last]

    return sold(in_line) if lines else [], sold(bingos)


def unplayable_cards(matrix: str, first: int, last: int) -> list[int]:
    """Name the cards first..last whose stored face does not pass its check, ascending."""
    sound, _masks = _playable(matrix).row_masks(first, last)
    return sorted(set(range(first, last + 1)) - set(sound.tolist())) if len(sound) <= last - first else []


def matrix_faults(sha256: str, size: int) -> Iterator[str]:
    """
    Prove a stored matrix: its size, its hash, every face's check; gives what is wrong, in English.

    Raises:
        MatrixUnreadable: The file is no matrix of this hall's key.
        OSError: There is no such file.
    """
    path = settings.BINGO_DATA_DIR / "matrices" / sha256
    with path.open("rb") as file:
        found = file_digest(file, "sha256").hexdigest()
    if found != sha256:
        yield f"the file's hash is {found}"
    with MatrixFile(path, settings.BINGO_CARD_KEY.encode()) as matrix:
        if len(matrix) != size:
            yield f"the file holds {len(matrix)} cards, not {size}"
        if corrupt := matrix.corrupt_cards():
            yield f"damaged faces: {corrupt[:20]}"

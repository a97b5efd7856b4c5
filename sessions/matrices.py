"""
Matrix files on disk: written once, then read through `mmap` and never changed.

The format is `sessions.rules.matrix`; here are only the file and its reading by card number.
"""

from __future__ import annotations

import os
from hashlib import sha256
from mmap import ACCESS_READ, mmap
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Self

from sessions.rules.matrix import (
    FACE_BYTES,
    HEADER_BYTES,
    RECORD_BYTES,
    CardCorrupt,
    MatrixUnreadable,
    card_count,
    corrupt_in,
    faces_from_bytes,
    matrix_bytes,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from sessions.rules.cards import Face


def write_matrix(path: Path, faces: Sequence[Face], key: bytes) -> str:
    """
    Write a matrix file whole or not at all: a temporary file beside it, synced, then renamed.

    Args:
        path: The file to write; its folder exists. A file already there is replaced.
        faces: 1 to 1,000,000 faces; the first is card 1's.
        key: 16-64 bytes.

    Returns:
        The SHA-256 of the file, 64 hexadecimal digits.

    Raises:
        BadFace: A face is invalid, or two hold the same numbers; nothing is written.
        OSError: The disk refused.
    """
    data = matrix_bytes(faces, key)
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    _sync_folder(path.parent)
    return sha256(data).hexdigest()


def _sync_folder(folder: Path) -> None:
    # The rename itself is lost on a power cut unless the folder is synced too.
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class MatrixFile:
    """
    A matrix file, open for reading; `len()` is its number of cards. Close it, or use it in a `with`.

    Args:
        path: The file.
        key: The key it was written with.

    Raises:
        MatrixUnreadable: Code foreign, version, length (truncated) or key.
        OSError: There is no such file, or it cannot be read.
    """

    def __init__(self, path: Path, key: bytes) -> None:
        with path.open("rb") as file:
            # An empty file cannot be mapped.
            if not os.fstat(file.fileno()).st_size:
                raise MatrixUnreadable("length", "the file is empty")
            self._map = mmap(file.fileno(), 0, access=ACCESS_READ)
        self._key = key
        try:
            self._count = card_count(self._map, key)
        except ValueError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self._count

    def close(self) -> None:
        """Let go of the file; it cannot be read afterwards."""
        self._map.close()

    def face(self, card_number: int) -> Face:
        """
        Read and prove the face of a card, numbered 1 to len(self).

        Raises:
            CardCorrupt: The face does not pass its check.
            IndexError: The matrix has no such card.
        """
        record = self._records(card_number, card_number)
        if corrupt_in(record, card_number, self._key):
            raise CardCorrupt(card_number)
        return faces_from_bytes(record[:FACE_BYTES])[0]

    def corrupt_cards(self) -> list[int]:
        """Prove every face; give the numbers of the unplayable cards, ascending."""
        return corrupt_in(self._records(1, self._count), 1, self._key)

    def row_masks(self, first: int, last: int) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        """
        Read cards `first` to `last`, both included, for an `Evaluator`; corrupt cards are left out.

        Returns:
            Card numbers, ascending, and their row masks: shape (cards, 3 rows, 3 words), bit b of word w
            standing for number 32 w + b + 1. Both are copies.

        Raises:
            IndexError: The matrix does not hold the whole range.
        """
        import numpy as np

        records = self._records(first, last)
        numbers = np.arange(first, last + 1, dtype=np.int64)
        words = np.frombuffer(records, dtype="<u4").reshape(-1, RECORD_BYTES // 4)
        masks = words[:, : FACE_BYTES // 4].astype(np.uint32).reshape(-1, 3, 3)
        sound = ~np.isin(numbers, corrupt_in(records, first, self._key))
        return numbers[sound], masks[sound]

    def _records(self, first: int, last: int) -> bytes:
        if not 1 <= first <= last <= self._count:
            raise IndexError(f"the matrix holds cards 1 to {self._count}, not {first} to {last}")
        return self._map[HEADER_BYTES + (first - 1) * RECORD_BYTES : HEADER_BYTES + last * RECORD_BYTES]

"""
Matrix files on disk: written once, then read through `mmap` and never changed.

The format is `sessions.rules.matrix`; here are only the file and its reading by card number.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from mmap import ACCESS_READ, mmap
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Self

from sessions.rules.cards import ALL_NUMBERS, BadFace
from sessions.rules.face_arrays import layout_identities, ranks_of_row_masks, set_identities
from sessions.rules.matrix import (
    FACE_BYTES,
    HEADER_BYTES,
    RECORD_BYTES,
    CardCorrupt,
    MatrixUnreadable,
    card_count,
    corrupt_in,
    faces_from_bytes,
    header_bytes,
    matrix_bytes,
    record_bytes,
    row_mask_batches,
)
from sessions.rules.strips import CARDS_A_STRIP
from sessions.rules.uniform import OS_BITS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from sessions.rules.cards import Face
    from sessions.rules.uniform import Bits

# Cards written, or proved, in one go.
_PART_CARDS = 16_384


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
    with _whole_file(path) as write:
        write(data)
    return sha256(data).hexdigest()


def write_generated(
    path: Path,
    count: int,
    key: bytes,
    *,
    strips: bool = False,
    bits: Bits = OS_BITS,
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """
    Draw a new matrix and write it, whole or not at all as `write_matrix` does, but some cards at a time.

    Args:
        path: The file to write; its folder exists. A file already there is replaced.
        count: 1 to 1,000,000 cards; a multiple of six for strips.
        key: 16-64 bytes.
        strips: Cards 6k+1 to 6k+6 together hold 1-90 once each.
        bits: Where random bits come from; cards that are sold need the system's.
        progress: Told the number of cards written and to write, after each part.

    Returns:
        The SHA-256 of the file, 64 hexadecimal digits.

    Raises:
        ValueError: The count or the length of the key is out of range; nothing is written.
        OSError: The disk refused.
    """
    head = header_bytes(count, key)
    digest = sha256()
    done = 0
    with _whole_file(path) as write:
        for part in chain([head], _record_parts(row_mask_batches(count, bits, strips=strips), key)):
            write(part)
            digest.update(part)
            if part is not head:
                done += len(part) // RECORD_BYTES
                if progress:
                    progress(done, count)
    return digest.hexdigest()


def copy_matrix(source: Path, path: Path) -> None:
    """
    Copy a matrix file, whole or not at all.

    Args:
        source: The file to copy.
        path: The file to write; its folder exists. A file already there is replaced.

    Raises:
        OSError: The disk refused.
    """
    with source.open("rb") as file, _whole_file(path) as write:
        while part := file.read(_PART_CARDS * RECORD_BYTES):
            write(part)


def _record_parts(batches: Iterable[NDArray[np.uint32]], key: bytes) -> Iterator[bytes]:
    first = 1
    for masks in batches:
        for start in range(0, len(masks), _PART_CARDS):
            part = masks[start : start + _PART_CARDS]
            yield record_bytes(part.astype("<u4").tobytes(), first, key)
            first += len(part)


@contextmanager
def _whole_file(path: Path) -> Iterator[Callable[[bytes], object]]:
    """Write a temporary file beside the path; synced and renamed at the end, gone if anything went wrong."""
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        temporary = Path(file.name)
        try:
            yield file.write
            file.flush()
            os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last: a rename is lost on a power cut unless the folder is synced too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@dataclass(frozen=True, slots=True)
class MatrixProof:
    """What a matrix file was seen to hold."""

    cards: int
    sha256: str
    bad_checks: int
    bad_faces: int
    distinct_faces: int
    distinct_number_sets: int
    layouts: int
    whole_strips: int

    @property
    def sound(self) -> bool:
        """Every face is one and passes its check, and no two hold the same 15 numbers."""
        return not self.bad_checks and not self.bad_faces and self.distinct_number_sets == self.cards


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

    def prove(self, progress: Callable[[int, int], None] | None = None) -> MatrixProof:
        """
        Read the whole file and count what it holds; 24 bytes a card are kept meanwhile.

        Args:
            progress: Told the number of cards read and to read, after each part.

        Returns:
            The proof; faces that are none or fail their check count as bad, and in nothing else.
        """
        import numpy as np

        digest = sha256(self._map[:HEADER_BYTES])
        ranks = np.empty(self._count, dtype=np.uint64)
        sound = bad_checks = bad_faces = whole_strips = 0
        # Whole strips in each part, so that none is cut.
        part_cards = _PART_CARDS - _PART_CARDS % CARDS_A_STRIP
        for first in range(1, self._count + 1, part_cards):
            last = min(first + part_cards - 1, self._count)
            digest.update(self._records(first, last))
            numbers, masks = self.row_masks(first, last)
            bad_checks += last - first + 1 - len(numbers)
            good = _ranks_of_faces(masks)
            bad_faces += len(masks) - len(good)
            ranks[sound : sound + len(good)] = good
            sound += len(good)
            if len(masks) == last - first + 1:
                whole_strips += _whole_strips(masks)
            if progress:
                progress(last, self._count)
        ranks = ranks[:sound]
        return MatrixProof(
            cards=self._count,
            sha256=digest.hexdigest(),
            bad_checks=bad_checks,
            bad_faces=bad_faces,
            distinct_faces=_distinct(ranks),
            distinct_number_sets=_distinct(set_identities(ranks)),
            layouts=_distinct(layout_identities(ranks)),
            whole_strips=whole_strips,
        )

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


def _ranks_of_faces(masks: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """Give the ranks of those masks that are faces."""
    import numpy as np

    try:
        return ranks_of_row_masks(masks)
    except BadFace:
        # Never so in a file of ours: then one by one, to lose no other.
        good = []
        for mask in masks:
            with suppress(BadFace):
                good.append(ranks_of_row_masks(mask[None])[0])
        return np.array(good, dtype=np.uint64)


def _whole_strips(masks: NDArray[np.uint32]) -> int:
    """Count the groups of six, from the first card on, which hold all 90 numbers."""
    import numpy as np

    six = masks[: len(masks) // CARDS_A_STRIP * CARDS_A_STRIP].reshape(-1, 3 * CARDS_A_STRIP, 3)
    all_words = [ALL_NUMBERS >> shift & 0xFFFFFFFF for shift in (0, 32, 64)]
    return int((np.bitwise_or.reduce(six, axis=1) == np.array(all_words, dtype=np.uint32)).all(axis=1).sum())


def _distinct(values: NDArray[np.uint64] | NDArray[np.int64]) -> int:
    import numpy as np

    ordered = np.sort(values)
    return int(np.count_nonzero(ordered[1:] != ordered[:-1])) + bool(len(ordered))

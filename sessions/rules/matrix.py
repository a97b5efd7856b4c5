r"""
A matrix: the faces of cards 1, 2, 3 ... and the bytes they are kept in. A card's face is matrix[number].

A file is a header of 24 bytes and 44 bytes a face, in order of card number; all integers are little endian.
Header: magic `BINGO90\n` (8), version 1 (4), count (4), check of these 16 bytes (8).
Face: top, middle and bottom row mask (12 each, bit n-1 for number n), check of number (4) + masks (8).
A check is BLAKE2b of 8 bytes, keyed, `person` = `bingo-matrix` or `bingo-face`: without the key no face can be
made or moved to another number, and one damaged face is known without doubting its neighbours.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from hmac import compare_digest
from struct import Struct
from typing import TYPE_CHECKING, Any

from sessions.rules.cards import COLUMNS, BadFace, Face, check_face
from sessions.rules.ranking import (
    OS_BITS,
    first_ranks,
    layouts_of,
    patterns,
    rank_array,
    subsets_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from mmap import mmap

    import numpy as np
    from numpy.typing import NDArray

    from sessions.rules.ranking import Bits

    Data = bytes | mmap

MAGIC = b"BINGO90\n"
VERSION = 1
MASK_BYTES = 12
FACE_BYTES = 3 * MASK_BYTES
CHECK_BYTES = 8
RECORD_BYTES = FACE_BYTES + CHECK_BYTES
LAST_COUNT = 1_000_000
SHORTEST_KEY = 16

_HEADER = Struct("<8sII")
HEADER_BYTES = _HEADER.size + CHECK_BYTES
_NUMBER = Struct("<I")
# Faces unranked in one go: few enough for the processor's cache, many enough to hide numpy's overhead.
_BATCH = 8192


class MatrixUnreadable(ValueError):
    """
    The bytes are no matrix that this key can vouch for.

    `code` is one of: foreign (another kind of file), version (a newer format), length (truncated, too long, or
    its count damaged), key (written with another key, or its header damaged).
    """

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


class CardCorrupt(ValueError):
    """The face of this one card is damaged or forged: the card is unplayable, the others play on."""

    def __init__(self, card_number: int) -> None:
        super().__init__(f"the face of card {card_number} does not pass its check")
        self.card_number = card_number


def matrix_bytes(faces: Sequence[Face], key: bytes) -> bytes:
    """
    Write faces as a matrix; the same faces and key give the same bytes.

    Args:
        faces: 1 to 1,000,000 faces; the first is card 1's.
        key: 16-64 bytes.

    Returns:
        24 + 44 x len(faces) bytes.

    Raises:
        BadFace: One is no face of a card, or two hold the same 15 numbers (code same-numbers).
        ValueError: The number of faces or the length of the key is out of range.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.4.
    """
    check_count(len(faces))
    head = _HEADER.pack(MAGIC, VERSION, len(faces))
    parts = [head, _check(_keyed(key, b"bingo-matrix"), head)]
    seen: dict[int, int] = {}
    keyed = _keyed(key, b"bingo-face")
    for card_number, face in enumerate(faces, start=1):
        check_face(face)
        if (other := seen.setdefault(face.mask, card_number)) != card_number:
            raise BadFace("same-numbers", f"cards {other} and {card_number} hold the same 15 numbers")
        masks = b"".join(row.to_bytes(MASK_BYTES, "little") for row in face.rows)
        parts += [masks, _check(keyed, _NUMBER.pack(card_number) + masks)]
    return b"".join(parts)


def card_count(data: Data, key: bytes) -> int:
    """
    Read the header of a matrix.

    Args:
        data: The whole file.
        key: The key it was written with.

    Returns:
        How many cards it holds, 1 or more.

    Raises:
        MatrixUnreadable: Code foreign, version, length or key.
        ValueError: The length of the key is out of range.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.4.
    """
    if data[: len(MAGIC)] != MAGIC[: len(data)]:
        raise MatrixUnreadable("foreign", "it does not begin as a matrix does")
    if len(data) < HEADER_BYTES:
        raise MatrixUnreadable("length", f"{len(data)} bytes do not hold a header")
    head = data[: _HEADER.size]
    _, version, count = _HEADER.unpack(head)
    if version != VERSION:
        raise MatrixUnreadable("version", f"version {version} instead of {VERSION}")
    if not count or len(data) != HEADER_BYTES + count * RECORD_BYTES:
        raise MatrixUnreadable("length", f"{len(data)} bytes do not hold {count} cards")
    if not compare_digest(data[_HEADER.size : HEADER_BYTES], _check(_keyed(key, b"bingo-matrix"), head)):
        raise MatrixUnreadable("key", "written with another key, or its header is damaged")
    return int(count)


def corrupt_in(records: bytes, first: int, key: bytes) -> list[int]:
    """
    Name the cards whose faces do not pass their check.

    Args:
        records: 44 bytes a card, cut from a matrix file.
        first: The card number of the first record, 1 or more.
        key: The key they were written with.

    Returns:
        Card numbers, ascending; empty if all are sound.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.4.
    """
    keyed = _keyed(key, b"bingo-face")
    corrupt = []
    for card_number, start in enumerate(range(0, len(records), RECORD_BYTES), start=first):
        masks = records[start : start + FACE_BYTES]
        check = records[start + FACE_BYTES : start + RECORD_BYTES]
        if not compare_digest(check, _check(keyed, _NUMBER.pack(card_number) + masks)):
            corrupt.append(card_number)
    return corrupt


def faces_from_bytes(masks: bytes) -> list[Face]:
    """
    Read faces from bare row masks.

    Args:
        masks: 36 bytes a face: three masks of 12 bytes, little endian.

    Returns:
        The faces, unchecked.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    starts = range(0, len(masks), MASK_BYTES)
    rows = iter([int.from_bytes(masks[start : start + MASK_BYTES], "little") for start in starts])
    return [Face(three) for three in zip(rows, rows, rows, strict=True)]


def generate_matrix(count: int, bits: Bits = OS_BITS) -> list[Face]:
    """
    Draw the faces of a new matrix: no two alike, nor with the same 15 numbers, which would always win together.

    Every face is as likely as any other; one that would repeat an earlier set of numbers is drawn again.

    Args:
        count: 1 to 1,000,000.
        bits: Where random bits come from; cards that are sold need the system's.

    Returns:
        `count` faces in the order drawn; the first is card 1's.

    Raises:
        ValueError: The count is out of range, or the source of bits fell short.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I; O. 9-1-1979 (BOE-A-1979-2188), art. 33.4.
    """
    return faces_from_bytes(generate_row_masks(count, bits).astype("<u4").tobytes())


def generate_row_masks(count: int, bits: Bits = OS_BITS) -> NDArray[np.uint32]:
    """
    Draw the faces of a new matrix as `generate_matrix` does, into an array.

    Args:
        count: 1 to 1,000,000.
        bits: Where random bits come from.

    Returns:
        Shape (count, 3 rows, 3 words): bit b of word w of a row stands for number 32 w + b + 1.

    Raises:
        ValueError: As `generate_matrix`.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I; O. 9-1-1979 (BOE-A-1979-2188), art. 33.4.
    """
    import numpy as np

    check_count(count)
    ranks = rank_array(count, bits)
    while True:
        _, firsts = np.unique(_set_identities(ranks), return_index=True)
        if len(firsts) == count:
            return row_masks_of_ranks(ranks)
        ranks = ranks[np.sort(firsts)]
        ranks = np.concatenate([ranks, rank_array(count - len(ranks), bits)])


def row_masks_of_ranks(ranks: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """
    Read the faces of many ranks at once; the same faces as `face_of`.

    Args:
        ranks: One dimension, each 0 to TOTAL-1.

    Returns:
        Shape (len(ranks), 3 rows, 3 words): bit b of word w of a row stands for number 32 w + b + 1.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    import numpy as np

    masks = np.empty((len(ranks), 3, 3), dtype=np.uint32)
    for start in range(0, len(ranks), _BATCH):
        masks[start : start + _BATCH] = _unrank(ranks[start : start + _BATCH])
    return masks


def check_count(count: int) -> None:
    """
    Refuse a number of cards that no matrix holds.

    Raises:
        ValueError: It is not 1 to 1,000,000.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.4.
    """
    if not 1 <= count <= LAST_COUNT:
        raise ValueError(f"a matrix holds 1 to {LAST_COUNT} cards, not {count}")


def _keyed(key: bytes, person: bytes) -> blake2b:
    if len(key) < SHORTEST_KEY:
        raise ValueError(f"a key has at least {SHORTEST_KEY} bytes, not {len(key)}")
    return blake2b(digest_size=CHECK_BYTES, key=key, person=person)


def _check(keyed: blake2b, message: bytes) -> bytes:
    # A copy of the keyed state spares hashing the key again for each of thousands of faces.
    state = keyed.copy()
    state.update(message)
    return state.digest()


@cache
def _tables() -> dict[str, NDArray[Any]]:
    import numpy as np

    layouts = [layouts_of(threes) for threes in range(4)]
    starts = np.cumsum([0, *map(len, layouts)])
    return {
        "first_ranks": np.array(first_ranks(), dtype=np.uint64),
        "sets": np.array([pattern.sets for pattern in patterns()], dtype=np.uint64),
        "first_sets": np.cumsum([0, *(pattern.sets for pattern in patterns())], dtype=np.uint64),
        "subsets": np.array([pattern.subsets for pattern in patterns()], dtype=np.int64),
        "slots": np.array([pattern.slots for pattern in patterns()], dtype=np.intp),
        "first_layouts": np.array([starts[pattern.threes] for pattern in patterns()], dtype=np.int64),
        "layouts": np.concatenate([np.array(some, dtype=np.intp) for some in layouts]),
    }


@cache
def _column_tables(column: int) -> tuple[NDArray[np.intp], NDArray[np.uint32]]:
    """Give, for one column, where each row choice (1-7) begins in a table of its subsets' row masks."""
    import numpy as np

    begins = [0]
    table = bytearray()
    for choice in range(1, 8):
        begins.append(len(table) // FACE_BYTES)
        for subset in subsets_of(column, choice.bit_count()):
            numbers = iter(subset)
            rows = [1 << (next(numbers) - 1) if choice >> row & 1 else 0 for row in range(3)]
            table += b"".join(row.to_bytes(MASK_BYTES, "little") for row in rows)
    words = np.frombuffer(bytes(table), dtype="<u4").astype(np.uint32)
    return np.array(begins, dtype=np.intp), words.reshape(-1, 3, 3)


def _unrank(ranks: NDArray[np.uint64]) -> NDArray[np.uint32]:
    import numpy as np

    tables = _tables()
    places = np.searchsorted(tables["first_ranks"], ranks, side="right") - 1
    layout_index, rest = np.divmod(ranks - tables["first_ranks"][places], tables["sets"][places])
    layouts = tables["first_layouts"][places] + layout_index.astype(np.int64)
    subset_index = rest.astype(np.int64)
    masks = np.zeros((len(ranks), 3, 3), dtype=np.uint32)
    for column in reversed(range(COLUMNS)):
        subset_index, subset = np.divmod(subset_index, tables["subsets"][places, column])
        begins, words = _column_tables(column)
        choice = tables["layouts"][layouts, tables["slots"][places, column]]
        masks |= words[begins[choice] + subset]
    return masks


def _set_identities(ranks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Number the 15-number sets: equal for two faces exactly when they hold the same numbers."""
    import numpy as np

    tables = _tables()
    places = np.searchsorted(tables["first_ranks"], ranks, side="right") - 1
    within = (ranks - tables["first_ranks"][places]) % tables["sets"][places]
    identities: NDArray[np.uint64] = tables["first_sets"][places] + within
    return identities

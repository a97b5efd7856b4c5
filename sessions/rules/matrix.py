r"""
A matrix: the faces of cards 1, 2, 3 ... and the bytes they are kept in. A card's face is matrix[number].

A file is a header of 24 bytes and 44 bytes a face, in order of card number; all integers are little endian.
Header: magic `BINGO90\n` (8), version 1 (4), count (4), check of these 16 bytes (8).
Face: top, middle and bottom row mask (12 each, bit n-1 for number n), check of number (4) + masks (8).
A check is BLAKE2b of 8 bytes, keyed, `person` = `bingo-matrix` or `bingo-face`: without the key no face can be
made or moved to another number, and one damaged face is known without doubting its neighbours.
"""

from __future__ import annotations

from hashlib import blake2b
from hmac import compare_digest
from struct import Struct
from typing import TYPE_CHECKING

from sessions.rules.cards import BadFace, Face, check_face
from sessions.rules.face_arrays import ranks_of_row_masks, row_masks_of_ranks, set_identities
from sessions.rules.ranking import rank_array
from sessions.rules.seen import Seen
from sessions.rules.strip_arrays import strip_row_masks
from sessions.rules.strips import CARDS_A_STRIP
from sessions.rules.uniform import OS_BITS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from mmap import mmap

    import numpy as np
    from numpy.typing import NDArray

    from sessions.rules.uniform import Bits

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
# Cards drawn in one go: whole strips, 2.4 MB of faces.
BATCH_CARDS = 65_532


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
    seen: dict[int, int] = {}
    for card_number, face in enumerate(faces, start=1):
        check_face(face)
        if (other := seen.setdefault(face.mask, card_number)) != card_number:
            raise BadFace("same-numbers", f"cards {other} and {card_number} hold the same 15 numbers")
    masks = b"".join(row.to_bytes(MASK_BYTES, "little") for face in faces for row in face.rows)
    return header_bytes(len(faces), key) + record_bytes(masks, 1, key)


def header_bytes(count: int, key: bytes) -> bytes:
    """
    Write the header of a matrix.

    Args:
        count: 1 to 1,000,000 cards.
        key: 16-64 bytes.

    Returns:
        24 bytes.

    Raises:
        ValueError: The number of cards or the length of the key is out of range.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.4.
    """
    check_count(count)
    head = _HEADER.pack(MAGIC, VERSION, count)
    return head + _check(_keyed(key, b"bingo-matrix"), head)


def record_bytes(masks: bytes, first: int, key: bytes) -> bytes:
    """
    Write the records of cards, each with its check.

    Args:
        masks: 36 bytes a face: three masks of 12 bytes, little endian. They are written as they are.
        first: The card number of the first face, 1 or more.
        key: 16-64 bytes.

    Returns:
        44 bytes a face.

    Raises:
        ValueError: The length of the key is out of range.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.4.
    """
    keyed = _keyed(key, b"bingo-face")
    parts = []
    for card_number, start in enumerate(range(0, len(masks), FACE_BYTES), start=first):
        face = masks[start : start + FACE_BYTES]
        parts += [face, _check(keyed, _NUMBER.pack(card_number) + face)]
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

    return np.concatenate(list(row_mask_batches(count, bits)))


def row_mask_batches(count: int, bits: Bits = OS_BITS, *, strips: bool = False) -> Iterator[NDArray[np.uint32]]:
    """
    Draw the faces of a new matrix as `generate_matrix` does, some at a time; only 8 bytes a card are remembered.

    Args:
        count: 1 to 1,000,000; a multiple of six for strips.
        bits: Where random bits come from.
        strips: Cards 6k+1 to 6k+6 form a strip, which holds 1-90 once each; every strip is as likely as any other,
            and one that repeats the numbers of an earlier card is drawn again whole.

    Yields:
        Row masks, together `count` faces in order of card number.

    Raises:
        ValueError: As `generate_matrix`.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I, and O. 28-2-1979 (BOE-A-1979-8058); O. 9-1-1979 (BOE-A-1979-2188),
        art. 33.4.
    """
    import numpy as np

    check_count(count, CARDS_A_STRIP if strips else 1)
    seen = Seen()
    for start in range(0, count, BATCH_CARDS):
        left = min(BATCH_CARDS, count - start)
        parts: list[NDArray[np.uint32]] = []
        while left:
            masks = _strips(left, bits, seen) if strips else _singles(left, bits, seen)
            parts.append(masks)
            left -= len(masks)
        yield np.concatenate(parts)


def _singles(count: int, bits: Bits, seen: Seen) -> NDArray[np.uint32]:
    ranks = rank_array(count, bits)
    return row_masks_of_ranks(ranks[seen.admit(set_identities(ranks)[:, None])])


def _strips(count: int, bits: Bits, seen: Seen) -> NDArray[np.uint32]:
    masks = strip_row_masks(count // CARDS_A_STRIP, bits)
    identities = set_identities(ranks_of_row_masks(masks.reshape(-1, 3, 3)))
    return masks[seen.admit(identities.reshape(-1, CARDS_A_STRIP))].reshape(-1, 3, 3)


def check_count(count: int, multiple_of: int = 1) -> None:
    """
    Refuse a number of cards that no matrix holds.

    Args:
        count: The number of cards.
        multiple_of: What it is sold in: 6 where the cards are strips.

    Raises:
        ValueError: It is not 1 to 1,000,000, or no such multiple.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.4.
    """
    if not 1 <= count <= LAST_COUNT:
        raise ValueError(f"a matrix holds 1 to {LAST_COUNT} cards, not {count}")
    if count % multiple_of:
        raise ValueError(f"strips of {multiple_of} make no {count} cards")


def _keyed(key: bytes, person: bytes) -> blake2b:
    if len(key) < SHORTEST_KEY:
        raise ValueError(f"a key has at least {SHORTEST_KEY} bytes, not {len(key)}")
    return blake2b(digest_size=CHECK_BYTES, key=key, person=person)


def _check(keyed: blake2b, message: bytes) -> bytes:
    # A copy of the keyed state spares hashing the key again for each of thousands of faces.
    state = keyed.copy()
    state.update(message)
    return state.digest()

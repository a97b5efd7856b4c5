"""
Whole numbers below a limit, each exactly as likely as any other, out of a source of random bits.

A word beyond the last whole multiple of the limit is thrown away and drawn again: a bare remainder would favour
the low numbers.
"""

from __future__ import annotations

import os
from struct import iter_unpack
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    Bits = Callable[[int], bytes]
    """A source of random bits: asked for n, it gives n bytes."""

OS_BITS: Bits = os.urandom
WORD_BYTES = 8
_SHORT_BYTES = 4
_SHORT_VALUES = 1 << 32


def taken(bits: Bits, size: int) -> bytes:
    """
    Take bytes from a source and see that it gave what was asked.

    Args:
        bits: The source.
        size: How many bytes.

    Returns:
        `size` bytes.

    Raises:
        ValueError: The source gave another number of bytes than asked.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    drawn = bits(size)
    if len(drawn) != size:
        raise ValueError(f"the source of bits gave {len(drawn)} bytes instead of {size}")
    return drawn


def words(bits: Bits, count: int) -> list[int]:
    """
    Take words of 64 bits.

    Args:
        bits: The source.
        count: How many words.

    Returns:
        `count` numbers below 2^64, in the order drawn.

    Raises:
        ValueError: As `taken`.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    return [word for (word,) in iter_unpack("<Q", taken(bits, WORD_BYTES * count))]


def word_array(bits: Bits, count: int) -> NDArray[np.uint64]:
    """
    Take words of 64 bits as `words` does, into an array.

    Args:
        bits: The source.
        count: How many words.

    Returns:
        One dimension, `count` words in the order drawn.

    Raises:
        ValueError: As `taken`.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    import numpy as np

    return np.frombuffer(taken(bits, WORD_BYTES * count), dtype="<u8").astype(np.uint64)


def below(limits: NDArray[np.int64], bits: Bits) -> NDArray[np.int64]:
    """
    Draw one number below each limit.

    Args:
        limits: One dimension, each 1 to 2^32.
        bits: The source.

    Returns:
        As many numbers, each 0 to its limit - 1.

    Raises:
        ValueError: As `taken`.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    import numpy as np

    found = np.empty(len(limits), dtype=np.int64)
    open_places = np.arange(len(limits))
    while len(open_places):
        drawn = np.frombuffer(taken(bits, _SHORT_BYTES * len(open_places)), dtype="<u4").astype(np.int64)
        wanted = limits[open_places]
        fits = drawn < _SHORT_VALUES - _SHORT_VALUES % wanted
        found[open_places[fits]] = drawn[fits] % wanted[fits]
        open_places = open_places[~fits]
    return found

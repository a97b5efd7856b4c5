"""
The electronic draw's arithmetic: from a secret fixed before the first sale, the order in which ninety balls come.

Anyone can write it again, in any language. All texts are ASCII; lines are joined by one line feed, none at the end.

1. `commitment` = SHA-256 of the four lines `bingo-draw-v1`, hall, stream, secret (64 hexadecimal digits, lower case).
   It is published before the first card is sold; the secret after the game.
2. `seed` = HMAC-SHA-256, its key the secret's 32 bytes, of the five lines `bingo-draw-v1`, hall, stream, closing,
   number. `closing` is the hash of the journal's row that closed the sale, `number` the digits drawn in public then.
3. The seed's words: block 0, 1, 2 … is the HMAC-SHA-256, its key the seed, of the block's number in decimal digits.
   Each block is eight words of 32 bits, most significant byte first.
4. Begin with the list 1, 2 … 90. For n = 90, 89 … 2 take words until one is below the greatest multiple of n that is
   not above 2^32; its remainder by n is the place (counted from 0) that changes with place n - 1.
5. The list, read from its beginning, is the order.

Nothing else goes in: no time, no card, no person, no state of a generator that could come again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from typing import Final

VERSION: Final = "bingo-draw-v1"
BALLS: Final = 90
"""As everywhere (`facts.BALLS`); this module takes nothing from any other."""
SECRET_BYTES: Final = 32
WORD_BYTES: Final = 4
WORD_VALUES: Final = 1 << 32


def _lines(*lines: str) -> bytes:
    if any("\n" in line for line in lines):
        raise ValueError("a line of a draw has no line feed in it")
    return "\n".join((VERSION, *lines)).encode("ascii")


def commitment_of(secret: bytes, *, hall: str, stream: str) -> str:
    """
    Give what is published before the first card is sold: 64 hexadecimal digits that tell nothing of the secret.

    Args:
        secret: 32 bytes.
        hall: The hall's code.
        stream: The game's stream in the journal, `game:<session>:<game>`.

    Raises:
        ValueError: The secret is not 32 bytes, or a text is not one line of ASCII.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II (where only devices with balls stand).
    """
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return hashlib.sha256(_lines(hall, stream, secret.hex())).hexdigest()


def seed_of(secret: bytes, *, hall: str, stream: str, closing: str, number: str) -> bytes:
    """
    Give the seed of a game's order, 32 bytes: neither who knows the secret nor who draws the number can choose it.

    Args:
        secret: 32 bytes.
        hall: The hall's code.
        stream: The game's stream in the journal.
        closing: The hash of the journal's row that closed the sale.
        number: The digits drawn in public after it.

    Raises:
        ValueError: A text is not one line of ASCII.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II and IV: drawn after the sale closed, in view of the public.
    """
    return hmac.digest(secret, _lines(hall, stream, closing, number), "sha256")


def words_of(seed: bytes) -> Iterator[int]:
    """
    Give the seed's words, 0 to 2^32 - 1, without end.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II.
    """
    block_no = 0
    while True:
        block = hmac.digest(seed, str(block_no).encode("ascii"), "sha256")
        for at in range(0, len(block), WORD_BYTES):
            yield int.from_bytes(block[at : at + WORD_BYTES], "big")
        block_no += 1


def below(limit: int, words: Iterator[int], *, values: int = WORD_VALUES) -> int:
    """
    Take a number 0 to `limit` - 1, each as likely as any other.

    Args:
        limit: 1 to `values`.
        words: Numbers 0 to `values` - 1, each as likely as any other.
        values: How many different words there are.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I: the numbers 1 to 90 with the same chance.
    """
    fair = values - values % limit
    return next(word for word in words if word < fair) % limit


def order_of(seed: bytes) -> tuple[int, ...]:
    """
    Give the order in which the balls come: 1 to 90, each once.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I and IV; O. 9-1-1979 (BOE-A-1979-2188), art. 34.2.
    """
    words = words_of(seed)
    balls = list(range(1, BALLS + 1))
    for n in range(BALLS, 1, -1):
        place = below(n, words)
        balls[place], balls[n - 1] = balls[n - 1], balls[place]
    return tuple(balls)

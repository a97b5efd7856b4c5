"""
The electronic draw written a second time, from `docs/devices/rng.md` and with nothing of the hall's code.

HMAC by its definition (RFC 2104), words cut out of one long text, places counted from 1.
"""

from hashlib import sha256

BLOCK = 64


def mac(key: bytes, text: str) -> bytes:
    """Give HMAC-SHA-256, by hand."""
    padded = key.ljust(BLOCK, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + text.encode()).digest()
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def order_again(secret: str, hall: str, stream: str, closing: str, number: str) -> tuple[int, ...]:
    """Give the order of the balls."""
    seed = mac(bytes.fromhex(secret), f"bingo-draw-v1\n{hall}\n{stream}\n{closing}\n{number}")
    # Sixty blocks are many more words than any order needs.
    stream_of_words = "".join(mac(seed, str(block)).hex() for block in range(60))
    words = [int(stream_of_words[at : at + 8], 16) for at in range(0, len(stream_of_words), 8)]
    swaps, at = {}, 0
    for n in range(90, 1, -1):
        while words[at] > 2**32 - 1 - 2**32 % n:
            at += 1
        swaps[n] = words[at] % n + 1
        at += 1
    ball_at = {place: place for place in range(1, 91)}
    for n, place in swaps.items():
        ball_at[n], ball_at[place] = ball_at[place], ball_at[n]
    return tuple(ball_at[place] for place in range(1, 91))

"""How long to wait before a port is tried again: 0.25, 0.5, 1, 2, 2, ... seconds, for ever."""

from collections.abc import Iterator

FIRST_SECONDS = 0.25
LONGEST_SECONDS = 2.0


def waits() -> Iterator[float]:
    """Yield the waits in seconds; never ends."""
    wait = FIRST_SECONDS
    while True:
        yield wait
        wait = min(wait * 2, LONGEST_SECONDS)

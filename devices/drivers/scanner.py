"""
Scanners that send lines.

`Device.driver` says how: `lines`, `lines:<prefix>` or `lines:<prefix>:<suffix>`, prefix and suffix in hex.
"""

from typing import Protocol

from devices.codecs.scan_lines import ScanDecoder, ScanRead
from devices.drivers.base import Clock

SILENCE_SECONDS = 0.5
"""A reader sends a line in one go; what waits longer for its end was noise."""

__all__ = ["SILENCE_SECONDS", "LineScanner", "ScanRead", "Scanner"]


class Scanner(Protocol):
    """A reader of codes; it only speaks."""

    @property
    def dropped(self) -> int:
        """How many lines were no scan."""

    def receive(self, data: bytes) -> list[ScanRead]:
        """Take bytes from the port and return the codes they complete."""


class LineScanner:
    """
    The `Scanner` that sends each code as a line.

    Args:
        clock: Seconds, never going back.
        prefix: Bytes before the text, in hex, such as `02`; empty for none.
        suffix: Bytes behind the text, before the line's end, in hex.

    Raises:
        ValueError: Prefix or suffix are not hex.
    """

    def __init__(self, clock: Clock, prefix: str = "", suffix: str = "") -> None:
        self._clock = clock
        self._decoder = ScanDecoder(bytes.fromhex(prefix), bytes.fromhex(suffix))
        self._heard_at = clock()

    @property
    def dropped(self) -> int:
        """How many lines were no scan."""
        return self._decoder.dropped

    def receive(self, data: bytes) -> list[ScanRead]:
        """Take bytes; those that waited too long for their line's end are not joined to the new ones."""
        now = self._clock()
        if now >= self._heard_at + SILENCE_SECONDS:
            self._decoder.idle()
        self._heard_at = now
        return self._decoder.feed(data)

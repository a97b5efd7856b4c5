"""
Scanner lines: what a barcode or QR reader sends for each code it reads, one line of text.

A line ends with CR, LF or both. A reader may be set to put fixed bytes before and behind the text; then they tell a
whole scan from a torn one. Nothing is answered, and nothing is asked again: whoever scans sees it and scans again.

Source: docs/devices/scanner.md.
"""

import unicodedata
from dataclasses import dataclass

LONGEST_TEXT = 64
_LINE_BYTES_MAX = 512


@dataclass(frozen=True, slots=True)
class ScanRead:
    """One code read: 1 to 64 characters, no control characters, no blanks at its ends."""

    text: str


class ScanDecoder:
    """
    Bytes to scans, however they are cut.

    Args:
        prefix: Bytes that stand before the text; what comes before them on the line is noise.
        suffix: Bytes that stand behind the text; what comes after them on the line is noise.
    """

    def __init__(self, prefix: bytes = b"", suffix: bytes = b"") -> None:
        self.dropped = 0
        self._prefix, self._suffix = prefix, suffix
        self._line = bytearray()

    def feed(self, data: bytes) -> list[ScanRead]:
        """Take bytes and return the scans they complete; a line that is no scan is counted in `dropped`."""
        # CRLF leaves an empty line, which is nothing.
        *whole, rest = data.replace(b"\r", b"\n").split(b"\n")
        scans = []
        for end in whole:
            self._line += end
            scans += self._close()
        self._line += rest
        # Only the last bytes can be a scan: what never ends must not fill the memory.
        del self._line[:-_LINE_BYTES_MAX]
        return scans

    def idle(self) -> None:
        """Take note of a silence: a reader sends a line in one go, so what is open was noise."""
        if self._line:
            self.dropped += 1
            self._line.clear()

    def _close(self) -> list[ScanRead]:
        line = bytes(self._line[-_LINE_BYTES_MAX:])
        self._line.clear()
        if not line:
            return []
        text = self._text_of(line)
        if not 1 <= len(text) <= LONGEST_TEXT:
            self.dropped += 1
            return []
        return [ScanRead(text)]

    def _text_of(self, line: bytes) -> str:
        """Return the text between prefix and suffix; empty when one of them is missing."""
        _noise, found, line = line.rpartition(self._prefix) if self._prefix else (b"", b"-", line)
        if self._suffix and found:
            line, found, _noise = line.partition(self._suffix)
        if not found:
            return ""
        text = line.decode("utf-8", errors="ignore")
        # Cc and Cf: neither a bell nor a mark that turns writing around is part of a code.
        return "".join(sign for sign in text if unicodedata.category(sign) not in {"Cc", "Cf"}).strip()

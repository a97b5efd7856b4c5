"""
Lines of a reader that says balls as a scanner says codes: printable ASCII, ended by CR, LF or both.

A line has no check of its own, so nothing is repaired: one that does not match to its last character is damaged, and
a person looks at the ball.

Source: docs/devices/line.md.
"""

import re
from dataclasses import dataclass

from devices.codecs.line_patterns import LONGEST_LINE

_ENDS = re.compile(rb"[\r\n]+")
# STX, ETX and TAB too: many readers put them around a code, and a pattern can name them.
_TEXT = re.compile(rb"[\x02\x03\t -~]+")
_PERCENT = range(101)


@dataclass(frozen=True, slots=True)
class LineDamaged:
    """A line that is no text: too long, or with bytes that are no text; `data` its first bytes."""

    data: bytes


@dataclass(frozen=True, slots=True)
class SaidBall:
    """
    A line that says a ball.

    `number` is as written, not checked; `ordinal` None when the reader does not count; `quality` 0 to 100.
    """

    text: str
    number: int
    ordinal: int | None
    quality: int


@dataclass(frozen=True, slots=True)
class SaidUnread:
    """A line by which the reader says that it could not read the ball."""

    text: str


@dataclass(frozen=True, slots=True)
class SaidNonsense:
    """A whole line that is nothing the hall's patterns know."""

    text: str


@dataclass(frozen=True, slots=True)
class LinePatterns:
    """What lines mean: `ball` has a group `number`; `quality` 0 to 100 counts where the pattern has no such group."""

    ball: re.Pattern[str]
    unread: re.Pattern[str] | None
    ignore: re.Pattern[str] | None
    quality: int


class LineDecoder:
    """Find lines in a stream cut anywhere; memory is bounded by the longest line."""

    def __init__(self) -> None:
        self._open = bytearray()

    @property
    def in_line(self) -> bool:
        """Whether a line has begun and not ended."""
        return bool(self._open)

    def feed(self, data: bytes) -> list[str | LineDamaged]:
        """Take any number of bytes; return the lines they complete, in order. Empty lines are nothing."""
        *whole, rest = _ENDS.split(data)
        lines = []
        for end in whole:
            self._add(end)
            if self._open:
                lines.append(self._close())
        self._add(rest)
        return lines

    def idle(self) -> LineDamaged | None:
        """Say that the line has been silent: what is open was torn off."""
        if not self._open:
            return None
        torn = LineDamaged(bytes(self._open))
        self._open.clear()
        return torn

    def _add(self, data: bytes) -> None:
        # One byte more than a line may have tells that it was too long; the others need not be kept.
        self._open += data[: LONGEST_LINE + 1 - len(self._open)]

    def _close(self) -> str | LineDamaged:
        line = bytes(self._open)
        self._open.clear()
        if len(line) > LONGEST_LINE or not _TEXT.fullmatch(line):
            return LineDamaged(line)
        return line.decode("ascii")


def meaning_of(text: str, patterns: LinePatterns) -> SaidBall | SaidUnread | SaidNonsense | None:
    """Return what a line says; None for one the hall wants ignored."""
    if patterns.ignore and patterns.ignore.fullmatch(text):
        return None
    if patterns.unread and patterns.unread.fullmatch(text):
        return SaidUnread(text)
    match = patterns.ball.fullmatch(text)
    if match is None:
        return SaidNonsense(text)
    said = match.groupdict()
    if not all(value is None or value.isdecimal() for value in said.values()) or said["number"] is None:
        return SaidNonsense(text)
    quality = patterns.quality if "quality" not in said else int(said["quality"] or 0)
    return SaidBall(
        text,
        number=int(said["number"]),
        ordinal=int(said["ordinal"]) if said.get("ordinal") else None,
        # An impossible quality is none: the ball will be held.
        quality=quality if quality in _PERCENT else 0,
    )

"""ESC/POS as a simulated printer reads it: bytes to lines, cuts, pulses and questions. Sans I/O."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

ESC, GS, DLE, LF = 0x1B, 0x1D, 0x10, 0x0A
CODEPAGES: Final = {0: "cp437", 2: "cp850", 16: "cp1252", 19: "cp858"}
LENGTHS: Final = {
    (ESC, "@"): 2,
    (ESC, "!"): 3,
    (ESC, "E"): 3,
    (ESC, "a"): 3,
    (ESC, "d"): 3,
    (ESC, "t"): 3,
    (ESC, "p"): 5,
    (GS, "!"): 3,
    (GS, "r"): 3,
    (GS, "V"): 3,
    (DLE, "\x04"): 3,
}
"""How long each command is; any other one is dropped with its letter."""
CUT_WITH_FEED: Final = (65, 66)
_BIG, _BOLD = 0x30, 0x08


@dataclass(frozen=True, slots=True)
class Line:
    """A line printed."""

    text: str
    bold: bool
    big: bool


@dataclass(frozen=True, slots=True)
class Fed:
    """Paper fed, or cut."""

    lines: int = 0
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Kick:
    """A pulse to the cash drawer."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that is answered in its turn."""


@dataclass(frozen=True, slots=True)
class Realtime:
    """A question that is answered at once: `DLE EOT` with this number."""

    number: int


Item = Line | Fed | Kick | Question | Realtime


class EscposReader:
    """Takes bytes in pieces of any size."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._begin()
        self._text = ""

    def feed(self, data: bytes) -> list[Item]:
        """Take bytes and return what they complete."""
        self._bytes += data
        return list(self._items())

    def _begin(self) -> None:
        self._codepage = "cp437"
        self._bold = self._big = False

    def _items(self) -> Iterator[Item]:
        while self._bytes:
            first = self._bytes[0]
            if first in {ESC, GS, DLE}:
                length = self._length()
                if len(self._bytes) < length:
                    return
                command = bytes(self._bytes[:length])
                del self._bytes[:length]
                yield from self._obey(command)
            else:
                del self._bytes[0]
                if first == LF:
                    yield Line(self._text, bold=self._bold, big=self._big)
                    self._text = ""
                else:
                    self._text += bytes([first]).decode(self._codepage, errors="replace")

    def _length(self) -> int:
        if len(self._bytes) < 2:  # noqa: PLR2004 - a command is two bytes at least
            return 2
        key = (self._bytes[0], chr(self._bytes[1]))
        if key != (GS, "V"):
            return LENGTHS.get(key, 2)
        return 3 + (len(self._bytes) > 2 and self._bytes[2] in CUT_WITH_FEED)  # noqa: PLR2004 - its own third byte

    def _obey(self, command: bytes) -> Iterator[Item]:
        value = command[2] if len(command) > 2 else 0  # noqa: PLR2004 - the first argument
        match command[0], chr(command[1]):
            case (0x10, "\x04"):
                yield Realtime(value)
            case (0x1B, "d"):
                yield Fed(lines=value)
            case (0x1B, "p"):
                yield Kick()
            case (0x1D, "V"):
                yield Fed(cut=True)
            case (0x1D, "r"):
                yield Question()
            case (_, letter):
                self._style(letter, value)

    def _style(self, letter: str, value: int) -> None:
        match letter:
            case "@":
                self._begin()
                self._text = ""
            case "t":
                self._codepage = CODEPAGES.get(value, "cp437")
            case "E":
                self._bold = bool(value & 1)
            case "!":
                self._big, self._bold = value & _BIG == _BIG, bool(value & _BOLD)

"""
What a sign and a pair of numeric displays make of their bytes.

Neither has lamps. So that the demo can show what has passed over them, they remember the numbers shown since they
were blank.
"""

import re

from devices.simulators.panel_peers.serial_port import Shown

_MOST_BYTES = 4096


class _Remembering:
    """The numbers shown since there was none."""

    def __init__(self) -> None:
        self._seen: frozenset[int] = frozenset()

    def with_number(self, number: int, *, blank: bool) -> frozenset[int]:
        self._seen = frozenset() if blank else self._seen | ({number} if number else set())
        return self._seen


class AlphaReader:
    """An Alpha sign: files in its memory, of which it shows text A with the string it calls."""

    _PACKET = re.compile(rb"\x00{5,}\x01(.)(..)\x02([^\x03\x04]*)(?:\x03([0-9A-F]{4}))?\x04", re.DOTALL)
    _CALL = re.compile(rb"\x10(.)")
    _NUMBER = re.compile(r" *(\d{1,2}) +(\d{1,2})/90")

    def __init__(self) -> None:
        self._waiting = b""
        self._files: dict[bytes, bytes] = {}
        self._memory = _Remembering()

    def feed(self, data: bytes, shown: Shown) -> int:
        """Take bytes; each packet that is whole is obeyed."""
        self._waiting = (self._waiting + data)[-_MOST_BYTES:]
        bad = 0
        while found := self._PACKET.search(self._waiting):
            bad += found.start() > 0
            self._waiting = self._waiting[found.end() :]
            command, check = found[3], found[4]
            if check is not None and int(check, 16) != (2 + sum(command) + 3) & 0xFFFF:
                bad += 1
                continue
            self._obey(command, shown)
        return bad

    def _obey(self, command: bytes, shown: Shown) -> None:
        code, rest = command[:1], command[1:]
        if code == b"E":
            self._files.clear()
        elif code == b"A":
            self._files[rest[:1]] = rest[4:]  # behind its label: escape, position, mode
        elif code == b"G":
            self._files[rest[:1]] = rest[1:]
        text = self._CALL.sub(lambda call: self._files.get(call[1], b""), self._files.get(b"A", b"")).decode("ascii")
        found = self._NUMBER.fullmatch(text)
        number = int(found[1]) if found else 0
        blank = "/90" not in text
        shown(lit=self._memory.with_number(number, blank=blank), last=number, text=text.strip())


class DigitsReader:
    """Two displays on one line; a frame is STX, two digits of address, last ball and how many, ETX, exclusive or."""

    _FRAME = re.compile(rb"\x02(\d\d)([ \d]{2})([ \d]{2})\x03([0-9A-F]{2})", re.DOTALL)

    def __init__(self) -> None:
        self._waiting = b""
        self._digits: dict[bytes, bytes] = {}
        self._memory = _Remembering()

    def feed(self, data: bytes, shown: Shown) -> int:
        """Take bytes; each frame whose exclusive or is right is shown at its address."""
        self._waiting = (self._waiting + data)[-_MOST_BYTES:]
        bad = 0
        while found := self._FRAME.search(self._waiting):
            bad += found.start() > 0
            self._waiting = self._waiting[found.end() :]
            check = 0
            for byte in found[0][1:-2]:
                check ^= byte
            if int(found[4], 16) != check:
                bad += 1
                continue
            number = int(found[2].strip() or 0)
            self._digits[found[1]] = found[2] + b" " + found[3]
            text = "   ".join(self._digits[address].decode("ascii") for address in sorted(self._digits))
            blank = not found[3].strip()
            shown(lit=self._memory.with_number(number, blank=blank), last=number, text=text)
        return bad

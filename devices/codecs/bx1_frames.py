"""
BX/1 frames, sans-IO: bytes in, whole frames out.

frame = STX body CRC ETX; body is 1 to 96 printable ASCII bytes; CRC is CRC-16/CCITT-FALSE of the body as four
upper-case hex digits. A damaged frame is counted and never answered: the sender's own timer repairs it.

Source: docs/devices/bx1.md, "Frame".
"""

import binascii
from dataclasses import dataclass

STX = 0x02
ETX = 0x03
BODY_MAX = 96
SILENCE_SECONDS = 0.2
"""A frame still open after this much silence will not be finished: longest frame at 9600 baud + adapter."""

_CRC_LENGTH = 4
_PRINTABLE = range(0x20, 0x7F)


@dataclass(frozen=True, slots=True)
class Frame:
    """One intact frame; `body` is 1 to 96 characters, 0x20 to 0x7E."""

    body: str


@dataclass(frozen=True, slots=True)
class FrameDamaged:
    """Bytes that began a frame and did not end one; `reason` is `short`, `bad` or `silence`."""

    reason: str
    data: bytes


def crc_of(body: bytes) -> bytes:
    """Return the CRC-16/CCITT-FALSE of `body` as four upper-case hex digits; "123456789" gives 29B1."""
    return b"%04X" % binascii.crc_hqx(body, 0xFFFF)


def encode_frame(body: str) -> bytes:
    """
    Wrap a body for the wire.

    Raises:
        ValueError: The body is empty, longer than 96 bytes, or not printable ASCII.
    """
    data = body.encode("ascii", "replace")
    if not 1 <= len(data) <= BODY_MAX or any(byte not in _PRINTABLE for byte in data) or not body.isascii():
        msg = f"not a BX/1 body: {body!r}"
        raise ValueError(msg)
    return bytes([STX]) + data + crc_of(data) + bytes([ETX])


class Bx1Decoder:
    """
    Find frames in a stream cut anywhere.

    Counters, ever rising: `noise` bytes outside any frame, `short` frames cut off by the next STX or by
    silence, `bad` frames with a wrong check, an unprintable byte or too many bytes.
    """

    def __init__(self) -> None:
        self.noise = 0
        self.short = 0
        self.bad = 0
        self._open = False
        self._buffer = bytearray()

    @property
    def in_frame(self) -> bool:
        """Whether a frame has begun and not ended."""
        return self._open

    @property
    def heard_nonsense(self) -> bool:
        """Whether bytes came that were no frame."""
        return bool(self.noise or self.short or self.bad)

    def feed(self, data: bytes) -> list[Frame | FrameDamaged]:
        """Take any number of bytes; return what they completed, in order. Never raises."""
        return [item for byte in data if (item := self._take(byte)) is not None]

    def idle(self) -> list[Frame | FrameDamaged]:
        """Say that the line has been silent for `SILENCE_SECONDS`; an open frame is given up."""
        if not self._open:
            return []
        self.short += 1
        return [self._abort("silence")]

    def _take(self, byte: int) -> Frame | FrameDamaged | None:
        if byte == STX:
            return self._begin()
        if not self._open:
            self.noise += 1
            return None
        if byte == ETX:
            return self._end()
        if byte not in _PRINTABLE or len(self._buffer) >= BODY_MAX + _CRC_LENGTH:
            self.bad += 1
            return self._abort("bad")
        self._buffer.append(byte)
        return None

    def _begin(self) -> FrameDamaged | None:
        cut = self._open
        damaged = self._abort("short")
        self._open = True
        if not cut:
            return None
        self.short += 1
        return damaged

    def _end(self) -> Frame | FrameDamaged:
        body, check = bytes(self._buffer[:-_CRC_LENGTH]), bytes(self._buffer[-_CRC_LENGTH:])
        if not body or crc_of(body) != check:
            self.bad += 1
            return self._abort("bad")
        self._abort("")
        return Frame(body.decode("ascii"))

    def _abort(self, reason: str) -> FrameDamaged:
        damaged = FrameDamaged(reason, bytes(self._buffer))
        self._buffer.clear()
        self._open = False
        return damaged

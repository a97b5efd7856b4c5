r"""
Frames of numeric displays by a pattern of their own, such as `\x02{addr}{last:02d}\x03{bcc}`.

A pattern is text with fields in braces. A field is a name of ours and at most a width (`{text:16}`), or a width with
`d` and perhaps a leading 0 for numbers (`{last:02d}`): nothing in a pattern is ever looked up or evaluated. `{{` and
`}}` are braces, `\xHH` is a byte. A number that is 0 is shown as blanks, so that a display is dark before ball 1.
"""

import binascii
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import xor

from devices.codecs.panel_state import PanelState, plain_text

NUMBERS = ("last", "ordinal", "game_no", "line_cents", "bingo_cents")
TEXTS = ("addr", "text")
CHECKS: Mapping[str, Callable[[bytes], bytes]] = {
    "xor": lambda data: f"{reduce(xor, data, 0):02X}".encode(),
    "sum8": lambda data: f"{sum(data) & 0xFF:02X}".encode(),
    "crc16": lambda data: f"{binascii.crc_hqx(data, 0xFFFF):04X}".encode(),
}
"""Check fields in upper-case hex; crc16 is CRC-16/CCITT-FALSE."""

_PIECE = re.compile(r"\{\{|\}\}|\{([a-z_]+)(?::(0?)(\d{1,3})(d?))?\}|\\x([0-9A-Fa-f]{2})|[^{}]")


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    zeros: bool = False
    width: int = 0


@dataclass(frozen=True, slots=True)
class Template:
    """
    A pattern read; `pieces` are bytes as they are, and fields.

    `check` names the algorithm of `{bcc}`; it covers what stands before it from byte `check_from` on, so 1 leaves out
    a leading STX.
    """

    pieces: tuple[bytes | _Field, ...]
    check: str = "xor"
    check_from: int = 1

    def render(self, state: PanelState, addr: str = "") -> bytes:
        """Return the frame of a state for the display of an address."""
        frame = b""
        for piece in self.pieces:
            if isinstance(piece, bytes):
                frame += piece
            elif piece.name == "bcc":
                frame += CHECKS[self.check](frame[self.check_from :])
            else:
                frame += _written(piece, state, addr)
        return frame


def parse_template(pattern: str, *, check: str = "xor", check_from: int = 1) -> Template:
    """
    Read a pattern.

    Raises:
        ValueError: It is empty, has a field we do not know, a lone brace, or no such check; the message says which.
    """
    if check not in CHECKS:
        msg = f"no check {check!r}: {', '.join(CHECKS)}"
        raise ValueError(msg)
    pieces: list[bytes | _Field] = []
    at = 0
    while at < len(pattern):
        if (found := _PIECE.match(pattern, at)) is None:
            msg = f"not a field, at {pattern[at : at + 20]!r}"
            raise ValueError(msg)
        pieces.append(_piece(found))
        at = found.end()
    if not pieces:
        msg = "an empty pattern"
        raise ValueError(msg)
    return Template(tuple(pieces), check, check_from)


def _piece(found: re.Match[str]) -> bytes | _Field:
    name, zeros, width, number, code = found.groups()
    if code:
        return bytes.fromhex(code)
    if not name:
        return found[0][:1].encode("latin-1", "replace")
    if name not in (*NUMBERS, *TEXTS, "bcc") or (number and name not in NUMBERS):
        msg = f"no field {found[0]}"
        raise ValueError(msg)
    return _Field(name, bool(zeros), int(width or 0))


def _written(piece: _Field, state: PanelState, addr: str) -> bytes:
    if piece.name in NUMBERS:
        number: int = getattr(state, piece.name)  # one of our own names, never the pattern's
        fill = "0" if piece.zeros else " "
        text = str(number).rjust(piece.width, fill) if number else " " * max(piece.width, 1)
        return text.encode("ascii")
    text = addr if piece.name == "addr" else plain_text(state.text)
    return (text.ljust(piece.width)[: piece.width] if piece.width else text).encode("ascii", "replace")

"""
BX/1 messages: the text inside a frame.

body = KIND SP SEQ [SP VERB] *(SP key=value). Kinds: C command, A answer, N refusal (two hex digits of SEQ,
the host's), E event, K event received (four, the device's). Unknown keys are kept and may be ignored.

Source: docs/devices/bx1.md, "Messages".
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

BALLS = range(1, 91)
SEQ_MAX = 0xFF
EV_MAX = 0xFFFF

_SEQ_DIGITS = {"C": 2, "A": 2, "N": 2, "E": 4, "K": 4}
_NEEDS_VERB = frozenset("CNE")
_BITMAP_DIGITS = 23
_BITMAP = re.compile(r"[0-9A-Fa-f]{23}")
_DECIMAL = re.compile(r"[0-9]{1,9}")
_VERB = re.compile(r"[A-Z][A-Z0-9]*")


class MessageDamaged(ValueError):
    """An intact frame whose text is not a BX/1 message: the sender is at fault, not the line."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message; for a refusal `verb` is its code. `seq` is 1 to 255 (C, A, N) or 1 to 65,535 (E, K)."""

    kind: str
    seq: int
    verb: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)

    def number(self, key: str, default: int = 0) -> int:
        """Return a decimal field, or `default` when it is absent or not a number."""
        text = self.fields.get(key, "")
        return int(text) if _DECIMAL.fullmatch(text) else default


def encode_message(message: Message) -> str:
    """
    Return the body of a message.

    Raises:
        ValueError: The sequence number does not fit, or a key or value is empty or has a space.
    """
    digits = _SEQ_DIGITS[message.kind]
    if not 1 <= message.seq < 16**digits:
        msg = f"sequence number {message.seq} does not fit {message.kind}"
        raise ValueError(msg)
    words = [message.kind, f"{message.seq:0{digits}X}"]
    if message.verb:
        words.append(message.verb)
    words += [f"{key}={value}" for key, value in message.fields.items()]
    if any(not value or " " in value for value in (*words, *message.fields.values())):
        msg = f"a value is empty or has a space: {message!r}"
        raise ValueError(msg)
    return " ".join(words)


def parse_message(body: str) -> Message:
    """
    Read the body of a frame.

    Raises:
        MessageDamaged: The kind, the sequence number, the verb or a field is not as the protocol says.
    """
    kind, _, rest = body.partition(" ")
    digits = _SEQ_DIGITS.get(kind, 0)
    seq_text, *words = rest.split(" ")
    if not digits or not re.fullmatch(rf"[0-9A-F]{{{digits}}}", seq_text) or int(seq_text, 16) == 0:
        raise MessageDamaged(body)
    verb = words.pop(0) if words and "=" not in words[0] else ""
    if (verb and not _VERB.fullmatch(verb)) or (kind in _NEEDS_VERB and not verb):
        raise MessageDamaged(body)
    return Message(kind, int(seq_text, 16), verb, _fields_of(words, body))


def _fields_of(words: Iterable[str], body: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        # A key twice has two readings; taking either would be a guess.
        if not key or not equals or not value or key in fields:
            raise MessageDamaged(body)
        fields[key] = value
    return fields


def bitmap_of(numbers: Iterable[int]) -> str:
    """Return the 23 hex digits of a set of balls 1 to 90; bit 0 is ball 1, most significant digit first."""
    bits = 0
    for number in numbers:
        if number not in BALLS:
            msg = f"no such ball: {number}"
            raise ValueError(msg)
        bits |= 1 << (number - 1)
    return f"{bits:0{_BITMAP_DIGITS}X}"


def numbers_of(bitmap: str) -> frozenset[int]:
    """
    Return the balls of a 23-digit map.

    Raises:
        MessageDamaged: It is not 23 hex digits, or names a ball above 90.
    """
    if not _BITMAP.fullmatch(bitmap) or int(bitmap, 16) >> len(BALLS):
        raise MessageDamaged(bitmap)
    bits = int(bitmap, 16)
    return frozenset(ball for ball in BALLS if bits >> (ball - 1) & 1)

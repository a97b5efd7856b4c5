"""
BX/1 messages of a machine to events, and its answers to HELLO and STATUS.

The machine is never trusted: what is not a ball 1 to 90 at an ordinal 1 to 90 is a `BallUnread`, so a person
looks at it; what makes no sense at all is `Unknown`, so it is acknowledged and the journal does not stop.

Source: docs/devices/bx1.md, "Events" and "Commands".
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from devices.codecs.bx1_messages import BALLS, Message, MessageDamaged, encode_message, numbers_of
from devices.codecs.events import (
    BallRead,
    BallUnread,
    BallVoided,
    Booted,
    DrawEnded,
    Fault,
    JournalEvent,
    MachineState,
    StatusRead,
    Unknown,
)

_FOUR_HEX = re.compile(r"[0-9A-F]{4}")
_NUMBER = re.compile(r"[1-9][0-9]?")
_CODE = re.compile(r"[A-Z]{1,16}")
_PERCENT = range(101)


@dataclass(frozen=True, slots=True)
class Hello:
    """The answer to HELLO: who is there, in which run, and the last event it has made."""

    version: int
    model: str
    firmware: str
    boot: str
    ev: int
    caps: tuple[str, ...]
    balls: int


def hello_of(message: Message) -> Hello:
    """
    Read the answer to HELLO.

    Raises:
        MessageDamaged: It names no run, or no count of events, of four hex digits.
    """
    boot, ev = message.fields.get("boot", ""), message.fields.get("ev", "")
    if not _FOUR_HEX.fullmatch(boot) or not _FOUR_HEX.fullmatch(ev):
        raise MessageDamaged(encode_message(message))
    caps = tuple(cap for cap in message.fields.get("caps", "").split(",") if cap)
    return Hello(
        version=message.number("v"),
        model=message.fields.get("model", ""),
        firmware=message.fields.get("fw", ""),
        boot=boot,
        ev=int(ev, 16),
        caps=caps,
        balls=message.number("balls"),
    )


def status_of(message: Message) -> StatusRead:
    """
    Read the answer to STATUS.

    Raises:
        MessageDamaged: The map is missing or is not one, or a fault has no code that a person could clear.
    """
    told = message.fields.get("f", "-")
    faults = frozenset() if told == "-" else frozenset(told.split(","))
    if not all(_CODE.fullmatch(code) for code in faults):
        raise MessageDamaged(encode_message(message))
    return StatusRead(
        state=message.fields.get("st", ""),
        ordinal=message.number("o"),
        last=message.number("last"),
        balls_in=message.number("in"),
        faults=faults,
        drawn=numbers_of(message.fields.get("bm", "")),
        pressure_pa=_figure_of(message, "pa"),
        rpm=_figure_of(message, "rpm"),
    )


def _figure_of(message: Message, key: str) -> int | None:
    figure = message.number(key, -1)
    return None if figure < 0 else figure


def journal_event_of(message: Message, boot: str) -> JournalEvent:
    """Read an event (kind E) of the run `boot`. Never raises: nonsense is `Unknown`."""
    reader = _READERS.get(message.verb)
    if reader is None:
        return Unknown(boot, message.seq, encode_message(message))
    return reader(message, boot)


def _ordinal_of(message: Message) -> int:
    ordinal = message.number("o")
    return ordinal if ordinal in BALLS else 0


def _ball(message: Message, boot: str) -> JournalEvent:
    ordinal, text = _ordinal_of(message), message.fields.get("n", "")
    number = int(text) if _NUMBER.fullmatch(text) else 0
    if not ordinal or number not in BALLS:
        return BallUnread(boot, message.seq, ordinal, "range", text)
    quality = message.number("q")
    return BallRead(
        boot=boot,
        ev=message.seq,
        ordinal=ordinal,
        number=number,
        # A quality that is missing or impossible is no quality: the ball will be held.
        quality=quality if quality in _PERCENT else 0,
        source=message.fields.get("src", ""),
        raw=encode_message(message),
    )


def _unread(reason: str) -> Callable[[Message, str], JournalEvent]:
    def read(message: Message, boot: str) -> JournalEvent:
        numbers = message.fields.get("n", "")
        return BallUnread(boot, message.seq, _ordinal_of(message), reason, numbers)

    return read


def _voided(message: Message, boot: str) -> JournalEvent:
    number = message.number("n")
    if number not in BALLS:
        return Unknown(boot, message.seq, encode_message(message))
    return BallVoided(boot, message.seq, _ordinal_of(message), number)


def _fault(message: Message, boot: str) -> JournalEvent:
    code = message.fields.get("c", "")
    if not _CODE.fullmatch(code):
        return Unknown(boot, message.seq, encode_message(message))
    return Fault(boot, message.seq, code, message.fields.get("on") == "1")


_READERS: dict[str, Callable[[Message, str], JournalEvent]] = {
    "BALL": _ball,
    "UNREAD": _unread("unread"),
    "MULTI": _unread("multi"),
    "NOBALL": _unread("noball"),
    "VOID": _voided,
    "FAULT": _fault,
    "STATE": lambda m, boot: MachineState(boot, m.seq, m.fields.get("st", "")),
    "END": lambda m, boot: DrawEnded(boot, m.seq, m.number("in")),
    "BOOT": lambda m, boot: Booted(boot, m.seq, m.fields.get("reason", "")),
}

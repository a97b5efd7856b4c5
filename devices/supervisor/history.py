"""What happened to a device lately, for whoever asks why it stood still: the last changes, each with its time."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from devices.codecs.events import (
    BallUnread,
    BallVoided,
    CommandRefused,
    DrawSlow,
    DrawStalled,
    Fault,
    LinkDown,
    LinkUp,
    PortEvent,
)

MOST_KEPT = 8
"""They go to every screen of the staff every two seconds."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One change: `what` is a code, `detail` what the device or the machine under us said, untranslated."""

    at: datetime
    what: str
    detail: str = ""


@dataclass(slots=True)
class History:
    """The last changes, newest first."""

    _kept: deque[Happening] = field(default_factory=lambda: deque(maxlen=MOST_KEPT))

    def note(self, what: str, detail: str = "") -> None:
        """Keep a change, unless it only says again what was said last."""
        last = self._kept[0] if self._kept else None
        if last is None or (last.what, last.detail) != (what, detail):
            self._kept.appendleft(Happening(datetime.now(UTC), what, detail))

    def told(self) -> list[dict[str, str]]:
        """Give them as a screen takes them: `at` (ISO, UTC), `what`, `detail`."""
        return [{"at": one.at.isoformat(), "what": one.what, "detail": one.detail} for one in list(self._kept)]


_HAPPENINGS: dict[type, Callable[[Any], tuple[str, str]]] = {
    LinkUp: lambda event: ("up", event.boot),
    LinkDown: lambda event: ("down", event.reason),
    Fault: lambda event: ("fault" if event.active else "fault_over", event.code),
    BallUnread: lambda event: ("no_number", f"{event.ordinal} {event.reason}"),
    BallVoided: lambda event: ("taken_back", f"{event.ordinal}: {event.number}"),
    DrawSlow: lambda event: ("slow", str(event.ordinal)),
    DrawStalled: lambda event: ("stalled", str(event.ordinal)),
    CommandRefused: lambda event: ("refused", f"{event.verb} {event.code}"),
}


def happening_of(event: PortEvent) -> tuple[str, str] | None:
    """Give what to keep of an extractor's event, a code and its detail; None for what happens in every game."""
    told = _HAPPENINGS.get(type(event))
    return told(event) if told else None

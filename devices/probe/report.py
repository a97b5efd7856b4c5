"""What a trial found: for people as text, for programs as JSON."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from devices.probe.talk import Exchanged

_TEXT_MAX = 100
_PRINTABLE = range(0x20, 0x7F)


class Outcome(StrEnum):
    """How a step ended."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_TRIED = "not tried"


@dataclass(frozen=True, slots=True)
class StepReport:
    """One step: its number from 1, chapter of the page, what it tries, how it ended and why, and what was exchanged."""

    number: int
    key: str
    clause: str
    title: str
    outcome: Outcome
    why: str = ""
    exchanged: list[Exchanged] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Return the step as people read it; what went over the line only where it failed."""
        head = f"{self.number:2d}. {self.outcome.upper():9} {self.title} (BX/1, {self.clause})"
        if self.outcome is Outcome.NOT_TRIED:
            return [f"{head}: {self.why}"]
        if self.outcome is Outcome.PASSED:
            return [head]
        return [head, f"      {self.why}", *(f"      {_row(item)}" for item in self.exchanged)]

    def as_json(self) -> dict[str, Any]:
        """Return the step JSON-plain."""
        return {
            "number": self.number,
            "key": self.key,
            "clause": self.clause,
            "title": self.title,
            "outcome": str(self.outcome),
            "why": self.why,
            "exchanged": [
                {"at": round(item.at, 3), "sent": item.sent, "hex": item.data.hex(" ").upper(), "text": _text(item)}
                for item in self.exchanged
            ],
        }


def _row(item: Exchanged) -> str:
    return f"{item.at:8.3f} {'>' if item.sent else '<'} {_text(item)}  [{item.data.hex(' ').upper()}]"


def _text(item: Exchanged) -> str:
    text = "".join(chr(byte) if byte in _PRINTABLE else "." for byte in item.data)
    return text if len(text) <= _TEXT_MAX else f"{text[:_TEXT_MAX]}..."

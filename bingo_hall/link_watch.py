"""
Which lines were lost and came back, and which faults the devices told: rows of the journal, never a flood of them.

A line that trembles is one loss: it is lost once it has been away for two seconds, and back once it has stood for ten.
Pure: it is told how the devices are and what time it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sessions.rules.access_events import DeviceFault, DeviceFaultOver, LinkLost, LinkRestored
from sessions.rules.hall_event import HallEvent

LOST_AFTER: Final = 2.0
BACK_AFTER: Final = 10.0
UP: Final = "up"


@dataclass(slots=True)
class _Line:
    """One device: since when its line is as it is, whether its loss is told and when it was lost, and its faults."""

    up: bool
    since: float
    lost_at: float | None = None
    faults: dict[str, float] = field(default_factory=dict)


class LinkWatch:
    """The lines of one hall; times are seconds of a clock that never goes back."""

    def __init__(self) -> None:
        """Begin with no device known."""
        self._lines: dict[str, _Line] = {}

    def look(self, devices: Iterable[Mapping[str, Any]], now: float) -> list[HallEvent]:
        """Compare how the devices are with how they were; gives what is to be noted."""
        told: list[HallEvent] = []
        seen = {str(device["code"]): device for device in devices}
        for code in [code for code in self._lines if code not in seen]:
            # Switched off by a person: that is no loss.
            del self._lines[code]
        for code, device in seen.items():
            line = self._lines.setdefault(code, _Line(up=device["link"] == UP, since=now))
            told += self._link(line, device, now)
            told += self._faults(line, device, now)
        return told

    def _link(self, line: _Line, device: Mapping[str, Any], now: float) -> list[HallEvent]:
        up, what = device["link"] == UP, {"device": str(device["code"]), "what": str(device["kind"])}
        if up != line.up:
            line.up, line.since = up, now
        stood = now - line.since
        if not up and line.lost_at is None and stood >= LOST_AFTER:
            line.lost_at = line.since
            return [LinkLost(**what, detail=str(device.get("message", "")))]
        if up and line.lost_at is not None and stood >= BACK_AFTER:
            away, line.lost_at = line.since - line.lost_at, None
            return [LinkRestored(**what, away_seconds=round(away))]
        return []

    def _faults(self, line: _Line, device: Mapping[str, Any], now: float) -> list[HallEvent]:
        what = {"device": str(device["code"]), "what": str(device["kind"])}
        told: list[HallEvent] = []
        for code in sorted(device.get("faults", ())):
            if code not in line.faults:
                told.append(DeviceFault(**what, code=code))
            line.faults[code] = now
        for code in [code for code, at in line.faults.items() if now - at >= BACK_AFTER]:
            del line.faults[code]
            told.append(DeviceFaultOver(**what, code=code))
        return told

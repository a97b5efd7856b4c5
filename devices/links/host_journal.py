"""
A journal kept by the host for a machine that has none.

An event waits here until its owner has stored it, and is told again after 0.5, 1, 2, 2, ... seconds; only the oldest
is told, so their order and their count never falter. It lives in memory: what a port had heard and not yet stored
dies with its process, so a new process begins a new run and never numbers on. Pure: time is given.

Source: docs/devices/line.md, "Nothing lost, nothing twice".
"""

from collections import deque
from dataclasses import replace

from devices.codecs.bx1_messages import EV_MAX
from devices.codecs.events import JournalEvent

WAITING_MAX = 256
_AGAIN_SECONDS = (0.5, 1.0, 2.0)


class HostJournal:
    """Number events 1 to 65,535, then 1; `dropped` counts those that found no room."""

    def __init__(self, boot: str) -> None:
        self.dropped = 0
        self.boot = boot
        self._waiting: deque[JournalEvent] = deque()
        self._ev = 0
        self._told = 0
        self._due = 0.0

    def begin_run(self) -> None:
        """Count from 1 again; what waits is told in the new run."""
        self._ev = self._told = 0

    def put(self, event: JournalEvent, now: float) -> None:
        """Keep an event; its `boot` and `ev` are given to it when it is told."""
        if len(self._waiting) >= WAITING_MAX:
            self.dropped += 1
            return
        if not self._waiting:
            self._due = now
        self._waiting.append(event)

    def take(self, now: float) -> JournalEvent | None:
        """Return the oldest event if it is due."""
        if not self._waiting or now < self._due:
            return None
        self._due = now + _AGAIN_SECONDS[min(self._told, len(_AGAIN_SECONDS) - 1)]
        self._told += 1
        return replace(self._waiting[0], boot=self.boot, ev=self._ev % EV_MAX + 1)

    def acknowledge(self, ev: int, now: float) -> None:
        """Take note that the event told last is stored; another number means nothing."""
        if self._told and ev == self._ev % EV_MAX + 1:
            self._waiting.popleft()
            self._ev, self._told, self._due = ev, 0, now

    def deadline(self) -> float | None:
        """When `take` has something to give."""
        return self._due if self._waiting else None

"""
How much one device may ask: log-ins that fail, sockets, messages on a socket. Counted in this process alone.

What is refused here costs nothing: no password is hashed, no row is read. The locks that outlive the process are those
of the log-in (django-axes) and of the PIN.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from time import monotonic
from typing import Final

MOST_REMEMBERED: Final = 10_000
"""Addresses that are counted at a time; of more, those heard least lately are forgotten."""


class Recent:
    """Counts what happened under a name within the last so many seconds."""

    def __init__(self, seconds: float, now: Callable[[], float] = monotonic) -> None:
        """Begin with nothing."""
        self._seconds, self._now = seconds, now
        self._times: OrderedDict[str, deque[float]] = OrderedDict()
        self._guard = threading.Lock()

    def take(self, name: str, most: int) -> bool:
        """Count one more and tell whether it is within the most; what is beyond it is not counted. 0 = no limit."""
        with self._guard:
            now = self._now()
            times = self._times.setdefault(name, deque())
            self._times.move_to_end(name)
            while len(self._times) > MOST_REMEMBERED:
                self._times.popitem(last=False)
            while times and times[0] <= now - self._seconds:
                times.popleft()
            if most and len(times) >= most:
                return False
            times.append(now)
            return True

    def give_back(self, name: str) -> None:
        """Count one less: it was right."""
        with self._guard:
            if self._times.get(name):
                self._times[name].pop()

    def clear(self) -> None:
        """Forget everything."""
        with self._guard:
            self._times.clear()


class Places:
    """Counts what is open under a name."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._open: dict[str, int] = {}

    def take(self, wanted: dict[str, int]) -> bool:
        """Take a place under each name, or none where one of them is full; `wanted` is name → most, 0 = no limit."""
        if any(most and self._open.get(name, 0) >= most for name, most in wanted.items()):
            return False
        for name in wanted:
            self._open[name] = self._open.get(name, 0) + 1
        return True

    def leave(self, names: list[str]) -> None:
        """Give places back."""
        for name in names:
            left = self._open.get(name, 0) - 1
            if left > 0:
                self._open[name] = left
            else:
                self._open.pop(name, None)


failed_log_ins: Final = Recent(seconds=60)
sockets: Final = Places()

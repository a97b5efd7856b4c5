"""
A flood of one kind of happening is a few rows of the journal and a count, however long it lasts.

Of each source the first few of a minute are told one by one; the rest of that minute is told together, once it is over.
Sources that change with every try are taken together too. It is kept in memory: each process counts its own.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Final

ONE_BY_ONE: Final = 3
MOST_A_MINUTE: Final = 30
MINUTE: Final = 60.0
SEVERAL: Final = ""


@dataclass(slots=True)
class _Window:
    """A minute of one source: since when (seconds), how many were told, how many wait, and in whose names."""

    since: float
    told: int = 0
    waiting: int = 0
    names: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Told:
    """What is to be written: `times` happenings from `source` in the name of `name`, each "" = several or unknown."""

    source: str
    name: str
    times: int


class Flood:
    """The happenings of one kind; times are seconds of one clock that never goes back."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._guard = threading.Lock()
        self._windows: dict[str, _Window] = {}

    def take(self, source: str, name: str, now: float) -> list[Told]:
        """Take one happening; gives what is to be written now, often nothing."""
        with self._guard:
            told = self._over(now)
            if source not in self._windows and sum(w.told for w in self._windows.values()) >= MOST_A_MINUTE:
                source = SEVERAL
            window = self._windows.setdefault(source, _Window(now))
            if source != SEVERAL and window.told < ONE_BY_ONE:
                window.told += 1
                told.append(Told(source, name, 1))
            else:
                window.waiting += 1
                # Two are as many as a thousand: then they are several.
                if len(window.names) <= 1:
                    window.names.add(name)
            return told

    def over(self, now: float) -> list[Told]:
        """Give what waits of the minutes that are over."""
        with self._guard:
            return self._over(now)

    def rest(self) -> list[Told]:
        """Give all that waits: the program ends."""
        with self._guard:
            return self._over(float("inf"))

    def _over(self, now: float) -> list[Told]:
        told = []
        for source in [s for s, window in self._windows.items() if now - window.since >= MINUTE]:
            window = self._windows.pop(source)
            if window.waiting:
                name = next(iter(window.names)) if len(window.names) == 1 else SEVERAL
                told.append(Told(source, name, window.waiting))
        return told

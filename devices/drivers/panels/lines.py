"""
Lines that panels share: those of one URL are on one line, and take turns on it.

An RS-485 line is half-duplex and a serial port has one owner, so a turn ends only when what was said is said. A line
that is lost is lost for all on it; each then joins again, and the first to do so opens it anew.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Generic, Protocol, TypeVar

from devices.drivers.panels.base import PanelTrouble


class Line(Protocol):
    """What can be shared."""

    def open(self) -> None:
        """Open it; `PanelTrouble` where that cannot be."""

    def close(self) -> None:
        """Close it; never raises."""


L = TypeVar("L", bound=Line)


class _Shared(Generic[L]):
    """One line, open or yet to be opened; `dead` once it is lost."""

    def __init__(self, line: L, terms: Hashable) -> None:
        self.line, self.terms = line, terms
        self.lock = Lock()
        self.users = 0
        self.opened = self.dead = False


class Seat(Generic[L]):
    """One panel's place on a line."""

    def __init__(self, lines: "Lines", key: Hashable, shared: _Shared[L]) -> None:
        self._lines, self._key, self._shared = lines, key, shared

    @contextmanager
    def turn(self) -> Iterator[L]:
        """
        Have the line alone for a while.

        Raises:
            PanelTrouble: It is lost, perhaps by what another panel met; or what the turn raises.
        """
        shared = self._shared
        with shared.lock:
            if shared.dead:
                raise PanelTrouble("lost")
            try:
                if not shared.opened:
                    shared.line.open()
                    shared.opened = True
                yield shared.line
            except PanelTrouble as trouble:
                # A silent panel or one that refuses says nothing of the others on its line.
                if trouble.code in {"absent", "lost"}:
                    # Closed at once, so that whoever joins anew finds the port free.
                    shared.dead = True
                    shared.line.close()
                raise

    def leave(self) -> None:
        """Give the place up; the last one closes the line."""
        self._lines.leave(self._key, self._shared)


class Lines:
    """The lines in use in this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._shared: dict[Hashable, _Shared[Line]] = {}

    def join(self, key: Hashable, terms: Hashable, make: Callable[[], L]) -> Seat[L]:
        """
        Take a place on the line of a key, made if there is none; it is opened in the first turn.

        Raises:
            PanelTrouble: Those on the line speak on other terms (speed, parity): misconfigured.
        """
        with self._lock:
            shared = self._shared.get(key)
            if shared is None or shared.dead:
                shared = self._shared[key] = _Shared(make(), terms)
            if shared.terms != terms:
                raise PanelTrouble("misconfigured", f"others on this line have {shared.terms}, not {terms}")
            shared.users += 1
        return Seat(self, key, shared)  # type: ignore[arg-type]

    def leave(self, key: Hashable, shared: "_Shared[L]") -> None:
        """Take one user off; without any the line is closed."""
        with self._lock:
            shared.users -= 1
            last = shared.users == 0
            if last and self._shared.get(key) is shared:
                del self._shared[key]
        if last and not shared.dead:
            with shared.lock:
                shared.dead = True
                shared.line.close()


LINES = Lines()
"""Of the whole process: so are serial ports."""

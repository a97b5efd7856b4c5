"""
Simulated panels of the kinds that are no BX/1 frame: threads of the demo hall, each with a real port, socket or server.

They understand what they hear by other means than the drivers that say it, so they show what a real panel would.
"""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

DARK_AFTER_SECONDS = 5.0


class PanelPeer(ABC):
    """
    One simulated panel: what it heard last, and how often.

    A panel that hears nothing for 5 seconds goes dark: a stale ball is worse than none.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._plugging = threading.Lock()
        self._lit: frozenset[int] = frozenset()
        self._last = 0
        self._text = ""
        self._frames = self._bad = 0
        self._heard_at = clock()
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()

    @property
    @abstractmethod
    def url(self) -> str:
        """What the device's row has as its URL; known once started, and the same ever after."""

    @property
    def plugged(self) -> bool:
        """Whether it runs."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Plug it in, from any thread; returns when it can be reached, at once where it is plugged in."""
        with self._plugging:
            if self.plugged:
                return
            self._stopping.clear()
            self._plug_in()
            self._thread = threading.Thread(target=self._serve, name=f"panel peer {self.url}", daemon=True)
            self._thread.start()
            self._wait_until_reachable()

    def stop(self) -> None:
        """Pull the plug, from any thread."""
        with self._plugging:
            self._stopping.set()
            if self._thread is not None:
                self._thread.join(5)

    def status(self) -> dict[str, Any]:
        """Return what it shows: `lit`, `last` (0: none), `text`; and `frames`, `bad`, `plugged`, `dark_s` or None."""
        with self._lock:
            silent = self._clock() - self._heard_at
            dark = not self.plugged or silent >= DARK_AFTER_SECONDS
            return {
                "plugged": self.plugged,
                "lit": [] if dark else sorted(self._lit),
                "last": 0 if dark else self._last,
                "text": "" if dark else self._text,
                "frames": self._frames,
                "bad": self._bad,
                "dark_s": int(silent) if dark else None,
            }

    def _took(self, *, lit: frozenset[int] | None = None, last: int | None = None, text: str | None = None) -> None:
        """Show something; what is None stays."""
        with self._lock:
            self._lit = self._lit if lit is None else lit
            self._last = self._last if last is None else last
            self._text = self._text if text is None else text
            self._frames += 1
            self._heard_at = self._clock()

    def _spoilt(self) -> None:
        """Count something that was not understood."""
        with self._lock:
            self._bad += 1

    @abstractmethod
    def _plug_in(self) -> None:
        """Open the port."""

    def _wait_until_reachable(self) -> None:  # noqa: B027 - most are, once their port is open
        """Wait for a port that only `_serve` opens."""

    @abstractmethod
    def _serve(self) -> None:
        """Listen until stopped, and close the port; in a thread of its own."""

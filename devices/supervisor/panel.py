"""
One panel port: a thread that shows the whole panel on every change and every second.

It never blocks or raises: a panel that is off is a count, and the game goes on. Of trouble the log is told once, and
once more when it is over.
"""

import logging
import threading
import time
from typing import Any

from devices.codecs.panel_state import PanelState
from devices.drivers.base import Clock
from devices.drivers.panels.base import REFRESH_SECONDS, Panel, PanelSettings, PanelTrouble
from devices.drivers.panels.lines import LINES, Lines
from devices.drivers.registry import panel_named
from devices.supervisor.frame_log import tap_of
from devices.supervisor.health import PanelHealth
from devices.supervisor.lone import LonePort

logger = logging.getLogger(__name__)

FLASH_SECONDS = 0.5


class PanelPort(LonePort):
    """
    The port of one panel.

    Args:
        device_code: `Device.code`; the row is read each time the port is opened. Of its options `flash` (true) is
            for panels of every driver: the last ball flashes while it is the news.
        lines: Where panels of one URL meet.
        clock: Seconds, never going back.
    """

    kind = "panel"

    def __init__(self, device_code: str, *, lines: Lines = LINES, clock: Clock = time.monotonic) -> None:
        super().__init__(device_code, clock=clock)
        self._lines = lines
        self._state = PanelState()
        self._changed = threading.Event()
        self._driver = ""
        self._message = "connecting"
        self._ok_at: float | None = None

    def show(self, state: PanelState) -> None:
        """Show a state from now on; from any thread, at any rate, the newest wins."""
        if state != self._state:
            self._state = state
            self._changed.set()

    def health(self) -> PanelHealth:
        """Return how the panel's port is."""
        age = None if self._ok_at is None else self._clock() - self._ok_at
        return PanelHealth(self._code, self._link, self._driver, self._message, self._done, self._failures, age)

    def told(self) -> dict[str, Any]:
        """Tell how the port is; what changes with every sending is left to `detail`."""
        return {**super().told(), "driver": self._driver, "message": self._message}

    def detail(self) -> dict[str, Any]:
        """Tell all: also how many states were sent, and how many seconds ago the last was taken without trouble."""
        health = self.health()
        age = None if health.ok_age_s is None else round(health.ok_age_s, 1)
        return {**super().detail(), "sent": health.sent, "ok_age_s": age}

    def _wake(self) -> None:
        self._changed.set()

    def _serve(self) -> None:
        try:
            self._show_for_ever()
        except Exception as error:
            self._trouble(error)
            raise

    def _show_for_ever(self) -> None:
        device = self._device()
        self._driver = device.driver
        settings = PanelSettings(device.url, device.baudrate, device.options, tap_of(self._code))
        flashes = device.options.get("flash") is True
        panel = panel_named(device.driver, settings, self._lines)
        try:
            panel.open()
            opened_at = self._clock()
            while not self._stopping.is_set():
                self._changed.clear()
                beat_seconds = self._show(panel, flashes=flashes)
                unproven_seconds = opened_at + panel.proof_seconds - self._clock()
                if unproven_seconds > 0:
                    self._link, beat_seconds = "connecting", min(beat_seconds, unproven_seconds)
                elif self._link != "up":
                    self._proven()
                self._changed.wait(beat_seconds)
        finally:
            panel.close()

    def _show(self, panel: Panel, *, flashes: bool) -> float:
        """Show the state, or its dark half in every second half-second; return the seconds until the next time."""
        state = self._state
        flashing = flashes and state.flash and state.last > 0
        dark = flashing and int(self._clock() / FLASH_SECONDS) % 2 == 1
        panel.show(state.without_last() if dark else state)
        self._done += 1
        self._ok_at = self._clock()
        return FLASH_SECONDS if flashing else REFRESH_SECONDS

    def _proven(self) -> None:
        """Call the panel up: nothing has been wrong for as long as trouble can take to show."""
        if self._message not in {"ok", "connecting"}:
            logger.warning("panel %s: shows again", self._code)
        self._message = "ok"
        self._is_up()

    def _trouble(self, error: Exception) -> None:
        """Keep what is wrong; the log hears of it when it is something new."""
        if isinstance(error, PanelTrouble):
            code: str = error.code
        elif isinstance(error, (KeyError, ValueError, TypeError)):
            code = "misconfigured"
        else:
            code = "lost"
        if code != self._message:
            logger.warning("panel %s: %s", self._code, error)
        self._message = code

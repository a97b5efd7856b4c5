"""
One panel port: a thread that sends the whole panel on every change and every second.

It never blocks or raises: a panel that is off is a count, and the game goes on.
"""

import logging
import threading
import time

from django.db import connections

from devices.codecs.panel_frames import PanelState
from devices.drivers.base import Clock
from devices.drivers.panel import Panel
from devices.drivers.registry import panel_named
from devices.models import Device
from devices.supervisor.backoff import waits
from devices.supervisor.health import LinkState, PanelHealth
from devices.transports import SerialTransport, TransportLost

logger = logging.getLogger(__name__)


class PanelPort:
    """The port of one panel; `device_code` is `Device.code`."""

    def __init__(self, device_code: str, *, clock: Clock = time.monotonic) -> None:
        self._code = device_code
        self._clock = clock
        self._state = PanelState()
        self._changed = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._link: LinkState = "down"
        self._sent = 0
        self._failures = 0

    def start(self) -> None:
        """Start the thread; returns at once."""
        if self._thread is not None and self._thread.is_alive():
            return
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name=f"panel {self._code}", daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """Close the port and end the thread, waiting up to `timeout` seconds."""
        self._stopping.set()
        self._changed.set()
        if self._thread is not None:
            self._thread.join(timeout)

    def show(self, state: PanelState) -> None:
        """Show a state from now on; from any thread, at any rate, the newest wins."""
        self._state = state
        self._changed.set()

    def health(self) -> PanelHealth:
        """Return how the panel's port is."""
        return PanelHealth(self._code, self._link, self._sent, self._failures)

    def _run(self) -> None:
        pauses = waits()
        while not self._stopping.is_set():
            sent_before = self._sent
            try:
                self._serve()
            except Exception as error:  # noqa: BLE001 - whatever ails a panel, the game must not notice
                self._failures += 1
                logger.info("panel %s: %s", self._code, error)
            self._link = "down"
            pauses = waits() if self._sent > sent_before else pauses
            self._stopping.wait(next(pauses))

    def _serve(self) -> None:
        try:
            device = Device.objects.get(code=self._code)
        finally:
            # A panel asks the database once; it must not hold a connection for the night.
            connections.close_all()
        panel = panel_named(device.driver, self._clock)
        transport = SerialTransport(device.url, device.baudrate)
        lost = threading.Event()
        transport.open(lambda _data: None, lambda _error: lost.set())
        self._link = "up"
        try:
            while not self._stopping.is_set():
                self._send(panel, transport, lost)
        finally:
            transport.close()

    def _send(self, panel: Panel, transport: SerialTransport, lost: threading.Event) -> None:
        self._changed.clear()
        if lost.is_set():
            raise TransportLost(self._code)
        panel.show(self._state)
        if data := panel.take_output():
            transport.write(data)
            self._sent += 1
        self._changed.wait(max(panel.deadline() - self._clock(), 0.0))

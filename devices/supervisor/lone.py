"""What the ports of panels and scanners share: a thread that serves one device and, after any trouble, begins again."""

import logging
import threading
from typing import Any, ClassVar

from django.db import connections

from devices.drivers.base import Clock
from devices.models import Device
from devices.supervisor.backoff import waits
from devices.supervisor.health import LinkState
from devices.supervisor.history import History

logger = logging.getLogger(__name__)


class LonePort:
    """
    A port that never blocks or raises: whatever ails its device is a count, and the game goes on.

    A subclass serves one connection in `_serve`, counts in `_done` what it got through, and wakes its own waiting in
    `_wake`.
    """

    kind: ClassVar[str]

    def __init__(self, device_code: str, *, clock: Clock) -> None:
        self._code = device_code
        self._clock = clock
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._link: LinkState = "down"
        self._history = History()
        self._done = 0
        self._failures = 0

    def start(self) -> None:
        """Start the thread; returns at once. Starting twice does nothing."""
        if self._thread is not None and self._thread.is_alive():
            return
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name=f"{self.kind} {self._code}", daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """Close the port and end the thread, waiting up to `timeout` seconds."""
        self._stopping.set()
        self._wake()
        if self._thread is not None:
            self._thread.join(timeout)

    def told(self) -> dict[str, Any]:
        """Tell how the port is, as a screen takes it."""
        return {"link": self._link, "faults": []}

    def detail(self) -> dict[str, Any]:
        """Tell all there is to know of the port, for the page of the devices."""
        return {**self.told(), "done": self._done, "failures": self._failures, "history": self._history.told()}

    def _is_up(self) -> None:
        """Say that the device is there."""
        self._link = "up"
        self._history.note("up")

    def _run(self) -> None:
        pauses = waits()
        while not self._stopping.is_set():
            done_before = self._done
            try:
                self._serve()
            except Exception as error:  # noqa: BLE001 - whatever ails the device, the hall must not notice
                self._failures += 1
                self._history.note("down", str(error))
                logger.info("%s %s: %s", self.kind, self._code, error)
            self._link = "down"
            pauses = waits() if self._done > done_before else pauses
            self._stopping.wait(next(pauses))

    def _device(self) -> Device:
        try:
            return Device.objects.get(code=self._code)
        finally:
            # Asked once a connection; it must not hold the database for the night.
            connections.close_all()

    def _serve(self) -> None:
        raise NotImplementedError

    def _wake(self) -> None:
        raise NotImplementedError

"""
One scanner's port: a thread that reads codes and hands them on, and after any trouble begins again, for ever.

A scan is not an event of the game: nothing is stored, and who hears it decides what it is for.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from devices.codecs.scan_lines import ScanRead
from devices.drivers.base import Clock
from devices.drivers.registry import scanner_named
from devices.drivers.scanner import Scanner
from devices.supervisor.frame_log import tap_of
from devices.supervisor.health import ScannerHealth
from devices.supervisor.inbox import Data, Inbox, Lost
from devices.supervisor.lone import LonePort
from devices.transports import SerialTransport, TransportLost

logger = logging.getLogger(__name__)

_TURN_SECONDS = 1.0
MOST_A_SECOND = 60
"""More than anybody scans: a reader that has gone mad must not fill the screens' queues."""


class ScannerPort(LonePort):
    """
    The port of one scanner.

    Args:
        device_code: `Device.code`; the row is read each time the port is opened.
        on_scan: Takes each scan, in the port's thread; what it raises is logged and the next scan is read.
        clock: Seconds, never going back.
    """

    kind = "scanner"

    def __init__(self, device_code: str, *, on_scan: Callable[[ScanRead], None], clock: Clock = time.monotonic) -> None:
        super().__init__(device_code, clock=clock)
        self._on_scan = on_scan
        self._inbox = Inbox()
        self._session = 0
        self._dropped = 0
        self._second = clock()
        self._in_second = 0

    def health(self) -> ScannerHealth:
        """Return how the scanner's port is."""
        return ScannerHealth(self._code, self._link, self._done, self._dropped, self._failures)

    def detail(self) -> dict[str, Any]:
        """Tell all there is to know of the port, for the page of the devices."""
        return {**super().detail(), "dropped": self._dropped}

    def _wake(self) -> None:
        self._inbox.put(None)

    def _serve(self) -> None:
        device = self._device()
        scanner = scanner_named(device.driver, self._clock)
        self._session += 1
        session = self._session
        transport = SerialTransport(device.url, device.baudrate, tap=tap_of(self._code))
        try:
            transport.open(
                lambda data: self._inbox.put(Data(session, data)), lambda error: self._inbox.put(Lost(session, error))
            )
            self._is_up()
            while not self._stopping.is_set():
                dropped_before = scanner.dropped
                self._turn(scanner)
                self._dropped += scanner.dropped - dropped_before
        finally:
            transport.close()

    def _turn(self, scanner: Scanner) -> None:
        item = self._inbox.get(_TURN_SECONDS)
        if isinstance(item, Lost) and item.session == self._session:
            raise TransportLost(str(item.error))
        if not isinstance(item, Data) or item.session != self._session:
            return
        for scan in scanner.receive(item.data):
            if self._too_many():
                self._dropped += 1
            else:
                self._tell(scan)

    def _too_many(self) -> bool:
        now = self._clock()
        if now >= self._second + 1.0:
            self._second, self._in_second = now, 0
        self._in_second += 1
        return self._in_second > MOST_A_SECOND

    def _tell(self, scan: ScanRead) -> None:
        self._done += 1
        try:
            self._on_scan(scan)
        except Exception:
            logger.exception("scanner %s: a scan was not taken", self._code)

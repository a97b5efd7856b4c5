"""A device that only speaks, or of another dialect: what it says, as the hall would hear it."""

import queue
import time
from collections.abc import Callable
from typing import Self

from devices.codecs.events import BallRead, BallUnread, Fault, LinkDown, PortEvent, StatusRead
from devices.codecs.scan_lines import ScanRead
from devices.drivers.base import Extractor, RunKnown
from devices.drivers.scanner import Scanner
from devices.transports import SerialTransport

HELLO_SECONDS = 5.0
BALL_SECONDS = 30.0
SCAN_SECONDS = 30.0

Tell = Callable[[str], object]


class NothingHeard(Exception):
    """The device did not say what was waited for; the message says how far it came."""


class Listener:
    """A port open for a while, and a way to tell what comes; use it as a context manager."""

    def __init__(self, transport: SerialTransport, tell: Tell) -> None:
        self._transport = transport
        self._tell = tell
        self._inbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def __enter__(self) -> Self:
        self._transport.open(self._inbox.put, lambda _error: self._inbox.put(None))
        return self

    def __exit__(self, *_error: object) -> None:
        self._transport.close()

    def scan(self, scanner: Scanner) -> None:
        """Tell the first code that is read."""
        until = time.monotonic() + SCAN_SECONDS
        scans: list[ScanRead] = []
        self._tell("scan a code")
        while not scans:
            data = self._read(until)
            if data is None:
                msg = f"no code was read in time; {scanner.dropped} lines were none"
                raise NothingHeard(msg)
            scans = scanner.receive(data)
        for scan in scans:
            self._tell(scan.text)

    def greet(self, driver: Extractor) -> None:
        """Begin the conversation of a driver, and tell what comes until its status."""
        driver.connect(boot="", last_ev=0)
        self._until((StatusRead,), HELLO_SECONDS, driver)

    def draw(self, driver: Extractor) -> None:
        """Begin a game, wish for its first ball, and tell what comes until its outcome."""
        driver.load("probe")
        driver.draw(1)
        self._tell("bring a ball")
        self._until((BallRead, BallUnread, Fault), BALL_SECONDS, driver)

    def _read(self, until: float) -> bytes | None:
        try:
            data = self._inbox.get(timeout=max(until - time.monotonic(), 0.0))
        except queue.Empty:
            return None
        if data is None:
            msg = "the port is gone"
            raise NothingHeard(msg)
        return data

    def _until(self, wanted: tuple[type[PortEvent], ...], seconds: float, driver: Extractor) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._transport.write(driver.take_output())
            deadline = driver.deadline()
            data = self._read(until if deadline is None else min(until, deadline))
            told = driver.receive(data) if data else []
            for event in told + driver.tick():
                self._show(event, driver)
                if isinstance(event, wanted):
                    return
        msg = "nothing was heard in time"
        raise NothingHeard(msg)

    def _show(self, event: PortEvent | RunKnown, driver: Extractor) -> None:
        if isinstance(event, LinkDown):
            msg = f"cannot speak to it: {event.reason}"
            raise NothingHeard(msg)
        self._tell(f"{event}")
        # Only to hear what is behind it: nothing of a trial is stored.
        if (ev := getattr(event, "ev", None)) is not None:
            driver.acknowledge(ev)

"""Open a port, say HELLO and STATUS, print what is there; with `--draw`, load and draw one ball."""

import argparse
import queue
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from devices.codecs.events import BallRead, BallUnread, Fault, LinkDown, PortEvent, StatusRead
from devices.drivers.base import Extractor, RunKnown
from devices.drivers.registry import EXTRACTORS, extractor_named
from devices.transports import SerialTransport, TransportLost

_DRAW_SECONDS = 15.0
_HELLO_SECONDS = 5.0


class Command(BaseCommand):
    """Look at one device without a hall; the hall must not run, for a port has one owner."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the port and what to do."""
        parser.add_argument("url", help="e.g. /dev/serial/by-id/... or bingosim://extractor?seed=7")
        parser.add_argument("--baudrate", type=int, default=9600)
        parser.add_argument("--driver", choices=sorted(EXTRACTORS), default="bx1")
        parser.add_argument("--draw", action="store_true", help="load the machine and draw one ball")

    def handle(self, **options: Any) -> None:
        """Speak to the device."""
        self._draws = options["draw"]
        driver = extractor_named(options["driver"], time.monotonic)
        transport = SerialTransport(options["url"], options["baudrate"])
        inbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        try:
            transport.open(inbox.put, lambda _error: inbox.put(None))
            driver.connect(boot="", last_ev=0)
            self._until((StatusRead,), _HELLO_SECONDS, driver, transport, inbox)
            if options["draw"]:
                self._draw(driver, transport, inbox)
        except TransportLost as error:
            raise CommandError(str(error)) from error
        finally:
            transport.close()
        self.stdout.write(f"{driver.counters()}")

    def _draw(self, driver: Extractor, transport: SerialTransport, inbox: "queue.SimpleQueue[bytes | None]") -> None:
        driver.load("probe")
        self._until((StatusRead,), _HELLO_SECONDS, driver, transport, inbox)
        driver.draw(1 + (driver.status.ordinal if driver.status else 0))
        self._until((BallRead, BallUnread, Fault), _DRAW_SECONDS, driver, transport, inbox)

    def _until(
        self,
        wanted: tuple[type[PortEvent], ...],
        seconds: float,
        driver: Extractor,
        transport: SerialTransport,
        inbox: "queue.SimpleQueue[bytes | None]",
    ) -> None:
        until = time.monotonic() + seconds
        while (now := time.monotonic()) < until:
            transport.write(driver.take_output())
            deadline = driver.deadline()
            pause = min(until, deadline if deadline is not None else until) - now
            told = []
            try:
                if (data := inbox.get(timeout=max(pause, 0.0))) is None:
                    raise CommandError("the port is gone")
                told = driver.receive(data)
            except queue.Empty:
                pass
            for event in told + driver.tick():
                self._show(event, driver)
                if isinstance(event, wanted):
                    transport.write(driver.take_output())
                    return
        raise CommandError("nothing was heard in time")

    def _show(self, event: PortEvent | RunKnown, driver: Extractor) -> None:
        if isinstance(event, LinkDown):
            raise CommandError(f"cannot speak to it: {event.reason}")
        self.stdout.write(f"{event}")
        # Only to hear the ball behind it; the hall's own HELLO says again what the hall has stored.
        if self._draws and (ev := getattr(event, "ev", None)) is not None:
            driver.acknowledge(ev)

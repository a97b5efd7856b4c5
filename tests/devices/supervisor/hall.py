"""A hall as the wiring would be: it wants balls in order, and does what a person would when one is held."""

import threading
import time

from devices.codecs.events import BallRead, BallUnread, CommandRefused, DrawStalled, Fault, StatusRead
from devices.drivers.base import DrawLimits
from devices.models import Device
from devices.simulators.client import ask
from devices.supervisor import ExtractorPort

PATIENCE_SECONDS = 12


class Hall:
    """One game on one simulated machine; `balls` is what the game has, by ordinal."""

    def __init__(self, fault="", *, name="sim", seed=7, speed=500, limits=None, baud=0):
        self.name = name
        self.balls = {}
        self.events = []
        self.refs = []
        self.held = None
        self.fail_once = set()
        self.stopping = threading.Event()
        url = f"bingosim://{name}?seed={seed}&speed={speed}&baud={baud}&fault={fault}"
        Device.objects.create(code="extractor-1", hall_code="H1", driver="bx1", url=url)
        self.port = ExtractorPort("extractor-1", on_event=self.on_event, limits=limits or DrawLimits())

    def on_event(self, event, source_ref):
        if source_ref in self.fail_once:
            self.fail_once.remove(source_ref)
            raise RuntimeError(source_ref)
        self.events.append(event)
        if source_ref is not None:
            self.refs.append(source_ref)
        if isinstance(event, BallRead):
            self._take(event)
        elif isinstance(event, BallUnread):
            self.held = event

    def _take(self, ball):
        if self.balls.get(ball.ordinal) == ball.number:
            return
        if ball.number in self.balls.values() or ball.ordinal in self.balls or ball.quality < 90:
            self.held = ball
        else:
            self.balls[ball.ordinal] = ball.number

    def machine(self):
        return ask(self.name, "status")["device"]

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    def until(self, what, asking=lambda: None):
        """Wait until something is so, asking for something meanwhile."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not what():
            assert time.monotonic() < end, (self.port.health(), self.events[-5:])
            asking()
            time.sleep(0.002)

    def load(self):
        self.port.start()
        self.until(lambda: self.port.health().link == "up")
        self.port.load("1")
        self.until(lambda: self.port.health().state == "LOADED" or self.of(CommandRefused))

    def play(self, last, first=1):
        """Draw balls; returns when the game has them all."""
        for ordinal in range(first, last + 1):
            self.until(lambda o=ordinal: o in self.balls, lambda o=ordinal: self._want(o))

    def _want(self, ordinal):
        if self.held is not None:
            self._decide(ordinal)
        elif faults := self.port.health().faults:
            self.port.clear(min(faults))
            self.until(lambda: not self.port.health().faults)
        elif self._stalled():
            self.events.append("halted")
            self.port.halt()
        else:
            self.port.draw(ordinal)

    def _stalled(self):
        last = [event for event in self.events if event == "halted" or isinstance(event, DrawStalled)]
        return bool(last) and last[-1] != "halted"

    def _decide(self, ordinal):
        """Look at the ball itself; if none fell, ask for one again."""
        held, true = self.held, self.machine()["order"]
        if len(true) >= ordinal:
            assert held.ordinal == ordinal
            self.balls[ordinal] = true[ordinal - 1]
            self.port.set_number(ordinal, true[ordinal - 1])
            self.until(lambda: true[ordinal - 1] in self.port.health().drawn)
        self.held = None


def order_of(hall):
    return [hall.balls[ordinal] for ordinal in sorted(hall.balls)]


__all__ = ["Fault", "Hall", "StatusRead", "order_of"]

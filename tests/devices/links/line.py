"""A link and a simulated machine on a line in fake time, with losses both ways."""

from random import Random

from devices.links.bx1 import Bx1Link, Down, Greeted, Occurred
from devices.simulators.bx1_device import Bx1Device
from devices.simulators.cage import Cage
from devices.simulators.faults import FaultScript
from devices.simulators.machine import Machine

STEP = 0.01


class Line:
    """Both ends; `loss` is the chance that a chunk is lost or damaged, each way."""

    def __init__(self, clock, *, fault="", seed=1, loss=0.0, cage=None):
        self.clock = clock
        self.dice = Random(seed)
        self.loss = loss
        self.boots = iter(f"{number:04X}" for number in range(0xB001, 0xBFFF))
        self.cage = cage or Cage()
        script = FaultScript(fault, self.dice.random)
        self.machine = Machine(self.cage, script, seed=seed, new_boot=lambda: next(self.boots))
        self.device = Bx1Device(self.machine, self.dice)
        self.link = None
        self.known = ("", 0)
        self.heard = []
        self.events = []
        self.to_host = []
        self.to_device = []

    def connect(self):
        boot, last = self.known
        self.link = Bx1Link(self.clock, boot=boot, last_ev=last)
        self.device.plugged(self.clock())

    def run(self, seconds, acknowledge=True):
        """Let time pass; return what the link said."""
        heard = []
        for _ in range(round(seconds / STEP)):
            self.clock.forward(STEP)
            heard += self._step(acknowledge)
        self.heard += heard
        return heard

    def _step(self, acknowledge):
        now = self.clock()
        out = self.link.take_output()
        if out:
            self.to_device.append(out)
        if data := self._through(out):
            self.device.receive(data, now)
        self.device.tick(now)
        back = self.device.take_output(now)
        if back:
            self.to_host.append(back)
        heard = self.link.receive(data) if (data := self._through(back)) else []
        heard += self.link.tick()
        for item in heard:
            self._take(item, acknowledge)
        return heard

    def _take(self, item, acknowledge):
        if isinstance(item, Greeted) and item.renewed:
            self.known = (item.hello.boot, 0)
        if isinstance(item, Occurred):
            self.events.append((self.known[0], item.message))
            if acknowledge:
                self.known = (self.known[0], item.message.seq)
                self.link.acknowledge(item.message.seq)
        if isinstance(item, Down):
            self.connect()

    def _through(self, data):
        if not data or self.dice.random() >= self.loss:
            return data
        if self.dice.random() < 0.5:
            return b""
        damaged = bytearray(data)
        damaged[self.dice.randrange(len(damaged))] ^= 1 << self.dice.randrange(8)
        return bytes(damaged)

    def balls(self):
        return [(message.number("o"), message.number("n")) for _, message in self.events if message.verb == "BALL"]

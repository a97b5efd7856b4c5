"""A machine on a cable that is pulled at one moment of every ball, and plugged in again when somebody says so."""

import fcntl
import os
import termios
import threading
import time
from array import array
from contextlib import suppress
from random import Random
from select import select

from devices.simulators.bx1_device import Bx1Device
from devices.simulators.cage import Cage
from devices.simulators.faults import FaultScript
from devices.simulators.machine import Machine
from devices.simulators.plug import Plug

_TURN_SECONDS = 0.005
_READ_SECONDS = 1.0


class PulledMachine:
    """
    The machine in a thread; `pull_at(moment)` names the moment of the next ball at which its cable comes out.

    before: DRAW is answered, the ball has not fallen · middle: the host has read half of its frame.
    """

    def __init__(self, link, *, seed=7, speed=2_000.0):
        self.cage = Cage()
        self.dice = Random(seed)
        self.machine = Machine(
            self.cage, FaultScript("", self.dice.random), seed=seed, speed=speed, new_boot=self._boot
        )
        self.device = Bx1Device(self.machine, self.dice)
        self.plug, self.url = Plug(link, baud=0), str(link)
        self.moment, self.pulled_at = "", []
        self._wish, self._plug_in, self._ended = threading.Event(), threading.Event(), threading.Event()
        self._insert()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _boot(self):
        return f"{self.dice.getrandbits(16):04X}"

    def pull_at(self, moment):
        """Let the cable come out at a moment of the next ball."""
        self.moment = moment

    def pull(self):
        """Pull it now, from the thread of whoever asks; what is written afterwards finds no line."""
        self._wish.set()

    @property
    def is_plugged(self):
        return self.plug.fd is not None

    def truth(self):
        return self.device.status()

    def plug_in(self):
        """Put the cable in again, if it is out."""
        self._plug_in.set()

    def end(self):
        self._ended.set()
        self.thread.join(5)
        self.plug.pull()

    def _insert(self):
        self._plug_in.clear()
        self.device.plugged(time.monotonic())
        self.plug.insert()

    def _run(self):
        while not self._ended.is_set():
            fd, now = self.plug.fd, time.monotonic()
            if fd is None:
                # The drum turns on without a listener.
                self.machine.tick(now)
                if self._plug_in.wait(_TURN_SECONDS):
                    self._insert()
                continue
            if self._wish.is_set():
                self._wish.clear()
                self._pull(now)
                continue
            self._turn(fd, now)

    def _turn(self, fd, now):
        due = self.device.deadline(now)
        wait = _TURN_SECONDS if due is None else min(max(due - now, 0.0), _TURN_SECONDS)
        if select([fd], [], [], wait)[0]:
            with suppress(OSError):
                self.device.receive(os.read(fd, 4096), time.monotonic())
        if self.moment == "before" and self.machine.motion is not None:
            self._write(self.device.take_output(time.monotonic()))
            self._pull(time.monotonic())
            return
        now = time.monotonic()
        self.device.tick(now)
        out = self.device.take_output(now)
        if self.moment == "middle" and b" BALL " in out:
            ball_at = out.rindex(b"\x02", 0, out.index(b" BALL "))
            self._write(out[: (ball_at + out.index(b"\x03", ball_at)) // 2])
            self._pull(now)
            return
        self._write(out)

    def _write(self, data):
        """Write, and wait until the host has read it: a pulled plug takes with it what is under way."""
        if not data:
            return
        os.write(self.plug.fd, data)
        if self.moment:
            end = time.monotonic() + _READ_SECONDS
            while self._unread() and time.monotonic() < end:
                time.sleep(0.001)

    def _unread(self):
        waiting = array("i", [0])
        fcntl.ioctl(self.plug._slave, termios.FIONREAD, waiting)
        return waiting[0]

    def _pull(self, now):
        self.pulled_at.append(now)
        self.moment = ""
        self._plug_in.clear()
        self.plug.pull()

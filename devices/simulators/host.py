"""
The loop of a simulator's process: one device, one port, one control socket.

State is stored after every step and before its output is written: whatever the host has heard, a restarted
simulator knows.
"""

import json
import selectors
import socket
import time
from contextlib import suppress
from typing import Any, Protocol, runtime_checkable

from devices.simulators.paths import Home
from devices.simulators.plug import Plug
from devices.simulators.store import StateFile

UNPLUGGED_SECONDS = 0.3
BAUDS = (0, 9600, 19_200, 38_400, 115_200)
SPEED_MAX = 1000.0
_TURN_SECONDS = 1.0
_CONTROL_SECONDS = 0.5
_REQUEST_MAX = 4096


class SimulatedDevice(Protocol):
    """What the loop needs of a device; times in seconds of a clock that does not go back."""

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes from the host."""

    def tick(self, now: float) -> None:
        """Do what is due."""

    def deadline(self, now: float) -> float | None:
        """When `tick` has something to do."""

    def take_output(self, now: float) -> bytes:
        """Return the bytes to write now, once."""

    def unplugged(self, now: float) -> bool:
        """Whether the plug is pulled now; asked once per turn."""

    def plugged(self, now: float) -> None:
        """Begin on a new line."""

    def status(self) -> dict[str, Any]:
        """Return all there is to know, JSON-plain."""

    def inject(self, fault: str, now: float) -> None:
        """Let a fault happen."""

    def clear(self) -> None:
        """Forget the faults to come."""


@runtime_checkable
class SimulatedMachine(Protocol):
    """What more a machine has that people stand beside: a switch, a pace, and a way to stop reading."""

    def stuck_until(self) -> float:
        """Until when it reads nothing."""

    def power(self, now: float, *, on: bool, keep_map: bool = True) -> None:
        """Switch it on or off."""

    def tune(self, *, speed: float) -> None:
        """Let it work faster or slower."""

    def forget(self, fault: str) -> None:
        """Take back a fault that has not happened."""


class SimulatorHost:
    """Serve one device until `shutdown` is asked for."""

    def __init__(self, device: SimulatedDevice, home: Home, *, baud: int, about: dict[str, Any]) -> None:
        self.running = True
        self._device = device
        self._home = home
        self._about = about
        self._store = StateFile(home.state)
        self._plug = Plug(home.pty, baud)
        self._plug_at = 0.0
        self._stuffed = False
        self._selector = selectors.DefaultSelector()
        self._server = socket.socket(socket.AF_UNIX)

    def serve(self) -> None:
        """Run the loop."""
        self._home.socket.unlink(missing_ok=True)
        self._server.bind(str(self._home.socket))
        self._server.listen(8)
        self._selector.register(self._server, selectors.EVENT_READ, "control")
        try:
            while self.running:
                self._turn()
        finally:
            self._pull()
            self._server.close()
            self._home.socket.unlink(missing_ok=True)
            self._selector.close()

    def _turn(self) -> None:
        now = time.monotonic()
        if self._plug.fd is None and now >= self._plug_at:
            self._insert(now)
        self._watch_reading(now)
        ready = self._selector.select(self._pause(now))
        now = time.monotonic()
        for key, _ in ready:
            if key.data == "control":
                self._control()
            else:
                self._plug.hear(now)
        if data := self._plug.read(now):
            self._device.receive(data, now)
        due = self._device.deadline(now)
        # A turn only for the next byte of a paced line changes nothing of the machine.
        if data or ready or due is None or due <= now or self._plug.deadline() is None:
            self._device.tick(now)
            self._store.save(self._state())
            self._plug.write(self._device.take_output(now), now)
        else:
            self._plug.write(b"", now)
        if self._device.unplugged(now):
            self._pull()
            self._plug_at = now + UNPLUGGED_SECONDS

    def _watch_reading(self, now: float) -> None:
        """Stop reading, or begin again, as the machine would have it."""
        stuck = isinstance(self._device, SimulatedMachine) and now < self._device.stuck_until()
        if self._plug.fd is None or stuck == self._stuffed:
            return
        self._stuffed = stuck
        if stuck:
            self._selector.unregister(self._plug.fd)
            self._plug.stuff()
        else:
            self._plug.drain()
            self._selector.register(self._plug.fd, selectors.EVENT_READ, "port")

    def _pause(self, now: float) -> float:
        times = [self._device.deadline(now), self._plug.deadline()]
        if self._plug.fd is None:
            times.append(self._plug_at)
        if self._stuffed and isinstance(self._device, SimulatedMachine):
            times.append(self._device.stuck_until())
        due = min((time for time in times if time is not None), default=now + _TURN_SECONDS)
        return max(min(due - now, _TURN_SECONDS), 0.0)

    def _insert(self, now: float) -> None:
        self._store.save(self._state())
        self._plug.insert()
        assert self._plug.fd is not None
        self._selector.register(self._plug.fd, selectors.EVENT_READ, "port")
        self._device.plugged(now)

    def _pull(self) -> None:
        if self._plug.fd is not None and not self._stuffed:
            self._selector.unregister(self._plug.fd)
        self._stuffed = False
        self._plug.pull()

    def _state(self) -> dict[str, Any]:
        return {"about": self._about, "device": self._device.status()}

    def _control(self) -> None:
        connection, _ = self._server.accept()
        connection.settimeout(_CONTROL_SECONDS)
        with connection, suppress(OSError):
            answer = self._answer(connection.makefile("rb").readline(_REQUEST_MAX))
            connection.sendall(json.dumps(answer).encode() + b"\n")

    def _answer(self, line: bytes) -> dict[str, Any]:
        try:
            request = json.loads(line)
            self._obey(request)
        except (ValueError, KeyError, TypeError) as error:
            return {"ok": False, "error": str(error)}
        return {"ok": True, "plugged": self._plug.fd is not None, "baud": self._plug.baud} | self._state()

    def _obey(self, request: dict[str, Any]) -> None:
        match request["do"]:
            case "status":
                pass
            case "inject":
                self._device.inject(str(request["fault"]), time.monotonic())
            case "clear":
                self._device.clear()
            case "unplug":
                self._pull()
                self._plug_at = float("inf")
            case "plug":
                self._plug_at = 0.0
            case "shutdown":
                self.running = False
            case other:
                self._operate(other, request)

    def _operate(self, do: str, request: dict[str, Any]) -> None:
        machine = self._device
        if not isinstance(machine, SimulatedMachine):
            msg = f"cannot {do!r}"
            raise ValueError(msg)  # noqa: TRY004 - the request is wrong, not a type of ours
        match do:
            case "forget":
                machine.forget(str(request["fault"]))
            case "power":
                machine.power(time.monotonic(), on=bool(request["on"]), keep_map=request.get("map") != "lost")
            case "tune":
                self._tune(machine, request)
            case other:
                msg = f"cannot {other!r}"
                raise ValueError(msg)

    def _tune(self, machine: SimulatedMachine, request: dict[str, Any]) -> None:
        speed, baud = float(request.get("speed", 0)), int(request.get("baud", self._plug.baud))
        if baud not in BAUDS or not 0 <= speed <= SPEED_MAX:
            msg = f"no such speed: {speed}, {baud} baud"
            raise ValueError(msg)
        self._plug.baud = baud
        if speed:
            machine.tune(speed=speed)

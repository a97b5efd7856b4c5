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
from typing import Any, Protocol

from devices.simulators.paths import Home
from devices.simulators.plug import Plug
from devices.simulators.store import StateFile

UNPLUGGED_SECONDS = 0.3
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
        for key, _ in self._selector.select(self._pause(now)):
            if key.data == "control":
                self._control()
            else:
                self._device.receive(self._plug.read(), time.monotonic())
        now = time.monotonic()
        self._device.tick(now)
        self._store.save(self._state())
        self._plug.write(self._device.take_output(now), now)
        if self._device.unplugged(now):
            self._pull()
            self._plug_at = now + UNPLUGGED_SECONDS

    def _pause(self, now: float) -> float:
        times = [self._device.deadline(now), self._plug.deadline()]
        if self._plug.fd is None:
            times.append(self._plug_at)
        due = min((time for time in times if time is not None), default=now + _TURN_SECONDS)
        return max(min(due - now, _TURN_SECONDS), 0.0)

    def _insert(self, now: float) -> None:
        self._store.save(self._state())
        self._plug.insert()
        assert self._plug.fd is not None
        self._selector.register(self._plug.fd, selectors.EVENT_READ, "port")
        self._device.plugged(now)

    def _pull(self) -> None:
        if self._plug.fd is not None:
            self._selector.unregister(self._plug.fd)
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
        return {"ok": True, "plugged": self._plug.fd is not None} | self._state()

    def _obey(self, request: dict[str, Any]) -> None:
        match request["do"]:
            case "status":
                pass
            case "inject":
                self._device.inject(str(request["fault"]), time.monotonic())
            case "clear":
                self._device.clear()
            case "shutdown":
                self.running = False
            case other:
                msg = f"cannot {other!r}"
                raise ValueError(msg)

"""A pseudo-terminal that looks like a serial port one can unplug."""

import os
import pty
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_READ_MAX = 4096
_BITS_PER_BYTE = 10
_SLICE_SECONDS = 0.004
_STILL_TIMES, _STILL_SECONDS = 3, 0.002


class PacedBytes:
    """
    Bytes on a wire of `baud` bits a second, 10 bits a byte; 0: no wire, they are there at once.

    A byte is there when all its bits are. A few milliseconds' worth may be waited for together, as a USB adapter
    does: never earlier than a wire, a little later.
    """

    def __init__(self, baud: int) -> None:
        self.baud = baud
        self._waiting = bytearray()
        self._begun_at = 0.0

    def put(self, data: bytes, now: float) -> None:
        """Let bytes set out."""
        if not self._waiting:
            self._begun_at = max(self._begun_at, now)
        self._waiting += data

    def take(self, now: float) -> bytes:
        """Return the bytes that have arrived, once."""
        count = len(self._waiting)
        if self.baud:
            count = min(count, max(0, int((now - self._begun_at) * self.baud / _BITS_PER_BYTE)))
            self._begun_at += count * _BITS_PER_BYTE / self.baud
        data = bytes(self._waiting[:count])
        del self._waiting[:count]
        return data

    def clear(self) -> None:
        """Lose what is under way."""
        self._waiting.clear()

    def deadline(self) -> float | None:
        """When `take` has something to give."""
        if not self._waiting or not self.baud:
            return self._begun_at if self._waiting else None
        seconds_per_byte = _BITS_PER_BYTE / self.baud
        together = min(len(self._waiting), max(1, int(_SLICE_SECONDS / seconds_per_byte)))
        # A hair later, so that rounding does not wake us one byte too early.
        return self._begun_at + together * seconds_per_byte + 1e-6


class Plug:
    """
    One port under a stable link, paced by `baud` (0: not) in both directions.

    Pulling the plug closes the pseudo-terminal, so the host's reads fail as they do on a real unplug.
    """

    def __init__(self, link: Path, baud: int) -> None:
        self.fd: int | None = None
        self._link = link
        self._slave = -1
        self._out = PacedBytes(baud)
        self._in = PacedBytes(baud)

    @property
    def baud(self) -> int:
        """Bits a second, 0 when not paced."""
        return self._out.baud

    @baud.setter
    def baud(self, baud: int) -> None:
        self._out.baud = self._in.baud = baud

    def insert(self) -> None:
        """Make a new port and let the link name it."""
        self.fd, self._slave = pty.openpty()
        # At once: in cooked mode our ETX is Ctrl-C. Our own slave end stays open, or reading the master
        # fails while no host is there.
        tty.setraw(self._slave)
        os.set_blocking(self.fd, False)
        os.set_blocking(self._slave, False)
        self._out.clear()
        self._in.clear()
        beside = self._link.with_suffix(".new")
        beside.unlink(missing_ok=True)
        beside.symlink_to(os.ttyname(self._slave))
        beside.replace(self._link)

    def pull(self) -> None:
        """Take the port away; absent until `insert`."""
        self._link.unlink(missing_ok=True)
        if self.fd is not None:
            os.close(self.fd)
            os.close(self._slave)
        self.fd = None

    def hear(self, now: float) -> None:
        """Let the bytes that wait in the port set out to the machine."""
        self._in.put(self._read(), now)

    def read(self, now: float) -> bytes:
        """Return the bytes that have arrived at the machine, once."""
        return self._in.take(now)

    def write(self, data: bytes, now: float) -> None:
        """Add bytes and write those that are due."""
        self._out.put(data, now)
        due = self._out.take(now)
        if self.fd is not None and due:
            # A full pipe has no listener: the bytes are lost, as on a wire.
            with suppress(OSError):
                os.write(self.fd, due)

    def stuff(self) -> None:
        """Fill the pipe to us, so that a host that writes to a machine that does not read has to wait."""

        def put() -> bool:
            with suppress(BlockingIOError):
                return os.write(self._slave, bytes(_READ_MAX)) > 0
            return False

        _until_still(put)

    def drain(self) -> None:
        """Throw away all that came meanwhile."""
        _until_still(lambda: bool(self._read()))
        self._in.clear()

    def deadline(self) -> float | None:
        """When the next byte is due, either way."""
        times = [self._out.deadline(), self._in.deadline()]
        return min((time for time in times if time is not None), default=None)

    def _read(self) -> bytes:
        if self.fd is not None:
            with suppress(OSError):
                return os.read(self.fd, _READ_MAX)
        return b""


def _until_still(moves: Callable[[], bool]) -> None:
    """Move bytes until none moves for a moment: the system hands them on behind our back, and then there is room."""
    still = 0
    while still < _STILL_TIMES:
        still = 0 if moves() else still + 1
        if still:
            time.sleep(_STILL_SECONDS)

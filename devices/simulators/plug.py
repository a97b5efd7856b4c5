"""A pseudo-terminal that looks like a serial port one can unplug."""

import os
import pty
import tty
from contextlib import suppress
from pathlib import Path

_READ_MAX = 4096


class Plug:
    """
    One port under a stable link; `baud` 0 writes at once, else at that speed (10 bits a byte).

    Pulling the plug closes the pseudo-terminal, so the host's reads fail as they do on a real unplug.
    """

    def __init__(self, link: Path, baud: int) -> None:
        self.fd: int | None = None
        self._link = link
        self._seconds_per_byte = 10 / baud if baud else 0.0
        self._slave = -1
        self._waiting = bytearray()
        self._free_at = 0.0

    def insert(self) -> None:
        """Make a new port and let the link name it."""
        self.fd, self._slave = pty.openpty()
        # At once: in cooked mode our ETX is Ctrl-C. Our own slave end stays open, or reading the master
        # fails while no host is there.
        tty.setraw(self._slave)
        os.set_blocking(self.fd, False)
        self._waiting.clear()
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

    def read(self) -> bytes:
        """Return the bytes that wait."""
        if self.fd is None:
            return b""
        with suppress(OSError):
            return os.read(self.fd, _READ_MAX)
        return b""

    def write(self, data: bytes, now: float) -> None:
        """Add bytes and write those that are due."""
        self._waiting += data
        if self.fd is None:
            self._waiting.clear()
            return
        while self._waiting and (not self._seconds_per_byte or now >= self._free_at):
            length = 1 if self._seconds_per_byte else len(self._waiting)
            # A full pipe has no listener: the bytes are lost, as on a wire.
            with suppress(OSError):
                os.write(self.fd, self._waiting[:length])
            del self._waiting[:length]
            self._free_at = max(self._free_at, now - self._seconds_per_byte) + self._seconds_per_byte

    def deadline(self) -> float | None:
        """When the next byte is due."""
        return self._free_at if self._waiting else None

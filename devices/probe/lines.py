"""The line a machine is tried on: bytes, time, and a plug that can be pulled."""

import queue
import time
from typing import Protocol

from devices.transports import SerialTransport, TransportLost


class ProbeLine(Protocol):
    """What a trial needs of a line; seconds are of one clock that does not go back."""

    def now(self) -> float:
        """Return the time."""

    def write(self, data: bytes) -> None:
        """Write all the bytes; TransportLost when that is not possible."""

    def read(self, until: float) -> bytes:
        """Return what has come, at once if there is something; nothing when that time is reached."""

    def reopen(self) -> None:
        """Close the port and open it again; TransportLost when that is not possible."""


class PortLine:
    """
    A real port.

    Args:
        url: What pyserial opens.
        baudrate: Bits per second.
    """

    def __init__(self, url: str, baudrate: int) -> None:
        self._transport = SerialTransport(url, baudrate)
        self._inbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def open(self) -> None:
        """Open the port; TransportLost when it is absent or in use."""
        inbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._inbox = inbox
        self._transport.open(inbox.put, lambda _error: inbox.put(None))

    def close(self) -> None:
        """Close the port."""
        self._transport.close()

    def now(self) -> float:
        """Return the time."""
        return time.monotonic()

    def write(self, data: bytes) -> None:
        """Write all the bytes."""
        self._transport.write(data)

    def read(self, until: float) -> bytes:
        """Return what has come."""
        try:
            data = self._inbox.get(timeout=max(until - self.now(), 0.0))
        except queue.Empty:
            return b""
        if data is None:
            msg = "the port is gone"
            raise TransportLost(msg)
        return data

    def reopen(self) -> None:
        """Close the port and open it again."""
        self.close()
        self.open()

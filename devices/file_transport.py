"""Bytes to and from a device file that is no serial line, such as a USB printer's `/dev/usb/lp0`."""

import os
import select
import threading
from collections.abc import Callable
from contextlib import suppress

from devices.transports import Tap, TransportLost

READ_SECONDS = 0.2
WRITE_SECONDS = 2.0
_READ_MAX = 256


class FileTransport:
    """
    One device file by its path, with a thread of its own that reads; as `SerialTransport`, with no line to set.

    Args:
        path: The device file; it is opened for reading and writing.
        tap: Told of all traffic, `<` read and `>` written; it must not block.
    """

    def __init__(self, path: str, *, tap: Tap | None = None) -> None:
        self._path = path
        self._tap: Tap = tap or (lambda _direction, _data: None)
        self._fd = -1
        # Held by whoever writes and by the reader's close: once closed, its number may be any other file's, such as
        # the database's, and what is written to it would be written there.
        self._open = threading.Lock()
        self._stop = threading.Event()
        self._reader: threading.Thread | None = None

    def open(self, on_data: Callable[[bytes], None], on_lost: Callable[[BaseException | None], None]) -> None:
        """
        Open the file and begin to read; what is read, and the end of it, is told as `SerialTransport` does.

        Raises:
            TransportLost: It is absent, or another program holds it.
        """
        self._stop.clear()
        try:
            self._fd = os.open(self._path, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)
        except OSError as error:
            raise TransportLost(str(error)) from error
        self._reader = threading.Thread(
            target=self._read, args=(on_data, on_lost), name=f"read {self._path}", daemon=True
        )
        self._reader.start()

    def write(self, data: bytes) -> None:
        """
        Write all the bytes, within two seconds.

        Raises:
            TransportLost: The device is gone, or takes no more.
        """
        left = memoryview(data)
        try:
            while left:
                left = left[self._write(left) :]
        except (OSError, ValueError) as error:
            raise TransportLost(str(error)) from error
        self._tap(">", data)

    def _write(self, data: memoryview) -> int:
        """Write what it takes now, waiting for it to take something; give how much."""
        with self._open:
            if self._fd < 0:
                msg = f"{self._path} is closed"
                raise TransportLost(msg)
            if not select.select([], [self._fd], [], WRITE_SECONDS)[1]:
                msg = f"{self._path} takes no more"
                raise TransportLost(msg)
            return os.write(self._fd, data)

    def close(self, timeout: float = 2.0) -> None:
        """Ask the reader to end, which closes the file, and wait up to `timeout` seconds. May be called again."""
        self._stop.set()
        if self._reader is not None and self._reader is not threading.current_thread():
            self._reader.join(timeout)

    def _read(self, on_data: Callable[[bytes], None], on_lost: Callable[[BaseException | None], None]) -> None:
        error: BaseException | None = None
        try:
            while not self._stop.is_set():
                if not select.select([self._fd], [], [], READ_SECONDS)[0]:
                    continue
                if data := os.read(self._fd, _READ_MAX):
                    self._tap("<", data)
                    on_data(data)
                else:
                    # A printer that only listens is at its end at once; it is asked again, not in a circle.
                    self._stop.wait(READ_SECONDS)
        except (OSError, ValueError) as caught:
            error = caught
        finally:
            with self._open, suppress(OSError):
                closing, self._fd = self._fd, -1
                os.close(closing)
            on_lost(None if self._stop.is_set() else error)

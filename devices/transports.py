"""
Bytes to and from a port; the only module that imports pyserial, with the `bingosim://` handlers.

A thread of its own reads and only hands on; it alone closes the port it waits on, and says exactly once that
it ended. pyserial's own reader thread is not used: an unplug while its handler runs ends it without a word.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal

import serial  # type: ignore[import-untyped]

HANDLERS = "devices.simulators.urlhandlers"
READ_SECONDS = 0.5
WRITE_SECONDS = 1.0

if HANDLERS not in serial.protocol_handler_packages:
    serial.protocol_handler_packages.append(HANDLERS)

Tap = Callable[[Literal["<", ">"], bytes], None]


class TransportLost(OSError):
    """The port cannot be opened, written or read: absent, unplugged, in use, or its other end is stuck."""


class SerialTransport:
    """
    One serial port by URL: a device path, `socket://`, `spy://`, `bingosim://`, ...

    Args:
        url: What pyserial opens.
        baudrate: Bits per second; no flow control.
        tap: Told of all traffic, `<` read and `>` written; it must not block.
        bytesize: Bits of a byte, 7 or 8.
        parity: `N`, `E` or `O`.
        stopbits: 1 or 2.
    """

    def __init__(
        self,
        url: str,
        baudrate: int = 9600,
        *,
        tap: Tap | None = None,
        bytesize: int = 8,
        parity: str = "N",
        stopbits: int = 1,
    ) -> None:
        self._url = url
        self._line = {"baudrate": baudrate, "bytesize": bytesize, "parity": parity, "stopbits": stopbits}
        self._tap: Tap = tap or (lambda _direction, _data: None)
        self._port: Any = None
        # Held by whoever writes and by the reader's close: once closed, the port's number may be any other file's,
        # such as the database's, and what is written to it would be written there.
        self._open = threading.Lock()
        self._stop = threading.Event()
        self._reader: threading.Thread | None = None

    def open(self, on_data: Callable[[bytes], None], on_lost: Callable[[BaseException | None], None]) -> None:
        """
        Open the port and begin to read.

        Args:
            on_data: Takes the bytes read. Called in the reader thread: it must only hand them on.
            on_lost: Called once, in the reader thread, when reading ends; None when `close` asked for it.

        Raises:
            TransportLost: The port is absent or another program holds it.
        """
        self._stop.clear()
        try:
            # exclusive: two readers of one port would share out its bytes without an error anywhere.
            # write_timeout: without it a peer that stopped reading blocks the writer for ever.
            self._port = serial.serial_for_url(
                self._url,
                **self._line,
                timeout=READ_SECONDS,
                write_timeout=WRITE_SECONDS,
                exclusive=True,
            )
        except (OSError, ValueError) as error:
            raise TransportLost(str(error)) from error
        self._reader = threading.Thread(
            target=self._read, args=(self._port, on_data, on_lost), name=f"read {self._url}", daemon=True
        )
        self._reader.start()

    def write(self, data: bytes) -> None:
        """
        Write all the bytes, within a second.

        Raises:
            TransportLost: The port is gone, or its other end has stopped reading.
        """
        if not data:
            return
        try:
            with self._open:
                self._port.write(data)
        # TypeError and AttributeError: the reader has closed the port under our hands.
        except (OSError, TypeError, AttributeError) as error:
            raise TransportLost(str(error)) from error
        self._tap(">", data)

    def close(self, timeout: float = 2.0) -> None:
        """Ask the reader to end, and wait up to `timeout` seconds for it. May be called again."""
        self._stop.set()
        with self._open, suppress(OSError, TypeError, AttributeError):
            self._port.cancel_read()
        if self._reader is not None and self._reader is not threading.current_thread():
            self._reader.join(timeout)

    def _read(
        self,
        port: Any,
        on_data: Callable[[bytes], None],
        on_lost: Callable[[BaseException | None], None],
    ) -> None:
        error: BaseException | None = None
        try:
            while not self._stop.is_set():
                if data := port.read(port.in_waiting or 1):
                    self._tap("<", data)
                    on_data(data)
        except Exception as caught:  # noqa: BLE001 - an unplug shows as OSError, SerialException or TypeError
            error = caught
        finally:
            with self._open, suppress(OSError):
                port.close()
            on_lost(None if self._stop.is_set() else error)

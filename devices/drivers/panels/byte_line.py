"""A serial line for panels that only listen: bytes go out, and whatever comes back is for the engineer's log."""

import threading
import time
from typing import Literal

from devices.drivers.panels.base import PanelSettings, PanelTrouble, no_tap
from devices.drivers.panels.lines import Lines, Seat
from devices.transports import SerialTransport, TransportLost

_BITS_PER_BYTE = 11
PARITIES = ("N", "E", "O")


class ByteLine:
    """One serial port; `quiet_seconds` are kept after each saying, for displays that want a pause or answer."""

    def __init__(self, settings: PanelSettings, *, bytesize: int, parity: str, stopbits: int) -> None:
        self._transport = SerialTransport(
            settings.url, settings.baudrate, bytesize=bytesize, parity=parity, stopbits=stopbits
        )
        self._seconds_per_byte = _BITS_PER_BYTE / settings.baudrate
        self._lost = threading.Event()
        self._tap = no_tap

    def open(self) -> None:
        """Open the port."""
        try:
            self._transport.open(self._hear, lambda _error: self._lost.set())
        except TransportLost as error:
            raise PanelTrouble("absent", error) from error

    def write(self, data: bytes, settings: PanelSettings, *, quiet_seconds: float = 0.0) -> None:
        """Say something in a panel's name."""
        if self._lost.is_set():
            raise PanelTrouble("lost")
        self._tap = settings.tap
        try:
            self._transport.write(data)
        except TransportLost as error:
            raise PanelTrouble("lost", error) from error
        self._tap(">", data)
        if quiet_seconds:
            # The port has taken the bytes; the line is ours until they are out and the pause is over.
            time.sleep(len(data) * self._seconds_per_byte + quiet_seconds)

    def close(self) -> None:
        """Close the port."""
        self._transport.close()

    def _hear(self, data: bytes) -> None:
        direction: Literal["<"] = "<"
        self._tap(direction, data)


def join_byte_line(
    lines: Lines, settings: PanelSettings, *, bytesize: int = 8, parity: str = "N", stopbits: int = 1
) -> Seat[ByteLine]:
    """
    Take a place on the serial line of a panel; its options `bytesize`, `parity` and `stopbits` go before the defaults.

    Raises:
        ValueError: An option makes no sense.
        PanelTrouble: Others on this line have other settings.
    """
    bytesize = settings.number("bytesize", bytesize, 7, 8)
    stopbits = settings.number("stopbits", stopbits, 1, 2)
    if (parity := settings.text("parity", parity)) not in PARITIES:
        msg = f"parity must be one of {', '.join(PARITIES)}"
        raise ValueError(msg)
    return lines.join(
        ("bytes", settings.url),
        (settings.baudrate, bytesize, parity, stopbits),
        lambda: ByteLine(settings, bytesize=bytesize, parity=parity, stopbits=stopbits),
    )

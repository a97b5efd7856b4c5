"""
`modbus`: relay and lamp boards and PLCs over Modbus TCP or RTU; 90 coils in one request (function 15).

The client is pymodbus' own synchronous one, asked once, with a short wait and no retry. It would open a lost line again
by itself at the next request; we never let it: trouble closes it, is counted, and the port begins anew.
"""

import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from devices.codecs.panel_state import BALLS, PanelState
from devices.drivers.panels.base import ANSWER_SECONDS, PanelSettings, PanelTrouble, no_tap
from devices.drivers.panels.lines import Lines, Seat

TCP, RTU = "modbus+tcp://", "modbus+rtu://"
TCP_PORT = 502
_ADDRESSES = 65_536
_BROADCAST = 0
_DEVICES = 247
_OUT = {True: ">", False: "<"}


class ModbusLine:
    """One connection or serial bus; several devices may be behind it."""

    def __init__(self, settings: PanelSettings, *, parity: str, stopbits: int) -> None:
        self._settings = settings
        self._serial = {"parity": parity, "stopbits": stopbits, "baudrate": settings.baudrate}
        self._client: Any = None
        self._tap: Callable[..., None] = no_tap

    def open(self) -> None:
        """Connect."""
        from pymodbus.client import ModbusSerialClient, ModbusTcpClient

        # It says every failure each time; the port says it once.
        logging.getLogger("pymodbus").setLevel(logging.CRITICAL)
        quick: dict[str, Any] = {"timeout": ANSWER_SECONDS, "retries": 0, "trace_packet": self._traced}
        url = self._settings.url
        if url.startswith(TCP):
            parts = urlsplit(url)
            client: Any = ModbusTcpClient(parts.hostname or "", port=parts.port or TCP_PORT, **quick)
        else:
            client = ModbusSerialClient(url.removeprefix(RTU), **self._serial, **quick)
        if not client.connect():
            raise PanelTrouble("absent", url)
        self._client = client

    def ask(self, settings: PanelSettings, request: Callable[[Any], Any]) -> None:
        """
        Make one request in a panel's name.

        Raises:
            PanelTrouble: The line is lost, or the device silent, or it refuses.
        """
        from pymodbus.exceptions import ConnectionException, ModbusException

        self._tap = settings.tap
        if not self._client.connected:
            raise PanelTrouble("lost")
        try:
            answer = request(self._client)
        except (ConnectionException, OSError) as error:
            raise PanelTrouble("lost", "the connection ended") from error
        except ModbusException as error:
            raise PanelTrouble("no-answer") from error
        if answer is not None and answer.isError():
            raise PanelTrouble("refused", f"exception {getattr(answer, 'exception_code', '?')}")

    def close(self) -> None:
        """Close the connection."""
        if self._client is not None:
            self._client.close()

    def _traced(self, sending: bool, data: bytes) -> bytes:  # noqa: FBT001 - pymodbus calls it so
        self._tap(_OUT[sending], data)
        return data


class ModbusPanel:
    """
    One board: lamp of ball n is coil `first_coil` + n - 1.

    Options: `device_id` (1; 0 tells all and nobody answers), `first_coil` (0), `register` (none; the holding registers
    there and after it take the last ball and how many are out), `parity` (`E`) and `stopbits` (1) for RTU.
    """

    proof_seconds = 0.0

    def __init__(self, settings: PanelSettings, lines: Lines) -> None:
        if not settings.url.startswith((TCP, RTU)):
            msg = f"the url must begin with {TCP} or {RTU}"
            raise ValueError(msg)
        self._settings = settings
        self._device = settings.number("device_id", 1, 0, _DEVICES)
        self._coil = settings.number("first_coil", 0, 0, _ADDRESSES - BALLS)
        self._register = settings.number("register", -1, -1, _ADDRESSES - 2)
        parity, stopbits = settings.text("parity", "E"), settings.number("stopbits", 1, 1, 2)
        self._seat: Seat[ModbusLine] = lines.join(
            ("modbus", settings.url),
            (settings.baudrate, parity, stopbits),
            lambda: ModbusLine(settings, parity=parity, stopbits=stopbits),
        )

    def open(self) -> None:
        """Connect."""
        with self._seat.turn():
            pass

    def show(self, state: PanelState) -> None:
        """Write the coils, and the registers where the board has them."""
        to = {"device_id": self._device, "no_response_expected": self._device == _BROADCAST}
        with self._seat.turn() as line:
            line.ask(self._settings, lambda client: client.write_coils(self._coil, state.lamps(), **to))
            if self._register >= 0:
                values = [state.last, state.ordinal]
                line.ask(self._settings, lambda client: client.write_registers(self._register, values, **to))

    def close(self) -> None:
        """Leave the line."""
        self._seat.leave()

"""A relay board: pymodbus' own server with 90 coils, and two registers for the last ball and how many are out."""

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

from devices.simulators.panel_peers.base import PanelPeer

BALLS = 90
REGISTER = 100
_LISTENS_WITHIN_SECONDS = 5
_WRITE_COILS, _WRITE_REGISTERS = 15, 16


class ModbusPeer(PanelPeer):
    """
    A board over TCP, or over RTU on a serial port.

    Args:
        port: The serial port's path; "" for TCP on a free port of this machine.
        device_id: Its number on the line.
        first_coil: Where its lamps begin.
    """

    def __init__(self, *, port: str = "", device_id: int = 1, first_coil: int = 0) -> None:
        super().__init__()
        self._port, self._device, self._first = port, device_id, first_coil
        self._tcp_port = 0
        self._listens = threading.Event()
        self._server: Any = None

    @property
    def url(self) -> str:
        """`modbus+tcp://…` or `modbus+rtu://…`."""
        return f"modbus+rtu://{self._port}" if self._port else f"modbus+tcp://127.0.0.1:{self._tcp_port}"

    def _plug_in(self) -> None:
        """Leave it to the server, which opens its own port."""
        self._listens.clear()

    def _wait_until_reachable(self) -> None:
        self._listens.wait(_LISTENS_WITHIN_SECONDS)

    def _serve(self) -> None:
        asyncio.run(self._run())

    async def _run(self) -> None:
        from pymodbus.server import ModbusSerialServer, ModbusTcpServer

        if self._port:
            self._server = ModbusSerialServer(self._board(), port=self._port, baudrate=9600)
        else:
            here = ("127.0.0.1", self._tcp_port)
            self._server = ModbusTcpServer(self._board(), address=here)
        serving = asyncio.create_task(self._server.serve_forever())
        while self._server.transport is None and not serving.done():  # noqa: ASYNC110 - it has no event for it
            await asyncio.sleep(0.01)
        if not self._port and self._server.transport is not None:
            # Given by the system the first time; it is the board's address from then on.
            self._tcp_port = self._server.transport.sockets[0].getsockname()[1]
        self._listens.set()
        while not self._stopping.is_set() and not serving.done():  # noqa: ASYNC110 - told by another thread
            await asyncio.sleep(0.05)
        await self._server.shutdown()
        await asyncio.wait([serving], timeout=2)

    def _board(self) -> Any:
        from pymodbus.simulator import DataType, SimData, SimDevice

        def bits(count: int) -> list[Any]:
            return [SimData(0, count=count, values=False, datatype=DataType.BITS)]

        def registers(count: int) -> list[Any]:
            return [SimData(0, count=count, values=0, datatype=DataType.REGISTERS)]

        blocks = (bits(self._first + BALLS), bits(16), registers(REGISTER + 2), registers(1))
        return SimDevice(self._device, simdata=blocks, action=self._written)

    async def _written(
        self,
        function: int,
        _start: int,
        address: int,
        _count: int,
        _now: Sequence[int],
        values: Sequence[int] | None,
    ) -> None:
        if function == _WRITE_COILS and values and address == self._first:
            self._took(lit=frozenset(ball for ball, on in enumerate(values, start=1) if on))
        elif function == _WRITE_REGISTERS and values and address == REGISTER:
            self._took(last=values[0], text=f"{values[1]}/90" if values[1] else "")
        else:
            self._spoilt()

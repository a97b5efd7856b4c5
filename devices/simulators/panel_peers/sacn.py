"""A node of 90 lamps on one DMX universe: a UDP socket, and the package `sacn` to read what comes."""

import socket

from devices.simulators.panel_peers.base import PanelPeer

BALLS = 90
_LISTEN_SECONDS = 0.2
_PACKET_MAX = 1144


class SacnPeer(PanelPeer):
    """A node; the brightest lamp is that of the last ball, where the levels differ."""

    def __init__(self, *, universe: int = 1, first_channel: int = 1) -> None:
        super().__init__()
        self._universe, self._first = universe, first_channel
        self._socket: socket.socket | None = None
        self._port = 0

    @property
    def url(self) -> str:
        """`sacn://127.0.0.1:…`."""
        return f"sacn://127.0.0.1:{self._port}"

    def _plug_in(self) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.settimeout(_LISTEN_SECONDS)
        self._socket.bind(("127.0.0.1", self._port))
        self._port = self._socket.getsockname()[1]

    def _serve(self) -> None:
        assert self._socket is not None, "it is plugged in"
        with self._socket:
            while not self._stopping.is_set():
                try:
                    self._hear(self._socket.recv(_PACKET_MAX))
                except TimeoutError:
                    continue

    def _hear(self, data: bytes) -> None:
        from sacn.messages.data_packet import DataPacket

        try:
            packet = DataPacket.make_data_packet(data)
        except (TypeError, ValueError, IndexError):
            self._spoilt()
            return
        if packet.universe != self._universe or packet.dmxStartCode != 0:
            return
        if packet.option_StreamTerminated:
            self._took(lit=frozenset(), last=0)
            return
        levels = packet.dmxData[self._first - 1 : self._first - 1 + BALLS]
        lit = {ball: level for ball, level in enumerate(levels, start=1) if level}
        brightest = max(lit.values(), default=0)
        last = [ball for ball, level in lit.items() if level == brightest]
        self._took(lit=frozenset(lit), last=last[0] if len(last) == 1 else 0)

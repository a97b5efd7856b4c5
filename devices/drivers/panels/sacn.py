"""
`sacn`: lamps and LED pixels over sACN (ANSI E1.31), DMX levels in UDP; WLED speaks it too.

The package `sacn` makes the packets. Its sender is not used: that has a thread of its own, which ends without a word
when the network fails and holds the program's end; and it counts packets from 0 each time, so that receivers refuse
up to twenty after a short break. Our port's thread sends, once a change and once a second as the standard asks.
"""

import os
import platform
import socket
import uuid
from contextlib import suppress
from urllib.parse import urlsplit

from devices.codecs.panel_levels import CHANNELS, Levels, levels_of
from devices.codecs.panel_state import BALLS, PanelState
from devices.drivers.panels.base import PanelSettings, PanelTrouble
from devices.drivers.panels.lines import Lines, Seat

SACN = "sacn://"
PORT = 5568
MULTICAST = "multicast"
HOPS = 8
PROOF_SECONDS = 3.5
"""A node that is off shows only when its address cannot be found, three seconds later."""

_TERMINATIONS = 3
_SEQUENCES: dict[tuple[str, int], int] = {}
"""The next number of each stream, for as long as the program runs."""
_MOST_UNIVERSE, _MOST_PRIORITY, _MOST_LEVEL = 63_999, 200, 255


class SacnLine:
    """A way to one node, or to all that listen; panels that share it share their universes."""

    def __init__(self, settings: PanelSettings, priority: int) -> None:
        parts = urlsplit(settings.url)
        self._url, self._priority = settings.url, priority
        self._host = "" if parts.hostname in {None, MULTICAST} else str(parts.hostname)
        self._port = parts.port or PORT
        self._interface = settings.text("interface", "")
        self._socket: socket.socket | None = None
        self._universes: dict[int, bytearray] = {}
        self._logged: set[tuple[int, int]] = set()
        # The same source for ever, as the standard wants: this machine's.
        self._cid = tuple(uuid.uuid5(uuid.NAMESPACE_DNS, f"bingo-hall.{platform.node()}").bytes)

    def open(self) -> None:
        """Make the socket; a node of one address is connected, so that the system tells what it hears of it."""
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, HOPS)
            if self._interface:
                self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(self._interface))
            if self._host:
                self._socket.connect((self._host, self._port))
        except OSError as error:
            raise PanelTrouble("absent", error) from error

    def send(self, universe: int, first: int, levels: bytes, settings: PanelSettings) -> None:
        """
        Set channels, the first being 1, and send their whole universe.

        Raises:
            PanelTrouble: The network or the node does not take it.
        """
        data = self._universes.setdefault(universe, bytearray(CHANNELS))
        here = slice(first - 1, first - 1 + len(levels))
        news = data[here] != levels or (universe, first) not in self._logged
        data[here] = levels
        packet = self._packet(universe, ended=False)
        try:
            self._emit(universe, packet)
        except OSError as error:
            raise PanelTrouble("lost", error) from error
        if news:
            # 638 bytes a second that say the same would push all else out of the engineer's log.
            self._logged.add((universe, first))
            settings.tap(">", packet)

    def close(self) -> None:
        """Say that the stream ends, so that receivers need not wait, and close."""
        if self._socket is None:
            return
        with suppress(OSError):
            for universe in self._universes:
                for _ in range(_TERMINATIONS):
                    self._emit(universe, self._packet(universe, ended=True))
        self._socket.close()

    def _packet(self, universe: int, *, ended: bool) -> bytes:
        from sacn.messages.data_packet import DataPacket

        sequence = _SEQUENCES.get((self._url, universe), 0)
        _SEQUENCES[self._url, universe] = (sequence + 1) % 256
        made = DataPacket(
            cid=self._cid,
            sourceName="Bingo hall",
            universe=universe,
            dmxData=tuple(self._universes[universe]),
            priority=self._priority,
            sequence=sequence,
            streamTerminated=ended,
        )
        return bytes(made.getBytes())

    def _emit(self, universe: int, packet: bytes) -> None:
        assert self._socket is not None, "it is open"
        if not self._host:
            self._socket.sendto(packet, (f"239.255.{universe >> 8}.{universe & 0xFF}", self._port))
            return
        self._socket.send(packet)
        if error := self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            raise OSError(error, os.strerror(error))


class SacnPanel:
    """
    90 lamps in one universe: ball n at channel `first_channel` + (n - 1) x `per_lamp`.

    Options: `universe` (1), `first_channel` (1), `per_lamp` (1; 3 for RGB pixels), `off`, `on` and `last` (levels: 0,
    160, 255), `priority` (100), `interface` (our own address towards the nodes, for multicast).
    """

    def __init__(self, settings: PanelSettings, lines: Lines) -> None:
        if not settings.url.startswith(SACN):
            msg = f"the url must begin with {SACN}"
            raise ValueError(msg)
        self._settings = settings
        self._universe = settings.number("universe", 1, 1, _MOST_UNIVERSE)
        self._per_lamp = settings.number("per_lamp", 1, 1, 5)
        self._first = settings.number("first_channel", 1, 1, CHANNELS + 1 - BALLS * self._per_lamp)
        default = Levels()
        self._levels = Levels(
            settings.number("off", default.off, 0, _MOST_LEVEL),
            settings.number("on", default.on, 0, _MOST_LEVEL),
            settings.number("last", default.last, 0, _MOST_LEVEL),
        )
        multicast = urlsplit(settings.url).hostname in {None, MULTICAST}
        self.proof_seconds = 0.0 if multicast else PROOF_SECONDS
        priority = settings.number("priority", 100, 0, _MOST_PRIORITY)
        self._seat: Seat[SacnLine] = lines.join(
            ("sacn", settings.url), (priority, settings.text("interface", "")), lambda: SacnLine(settings, priority)
        )

    def open(self) -> None:
        """Make the socket."""
        with self._seat.turn():
            pass

    def show(self, state: PanelState) -> None:
        """Send the universe."""
        with self._seat.turn() as line:
            line.send(self._universe, self._first, levels_of(state, self._levels, self._per_lamp), self._settings)

    def close(self) -> None:
        """Leave the way."""
        self._seat.leave()

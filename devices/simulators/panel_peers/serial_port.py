"""Panels on a serial port: a pseudo-terminal under a stable name, and a reader of the bytes that come."""

import os
import select
from pathlib import Path
from typing import Protocol

from devices.simulators.panel_peers.base import PanelPeer
from devices.simulators.plug import Plug

_LISTEN_SECONDS = 0.2


class Shown(Protocol):
    """What a reader tells of what it read."""

    def __call__(self, *, lit: frozenset[int] | None = None, last: int | None = None, text: str | None = None) -> None:
        """Show something; what is None stays."""


class Reader(Protocol):
    """Understands the bytes of one kind of panel."""

    def feed(self, data: bytes, shown: Shown) -> int:
        """Take bytes; tell what they show, and return how many frames were bad."""


class SerialPeer(PanelPeer):
    """A panel on a serial port."""

    def __init__(self, link: Path, reader: Reader) -> None:
        super().__init__()
        self._link, self._reader = link, reader
        self._plug = Plug(link, baud=0)

    @property
    def url(self) -> str:
        """The port's path."""
        return str(self._link)

    def _plug_in(self) -> None:
        self._link.parent.mkdir(parents=True, exist_ok=True)
        self._plug.insert()

    def _serve(self) -> None:
        assert self._plug.fd is not None, "it is plugged in"
        try:
            while not self._stopping.is_set():
                if select.select([self._plug.fd], [], [], _LISTEN_SECONDS)[0]:
                    for _ in range(self._reader.feed(os.read(self._plug.fd, 4096), self._took)):
                        self._spoilt()
        finally:
            self._plug.pull()

"""
The demo hall's simulated number panels, one of each kind: real ends of real lines, as threads of the hall's process.

`panel-1` comes with the demo and is a process of its own (docs/devices/bx1.md); the others are switched on from
`/paneles/`. One that is on is a device of the hall like any other, and is plugged in again when the hall starts.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import connections

from devices.models import Device, DeviceKind
from devices.simulators.client import SimulatorAbsent, ask
from devices.simulators.options import options_of
from devices.simulators.panel_peers.base import PanelPeer
from devices.simulators.panel_peers.modbus import REGISTER, ModbusPeer
from devices.simulators.panel_peers.readers import AlphaReader, DigitsReader
from devices.simulators.panel_peers.sacn import SacnPeer
from devices.simulators.panel_peers.serial_port import SerialPeer
from devices.supervisor.panel import PanelPort
from records.models import Hall

FRAME: Final = "panel-1"
SCHEME: Final = "bingopanel://"


@dataclass(frozen=True)
class DemoPanel:
    """One kind: the driver, its options, whether it has lamps of its own, and how its other end is made."""

    driver: str
    make: Callable[[Path], PanelPeer] | None
    lamps: bool = True
    options: dict[str, Any] = field(default_factory=dict)


PANELS: Final[dict[str, DemoPanel]] = {
    FRAME: DemoPanel("frame", None),
    "demo-modbus": DemoPanel("modbus", lambda _ports: ModbusPeer(), options={"register": REGISTER}),
    "demo-sacn": DemoPanel("sacn", lambda _ports: SacnPeer(), options={"flash": True}),
    "demo-alpha": DemoPanel("alpha", lambda ports: SerialPeer(ports / "alpha", AlphaReader()), lamps=False),
    "demo-digits": DemoPanel(
        "template",
        lambda ports: SerialPeer(ports / "digits", DigitsReader()),
        lamps=False,
        options={"template": r"\x02{addr}{last:02d}{ordinal:02d}\x03{bcc}", "addresses": ["01", "02"]},
    ),
}

_peers: dict[str, PanelPeer] = {}
_making = threading.Lock()


def peer_of(code: str) -> PanelPeer:
    """
    Give the other end of a panel's line, made once in a process.

    Raises:
        KeyError: There is none of that code in this process.
    """
    make = PANELS[code].make
    if make is None:
        raise KeyError(code)
    with _making:
        if code not in _peers:
            _peers[code] = make(Path(settings.BINGO_DATA_DIR) / "simulators" / "panels")
        return _peers[code]


def plug_in(device: Device) -> None:
    """Start the other end of a demo panel, and let its row say where it is; of any other panel do nothing."""
    if not settings.BINGO_DEMO or device.code not in PANELS or PANELS[device.code].make is None:
        return
    peer = peer_of(device.code)
    peer.start()
    if device.url != peer.url:
        device.url = peer.url
        device.save(update_fields=["url"])


class DemoPanelPort(PanelPort):
    """The port of a panel in a demo hall; it plugs the panel in first, in its own thread: the draw waits for none."""

    _is_plugged_in = False

    def _device(self) -> Device:
        device = super()._device()
        if not self._is_plugged_in:
            try:
                plug_in(device)
            finally:
                connections.close_all()
            # Once: a plug that somebody pulls stays pulled.
            self._is_plugged_in = True
        return device


def switch(hall: Hall, code: str, *, on: bool) -> None:
    """Make a panel a device of the hall, or let it be none."""
    kind = PANELS[code]
    device = Device.objects.filter(code=code, hall_code=hall.code).first()
    if device is None:
        if kind.make is None or not on:
            return
        device = Device(code=code, hall_code=hall.code, kind=DeviceKind.PANEL, driver=kind.driver, options=kind.options)
    device.enabled = on
    device.save()
    if on:
        plug_in(device)
    elif kind.make is not None:
        peer_of(code).stop()


def pull(hall: Hall, code: str, *, out: bool) -> None:
    """Pull a panel's plug, or put it back; what the hall makes of it is the hall's."""
    if PANELS[code].make is None:
        if name := _simulator(hall, code):
            ask(name, "unplug" if out else "plug", kind="panel")
    elif out:
        peer_of(code).stop()
    else:
        peer_of(code).start()


def shown(hall: Hall, code: str) -> dict[str, Any]:
    """Tell what a panel shows: `lit`, `last`, `text`, `frames`, `bad`, `plugged`, `dark_s`; as `PanelPeer.status`."""
    if PANELS[code].make is not None:
        return peer_of(code).status()
    dark = {"lit": [], "last": 0, "text": "", "frames": 0, "bad": 0, "plugged": False, "dark_s": 0}
    try:
        answer = ask(_simulator(hall, code), "status", kind="panel")
    except (SimulatorAbsent, ValueError):
        return dark
    return {**dark, **{key: answer["device"][key] for key in dark if key != "plugged"}, "plugged": answer["plugged"]}


def _simulator(hall: Hall, code: str) -> str:
    device = Device.objects.filter(code=code, hall_code=hall.code, url__startswith=SCHEME).first()
    return options_of(device.url).name if device else ""

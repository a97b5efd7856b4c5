"""The ports of one hall: one for each enabled device, by kind and code; started, stopped, shown and told together."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

from django.conf import settings

from bingo_hall.demo_panels import DemoPanelPort
from bingo_hall.moments import moment_of
from bingo_hall.panel_states import panel_state_of
from bingo_hall.printing import printer_port
from bingo_hall.wiring import Relay
from devices.codecs.scan_lines import ScanRead
from devices.models import Device, DeviceKind
from devices.supervisor.panel import PanelPort
from devices.supervisor.port import ExtractorPort
from devices.supervisor.scanner import ScannerPort
from devices.supervisor.scenes import ScenesPort
from records.models import Hall
from records.publish import tell_scan
from sessions.rules.board import Board


class Port(Protocol):
    """What the hall asks of any port, whatever it serves."""

    def start(self) -> None:
        """Start its thread; returns at once."""

    def stop(self, timeout: float = 5.0) -> None:
        """Close it and end its thread."""

    def told(self) -> dict[str, Any]:
        """Tell how it is, JSON-plain: at least `link` and `faults`; every other key is the kind's own."""

    def detail(self) -> dict[str, Any]:
        """Tell all there is to know: `told`, and counters, latency, `history` ({at, what, detail}, newest first)."""


def extractor_port(hall: Hall, device: Device) -> ExtractorPort:
    """Make the port of a machine whose balls go to the hall's game."""
    relay = Relay(hall.pk, device.code)
    relay.port = ExtractorPort(device.code, on_event=relay)
    return relay.port


def panel_port(_hall: Hall, device: Device) -> PanelPort:
    """Make the port of a number panel."""
    return DemoPanelPort(device.code) if settings.BINGO_DEMO else PanelPort(device.code)


def scanner_port(hall: Hall, device: Device) -> ScannerPort:
    """Make the port of a reader whose codes go to the staff's screens."""

    def on_scan(scan: ScanRead, code: str = device.code) -> None:
        tell_scan(hall.pk, code, scan.text)

    return ScannerPort(device.code, on_scan=on_scan)


def scenes_port(_hall: Hall, device: Device) -> ScenesPort:
    """Make the port of a program that mixes the hall's picture."""
    return ScenesPort(device.code, password=settings.BINGO_OBS_PASSWORD)


RENEW_SECONDS = 2.0

PORTS: dict[str, Callable[[Hall, Device], Port]] = {
    DeviceKind.EXTRACTOR: extractor_port,
    DeviceKind.PANEL: panel_port,
    DeviceKind.SCANNER: scanner_port,
    DeviceKind.PRINTER: printer_port,
    DeviceKind.SCENES: scenes_port,
}
"""How the port of each kind of device is made."""


class Ports:
    """The ports of one hall, by kind and code."""

    def __init__(self, hall: Hall) -> None:
        """Make a port for every enabled device of the hall."""
        self._hall = hall
        self._renewed_at: float | None = None
        self.by_kind: dict[str, dict[str, Any]] = {kind: {} for kind in PORTS}
        self._settings: dict[str, dict[str, str]] = {}
        for device in Device.objects.filter(hall_code=hall.code, enabled=True, kind__in=PORTS):
            self._make(device)

    @property
    def extractors(self) -> dict[str, ExtractorPort]:
        """The machines' ports by code."""
        return self.by_kind[DeviceKind.EXTRACTOR]

    @property
    def panels(self) -> dict[str, PanelPort]:
        """The number panels' ports by code."""
        return self.by_kind[DeviceKind.PANEL]

    @property
    def scanners(self) -> dict[str, ScannerPort]:
        """The readers' ports by code."""
        return self.by_kind[DeviceKind.SCANNER]

    def start(self) -> None:
        """Open all ports; each has its thread."""
        for port in self._all():
            port.start()
        self._renewed_at = time.monotonic()

    def stop(self) -> None:
        """Close all ports."""
        self._renewed_at = None
        for port in self._all():
            port.stop()

    def show(self, board: Board | None) -> None:
        """Show the called numbers on every panel (O79 34.2); nothing that has not been called."""
        self._renew_panels()
        state = panel_state_of(board, self._hall.language)
        for panel in self.panels.values():
            panel.show(state)

    def stage(self, live: Board | None) -> None:
        """Tell the scene switchers what the hall is at; None between games."""
        for port in self.by_kind[DeviceKind.SCENES].values():
            port.show(moment_of(live))

    def status(self) -> list[dict[str, Any]]:
        """Tell the devices' health as the staff's screens take it."""
        return [{"code": code, "kind": kind, **port.told()} for kind, code, port in self._named()]

    def detail(self) -> list[dict[str, Any]]:
        """Tell all there is to know of each, as the page of the devices takes it."""
        return [
            {"code": code, "kind": kind, **self._settings.get(code, {}), **port.detail()}
            for kind, code, port in self._named()
        ]

    def _make(self, device: Device) -> Port:
        port = self.by_kind[device.kind][device.code] = PORTS[device.kind](self._hall, device)
        self._settings[device.code] = {"driver": device.driver, "url": device.url}
        return port

    def _renew_panels(self) -> None:
        """Take up the panels switched on since the ports were opened, and let go of those switched off."""
        now = time.monotonic()
        if self._renewed_at is None or now - self._renewed_at < RENEW_SECONDS:
            return
        self._renewed_at = now
        wanted = Device.objects.filter(hall_code=self._hall.code, enabled=True, kind=DeviceKind.PANEL)
        by_code = {device.code: device for device in wanted}
        for code in [code for code in self.panels if code not in by_code]:
            # It ends by itself: the draw waits for no panel.
            self.panels.pop(code).stop(timeout=0.0)
        for code in [code for code in by_code if code not in self.panels]:
            self._make(by_code[code]).start()

    def _named(self) -> list[tuple[str, str, Port]]:
        return [(str(kind), code, port) for kind, ports in self.by_kind.items() for code, port in ports.items()]

    def _all(self) -> list[Port]:
        return [port for _kind, _code, port in self._named()]

"""Drivers by the name in `Device.driver`: a new dialect is one file and one line here."""

from collections.abc import Callable, Mapping
from typing import Any

from devices.drivers.base import Clock, DrawLimits, Extractor
from devices.drivers.bx1 import Bx1Extractor
from devices.drivers.line import LineExtractor
from devices.drivers.manual import ManualExtractor
from devices.drivers.panels.alpha import AlphaPanel
from devices.drivers.panels.base import Panel, PanelSettings
from devices.drivers.panels.frame import FramePanel
from devices.drivers.panels.lines import Lines
from devices.drivers.panels.modbus import ModbusPanel
from devices.drivers.panels.sacn import SacnPanel
from devices.drivers.panels.template import TemplatePanel
from devices.drivers.printer import EscposPrinter
from devices.drivers.scanner import LineScanner, Scanner
from devices.drivers.scenes import ObsScenes, Scenes

EXTRACTORS: dict[str, Callable[[Clock, DrawLimits | None, Mapping[str, Any]], Extractor]] = {
    "bx1": Bx1Extractor,
    "line": LineExtractor,
    "manual": ManualExtractor,
}

PANELS: dict[str, Callable[[PanelSettings, Lines], Panel]] = {
    "frame": FramePanel,
    "modbus": ModbusPanel,
    "sacn": SacnPanel,
    "alpha": AlphaPanel,
    "template": TemplatePanel,
}

SCANNERS: dict[str, Callable[..., Scanner]] = {
    "lines": LineScanner,
}

PRINTERS: dict[str, Callable[[Mapping[str, Any]], EscposPrinter]] = {
    "escpos": EscposPrinter,
}

SCENES: dict[str, Callable[[str, str], Scenes]] = {
    "obs": ObsScenes,
}


def extractor_named(
    name: str, clock: Clock, limits: DrawLimits | None = None, options: Mapping[str, Any] | None = None
) -> Extractor:
    """
    Make the extractor driver of a name.

    Args:
        name: As in `Device.driver`.
        clock: Seconds, never going back.
        limits: When a ball is slow or stalled; None for what the options say.
        options: `Device.options`, the driver's own.

    Raises:
        KeyError: There is no such driver.
        ValueError: The driver does not take these options.
    """
    return EXTRACTORS[name](clock, limits, options or {})


def panel_named(name: str, settings: PanelSettings, lines: Lines) -> Panel:
    """
    Make the panel driver of a name, with a place on its line.

    Raises:
        KeyError: There is no such driver.
        ValueError: Its options make no sense.
        PanelTrouble: Others on its line have other settings.
    """
    return PANELS[name](settings, lines)


def scanner_named(name: str, clock: Clock) -> Scanner:
    """
    Make the scanner driver of a name; what stands after its colons is the driver's own.

    Raises:
        KeyError: There is no such driver.
        ValueError: The driver does not understand what stands after its name.
    """
    driver, *settings = name.split(":")
    return SCANNERS[driver](clock, *settings)


def printer_named(name: str, options: Mapping[str, Any]) -> EscposPrinter:
    """
    Make the printer driver of a name, with the device's own settings.

    Raises:
        KeyError: There is no such driver.
        ValueError: A setting makes no sense.
    """
    return PRINTERS[name](options)


def scenes_named(name: str, url: str, password: str) -> Scenes:
    """
    Make the scene switcher's driver of a name, not yet connected.

    Raises:
        KeyError: There is no such driver.
        ValueError: The address is not one of its own.
    """
    return SCENES[name](url, password)

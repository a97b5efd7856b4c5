"""Drivers by the name in `Device.driver`: a new dialect is one file and one line here."""

from collections.abc import Callable

from devices.drivers.base import Clock, DrawLimits, Extractor
from devices.drivers.bx1 import Bx1Extractor
from devices.drivers.manual import ManualExtractor
from devices.drivers.panel import FramePanel, Panel

EXTRACTORS: dict[str, Callable[[Clock, DrawLimits | None], Extractor]] = {
    "bx1": Bx1Extractor,
    "manual": ManualExtractor,
}

PANELS: dict[str, Callable[[Clock], Panel]] = {
    "frame": FramePanel,
}


def extractor_named(name: str, clock: Clock, limits: DrawLimits | None = None) -> Extractor:
    """
    Make the extractor driver of a name.

    Raises:
        KeyError: There is no such driver.
    """
    return EXTRACTORS[name](clock, limits)


def panel_named(name: str, clock: Clock) -> Panel:
    """
    Make the panel driver of a name.

    Raises:
        KeyError: There is no such driver.
    """
    return PANELS[name](clock)

"""Lamps as DMX levels, 0 to 255: off, on, and the last ball, which may be brighter than the others."""

from dataclasses import dataclass

from devices.codecs.panel_state import BALLS, PanelState

CHANNELS = 512


@dataclass(frozen=True, slots=True)
class Levels:
    """The level of a lamp that is dark, lit, and of the last ball."""

    off: int = 0
    on: int = 160
    last: int = 255


def levels_of(state: PanelState, levels: Levels, per_lamp: int = 1) -> bytes:
    """Return the levels of 90 lamps, ball 1 first, each of `per_lamp` channels (3 for RGB pixels, all alike)."""
    lit = bytearray()
    for ball, on in enumerate(state.lamps(), start=1):
        level = levels.last if on and ball == state.last else levels.on if on else levels.off
        lit += bytes([level]) * per_lamp
    assert len(lit) == BALLS * per_lamp
    return bytes(lit)

"""
Number panels that take a BX/1-framed body `P bm=<23 hex> last=47 o=13`.

Level-triggered: the whole state goes out on every change and every second, so a lost frame heals itself and
only the newest state matters. Nothing is answered.
"""

from typing import Protocol

from devices.codecs.panel_frames import PanelState, encode_panel
from devices.drivers.base import Clock

REFRESH_SECONDS = 1.0

__all__ = ["REFRESH_SECONDS", "FramePanel", "Panel", "PanelState"]


class Panel(Protocol):
    """A board of numbers: it is always shown the whole state, at any rate."""

    def show(self, state: PanelState) -> None:
        """Show a state from now on; the newest wins."""

    def take_output(self) -> bytes:
        """Return the bytes due now: after a change, or when the last sending is a second old."""

    def deadline(self) -> float:
        """When bytes are due."""


class FramePanel:
    """The `Panel` of the reference protocol; dark until told otherwise."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._frame = encode_panel(PanelState())
        self._due = clock()

    def show(self, state: PanelState) -> None:
        """Show a state from now on."""
        frame = encode_panel(state)
        if frame != self._frame:
            self._frame, self._due = frame, self._clock()

    def take_output(self) -> bytes:
        """Return the frame if it is due."""
        now = self._clock()
        if now < self._due:
            return b""
        self._due = now + REFRESH_SECONDS
        return self._frame

    def deadline(self) -> float:
        """When the frame is due."""
        return self._due

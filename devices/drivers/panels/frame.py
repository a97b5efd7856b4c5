"""`frame`: panels of the reference protocol; the whole panel in one BX/1 frame."""

from devices.codecs.panel_frames import encode_panel
from devices.codecs.panel_state import PanelState
from devices.drivers.panels.base import PanelSettings
from devices.drivers.panels.byte_line import ByteLine, join_byte_line
from devices.drivers.panels.lines import Lines, Seat


class FramePanel:
    """One panel on a serial line."""

    proof_seconds = 0.0

    def __init__(self, settings: PanelSettings, lines: Lines) -> None:
        self._settings = settings
        self._seat: Seat[ByteLine] = join_byte_line(lines, settings)

    def open(self) -> None:
        """Open the line."""
        with self._seat.turn():
            pass

    def show(self, state: PanelState) -> None:
        """Send the frame."""
        with self._seat.turn() as line:
            line.write(encode_panel(state), self._settings)

    def close(self) -> None:
        """Leave the line."""
        self._seat.leave()

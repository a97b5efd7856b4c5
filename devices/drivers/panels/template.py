"""`template`: numeric displays on RS-232 or RS-485 whose frame is written down in the device's options."""

from devices.codecs.panel_state import PanelState
from devices.codecs.panel_template import parse_template
from devices.drivers.panels.base import PanelSettings
from devices.drivers.panels.byte_line import ByteLine, join_byte_line
from devices.drivers.panels.lines import Lines, Seat

_MS = 1000


class TemplatePanel:
    """
    Displays that take one pattern, each at its address.

    Options: `template` (required), `addresses` (a list of texts; one display without an address as it comes), `bcc`
    (`xor`, `sum8`, `crc16`), `bcc_from` (0, 1, …: the first byte it covers, 1), `gap_ms` (silence after each, 20).
    """

    proof_seconds = 0.0

    def __init__(self, settings: PanelSettings, lines: Lines) -> None:
        self._settings = settings
        self._template = parse_template(
            settings.text("template", ""),
            check=settings.text("bcc", "xor"),
            check_from=settings.number("bcc_from", 1, 0, 16),
        )
        addresses = settings.options.get("addresses", [""])
        if not isinstance(addresses, list) or not all(isinstance(one, str) and one.isascii() for one in addresses):
            msg = f"addresses must be a list of plain texts, not {addresses!r}"
            raise ValueError(msg)
        self._addresses: list[str] = addresses
        self._gap_seconds = settings.number("gap_ms", 20, 0, 500) / _MS
        self._seat: Seat[ByteLine] = join_byte_line(lines, settings)

    def open(self) -> None:
        """Open the line."""
        with self._seat.turn():
            pass

    def show(self, state: PanelState) -> None:
        """Tell each display in its turn."""
        for address in self._addresses:
            with self._seat.turn() as line:
                frame = self._template.render(state, address)
                line.write(frame, self._settings, quiet_seconds=self._gap_seconds)

    def close(self) -> None:
        """Leave the line."""
        self._seat.leave()

"""
`alpha`: LED signs that speak the Alpha protocol (Alpha, BetaBrite), 9600 7E1.

As the line opens the sign is told once to show one text that calls one string; from then on only the string is
written, which does not blank the sign.
"""

from devices.codecs.alpha import alpha_packet, memory_command, string_command, text_command
from devices.codecs.panel_state import PanelState
from devices.codecs.panel_template import Template, parse_template
from devices.drivers.panels.base import PanelSettings
from devices.drivers.panels.byte_line import ByteLine, join_byte_line
from devices.drivers.panels.lines import Lines, Seat

BETWEEN_SECONDS = 0.1
"""A sign needs a moment after each packet before it listens again."""
_ADDRESS_LENGTH = 2


class AlphaPanel:
    """
    One sign.

    Options: `address` (two hex digits, `00`: all), `sign_type` (`Z`: all), `checksum` (true), `playing` and `waiting`:
    patterns of what it shows with balls out, and before the first.
    """

    proof_seconds = 0.0

    def __init__(self, settings: PanelSettings, lines: Lines) -> None:
        self._settings = settings
        self._address = settings.text("address", "00")
        self._type = settings.text("sign_type", "Z")
        if len(self._address) != _ADDRESS_LENGTH or len(self._type) != 1:
            msg = "address must be two characters and sign_type one"
            raise ValueError(msg)
        self._checksum = settings.options.get("checksum", True) is not False
        self._playing: Template = parse_template(settings.text("playing", "{last:2}  {ordinal}/90"))
        self._waiting: Template = parse_template(settings.text("waiting", "{text}"))
        self._seat: Seat[ByteLine] = join_byte_line(lines, settings, bytesize=7, parity="E")

    def open(self) -> None:
        """Divide the sign's memory and write the text that calls the string."""
        for command in (memory_command(), text_command()):
            self._say(command)

    def show(self, state: PanelState) -> None:
        """Write the string."""
        pattern = self._playing if state.ordinal else self._waiting
        self._say(string_command(pattern.render(state, self._address).decode("ascii")))

    def close(self) -> None:
        """Leave the line."""
        self._seat.leave()

    def _say(self, command: bytes) -> None:
        packet = alpha_packet(command, sign_type=self._type, address=self._address, checksum=self._checksum)
        with self._seat.turn() as line:
            line.write(packet, self._settings, quiet_seconds=BETWEEN_SECONDS)

"""The commands of a port, from any thread: each is put in the port's inbox and returns at once."""

import re
from typing import TYPE_CHECKING

from devices.supervisor.inbox import Inbox, Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from devices.drivers.base import Extractor

_GAME_REF = re.compile(r"[!-<>-~]{1,40}")
_FAULT_CODE = re.compile(r"[A-Z]{1,16}")


class PortCommands:
    """What can be wished of an extractor; a port that is not up refuses all but `draw` and `halt`."""

    def __init__(self) -> None:
        self._inbox = Inbox()
        self._driver: Extractor | None = None

    def load(self, game_ref: str) -> None:
        """
        Begin a game: 90 balls in, ordinal 0.

        Raises:
            ValueError: `game_ref` is not 1 to 40 printable ASCII characters without space or `=`.
        """
        if not _GAME_REF.fullmatch(game_ref):
            msg = f"not a game reference: {game_ref!r}"
            raise ValueError(msg)
        self._wish("LOAD", lambda driver: driver.load(game_ref))

    def mix(self, *, on: bool) -> None:
        """Turn the blower or the drum on or off; only for a machine whose capabilities name one."""
        self._wish("MIX", lambda driver: driver.mix(on=on))

    def draw(self, ordinal: int) -> None:
        """Wish for the ball of an ordinal, 1 to 90; saying it again is harmless."""
        self._wish("DRAW", lambda driver: driver.draw(ordinal))

    def halt(self) -> None:
        """Stop all motion; the ball wished for is no longer wished for."""
        self._wish("STOP", lambda driver: driver.halt())

    def clear(self, code: str) -> None:
        """
        Say that a fault (JAM, DOOR, ...) has been removed by an operator.

        Raises:
            ValueError: It is not a fault's code.
        """
        if not _FAULT_CODE.fullmatch(code):
            msg = f"not a fault: {code!r}"
            raise ValueError(msg)
        self._wish("CLEAR", lambda driver: driver.clear(code))

    def read_again(self, ordinal: int) -> None:
        """Read the ball at the reader once more."""
        self._wish("READ", lambda driver: driver.read_again(ordinal))

    def set_number(self, ordinal: int, number: int) -> None:
        """Tell the machine the number a person decided on, so that its map is true."""
        self._wish("SET", lambda driver: driver.set_number(ordinal, number))

    def finish(self) -> None:
        """Send the balls back; `DrawEnded` follows."""
        self._wish("RETURN", lambda driver: driver.finish())

    def _wish(self, verb: str, act: "Callable[[Extractor], None]") -> None:
        def in_port_thread() -> None:
            if self._driver is not None:
                act(self._driver)

        self._inbox.put(Wish(verb, in_port_thread))

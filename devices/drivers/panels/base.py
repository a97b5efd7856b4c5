"""
What every driver of a number panel is: it is shown the whole state, on every change and every second.

So a lost message heals itself, nothing is queued and only the newest state matters. A driver owns what it sends over;
panels that share a line take turns on it (`lines.py`). Every method is called in the panel's own thread and comes back
within about a second, whatever the panel does.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from devices.codecs.panel_state import PanelState
from devices.transports import Tap

REFRESH_SECONDS = 1.0
ANSWER_SECONDS = 0.8

TroubleCode = Literal["absent", "lost", "no-answer", "refused", "misconfigured"]


class PanelTrouble(OSError):
    """
    A panel could not be shown a state.

    `code`: `absent` (its port or address cannot be opened), `lost` (its line is gone), `no-answer` (the line is there
    and the panel silent), `refused` (it answered that it will not), `misconfigured` (its settings make no sense).
    """

    def __init__(self, code: TroubleCode, detail: object = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code


def no_tap(_direction: Literal["<", ">"], _data: bytes) -> None:
    """Hear of traffic, and keep nothing."""


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """The settings of one panel, as its `Device` row has them; `tap` is told of its traffic."""

    url: str
    baudrate: int = 9600
    options: Mapping[str, Any] = field(default_factory=dict)
    tap: Tap = no_tap

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """
        Return an option that is a whole number.

        Raises:
            ValueError: It is none, or not from `low` to `high`.
        """
        value = self.options.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            msg = f"{name} must be a number from {low} to {high}, not {value!r}"
            raise ValueError(msg)
        return value

    def text(self, name: str, default: str) -> str:
        """
        Return an option that is a text.

        Raises:
            ValueError: It is none.
        """
        value = self.options.get(name, default)
        if not isinstance(value, str):
            msg = f"{name} must be a text, not {value!r}"
            raise ValueError(msg)  # noqa: TRY004 - a wrong setting, whatever is wrong with it
        return value


class Panel(Protocol):
    """A board of numbers."""

    @property
    def proof_seconds(self) -> float:
        """How long showing must go without trouble until the panel may be called up; 0 where it answers."""

    def open(self) -> None:
        """
        Open its line, or join those already on it.

        Raises:
            PanelTrouble: It is not there.
        """

    def show(self, state: PanelState) -> None:
        """
        Show a whole state now.

        Raises:
            PanelTrouble: It could not be.
        """

    def close(self) -> None:
        """Leave the line; whoever leaves last closes it. Never raises."""

"""What an operator sees of a port."""

from dataclasses import dataclass, field
from typing import Literal

LinkState = Literal["up", "down", "connecting"]


@dataclass(frozen=True, slots=True)
class PortHealth:
    """
    One look at a port; times in seconds.

    `message` is a code for the operator's screen: `ok`, `connecting`, `absent` (cannot be opened), `lost`
    (unplugged), `no-answer`, `rebooted`, `lost-step`, `wrong-device`, `stopped`, `misconfigured`.
    `drawing_since` is on the port's clock, `drawing_for_s` how long the ball under way has been.
    """

    device: str
    link: LinkState
    message: str
    model: str = ""
    boot: str = ""
    state: str = ""
    ordinal: int = 0
    balls_in: int = 0
    drawn: frozenset[int] = field(default_factory=frozenset)
    faults: frozenset[str] = field(default_factory=frozenset)
    last_frame_age_s: float | None = None
    drawing_since: float | None = None
    drawing_for_s: float | None = None
    bad: int = 0
    short: int = 0
    noise: int = 0
    garbled: int = 0
    resends: int = 0
    dup: int = 0
    overruns: int = 0


@dataclass(frozen=True, slots=True)
class PanelHealth:
    """One look at a panel's port: frames sent, and times it could not be opened or written."""

    device: str
    link: LinkState
    sent: int
    failures: int

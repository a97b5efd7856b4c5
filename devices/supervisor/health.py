"""What an operator sees of a port."""

from dataclasses import dataclass, field
from typing import Any, Literal

LinkState = Literal["up", "down", "connecting"]


@dataclass(frozen=True, slots=True)
class PortHealth:
    """
    One look at a port; times in seconds.

    `message` is a code for the operator's screen: `ok`, `connecting`, `absent` (cannot be opened), `lost`
    (unplugged), `no-answer`, `noise` (bytes and no frame: another speed?), `rebooted`, `lost-step`, `wrong-device`,
    `stopped`, `misconfigured`.
    `drawing_since` is on the port's clock, `drawing_for_s` how long the ball under way has been;
    `slow`: longer than a ball should. `own_map` is False where `ordinal` and `drawn` are only what the port has heard.
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
    own_map: bool = True
    faults: frozenset[str] = field(default_factory=frozenset)
    caps: frozenset[str] = frozenset()
    pressure_pa: int | None = None
    rpm: int | None = None
    last_frame_age_s: float | None = None
    drawing_since: float | None = None
    drawing_for_s: float | None = None
    slow: bool = False
    bad: int = 0
    short: int = 0
    noise: int = 0
    garbled: int = 0
    resends: int = 0
    dup: int = 0
    overruns: int = 0

    def counters(self) -> dict[str, int]:
        """Give what went wrong on the line and lost no ball, by name."""
        names = ("bad", "short", "noise", "garbled", "resends", "dup", "overruns")
        return {name: getattr(self, name) for name in names}

    def told(self) -> dict[str, Any]:
        """Give the look as a screen takes it, JSON-plain; what changes with every frame is left out."""
        return {
            "link": self.link,
            "message": self.message,
            "state": self.state,
            "ordinal": self.ordinal,
            "faults": sorted(self.faults),
            "drawing_for_s": round(self.drawing_for_s) if self.drawing_for_s else None,
            "slow": self.slow,
        }


@dataclass(frozen=True, slots=True)
class PanelHealth:
    """
    One look at a panel's port: states sent, and times it could not be opened or shown one.

    `message` is `connecting`, `ok`, or what is wrong: `absent`, `lost`, `no-answer`, `refused`, `misconfigured`.
    `ok_age_s`: seconds since a state was sent without trouble, None when none ever was.
    """

    device: str
    link: LinkState
    driver: str
    message: str
    sent: int
    failures: int
    ok_age_s: float | None


@dataclass(frozen=True, slots=True)
class ScannerHealth:
    """One look at a scanner's port: codes read, lines that were none, and times it was absent or lost."""

    device: str
    link: LinkState
    scans: int
    dropped: int
    failures: int

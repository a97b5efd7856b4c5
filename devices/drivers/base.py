"""
What a port needs of a driver: a conversation with one machine, sans-IO.

The supervisor owns threads, ports and the database; a driver turns bytes and time into events, and wishes
into bytes. Every method is called in the port's own thread and returns at once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from devices.codecs.events import PortEvent, StatusRead

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class DrawLimits:
    """Seconds from DRAW until the ball is called slow, and until a person must look."""

    slow: float = 6.0
    stalled: float = 12.0


def limits_of(options: Mapping[str, Any]) -> DrawLimits:
    """
    Read `slow_seconds` and `stalled_seconds` of a device's options: a heavy drum takes longer than a blower.

    Raises:
        ValueError: An option is not known, or the times are no times, or not in this order.
    """
    usual = DrawLimits()
    known = {"slow_seconds": usual.slow, "stalled_seconds": usual.stalled}
    told = known | dict(options)
    times = [value for value in told.values() if isinstance(value, int | float) and not isinstance(value, bool)]
    if set(told) != set(known) or len(times) != len(known) or not 0 < told["slow_seconds"] <= told["stalled_seconds"]:
        msg = f"not the options of a draw's limits: {dict(options)!r}"
        raise ValueError(msg)
    return DrawLimits(told["slow_seconds"], told["stalled_seconds"])


@dataclass(frozen=True, slots=True)
class Counters:
    """What went wrong on the line since the port was started; none of it lost a ball."""

    bad: int = 0
    short: int = 0
    noise: int = 0
    resends: int = 0
    dup: int = 0
    garbled: int = 0

    def __add__(self, other: "Counters") -> "Counters":
        return Counters(
            self.bad + other.bad,
            self.short + other.short,
            self.noise + other.noise,
            self.resends + other.resends,
            self.dup + other.dup,
            self.garbled + other.garbled,
        )


@dataclass(frozen=True, slots=True)
class RunKnown:
    """HELLO was answered: the events to come are of the run `boot`; `renewed`: they count from 1 again."""

    boot: str
    renewed: bool


Told = PortEvent | RunKnown


class Extractor(Protocol):
    """A machine that brings balls one by one. All commands are wishes: said again they do nothing more."""

    @property
    def needs_port(self) -> bool:
        """Whether there is a port to open."""

    @property
    def model(self) -> str:
        """What the machine calls itself, or empty."""

    @property
    def status(self) -> StatusRead | None:
        """What the machine last said of itself."""

    @property
    def drawing_since(self) -> float | None:
        """When the ball under way was asked for, on the driver's clock."""

    @property
    def last_frame_at(self) -> float | None:
        """When the machine last said anything, on the driver's clock."""

    def connect(self, *, boot: str, last_ev: int) -> None:
        """Begin a conversation; the machine goes on after event `last_ev` of its run `boot`."""

    def disconnect(self) -> None:
        """Forget the conversation; the ball wished for stays wished for."""

    def load(self, game_ref: str) -> None:
        """Count the balls for a new game; the ordinal becomes 0."""

    def mix(self, *, on: bool) -> None:
        """Turn the blower or the drum on or off, where there is one."""

    def draw(self, ordinal: int) -> None:
        """Wish for the ball of an ordinal, 1 to 90."""

    def halt(self) -> None:
        """Stop all motion now and wish for nothing."""

    def clear(self, code: str) -> None:
        """Say that an operator has removed a fault."""

    def read_again(self, ordinal: int) -> None:
        """Read the ball at the reader once more."""

    def set_number(self, ordinal: int, number: int) -> None:
        """Tell the machine the number a person decided on."""

    def finish(self) -> None:
        """Send the balls back to the drum."""

    def receive(self, data: bytes) -> list[Told]:
        """Take bytes from the port."""

    def tick(self) -> list[Told]:
        """Do what is due."""

    def deadline(self) -> float | None:
        """When `tick` has something to do, on the driver's clock."""

    def take_output(self) -> bytes:
        """Return the bytes to write, once."""

    def acknowledge(self, ev: int) -> None:
        """Say that a journal event is stored and done with."""

    def counters(self) -> Counters:
        """Return the counters of this conversation and those before."""

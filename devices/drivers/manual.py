"""
No machine: the caller draws by hand and keys the number on the screen.

There is no port and there are no journal events: a keyed ball reaches the game with a key made on the screen.
The driver only mirrors what was said to it, so that a status is as readable as a machine's.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from devices.codecs.bx1_messages import BALLS
from devices.codecs.events import LinkUp, StatusRead
from devices.drivers.base import Clock, Counters, DrawLimits, Told

MODEL = "manual"


class ManualExtractor:
    """The `Extractor` of a hall whose machine cannot be read."""

    needs_port = False

    def __init__(
        self, clock: Clock, limits: DrawLimits | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        del limits, options
        self.model = MODEL
        self.status: StatusRead | None = _empty("IDLE")
        self.drawing_since: float | None = None
        self.last_frame_at: float | None = None
        self._clock = clock
        self._told: list[Told] = []

    def connect(self, *, boot: str, last_ev: int) -> None:
        """Be up at once."""
        del boot, last_ev
        self._told = [LinkUp(MODEL, MODEL), self._status]

    def disconnect(self) -> None:
        """Nothing to forget."""

    def load(self, game_ref: str) -> None:
        """Begin with 90 balls in."""
        del game_ref
        self.drawing_since = None
        self._tell(_empty("READY"))

    def mix(self, *, on: bool) -> None:
        """Nothing to turn."""

    def draw(self, ordinal: int) -> None:
        """Wait for the caller to key the ball of this ordinal."""
        if self.drawing_since is None and ordinal == self._status.ordinal + 1:
            self.drawing_since = self._clock()
            self._tell(replace(self._status, state="DRAWING"))

    def halt(self) -> None:
        """Wait for nothing."""
        self.drawing_since = None
        self._tell(replace(self._status, state="READY"))

    def clear(self, code: str) -> None:
        """Nothing to clear."""

    def read_again(self, ordinal: int) -> None:
        """Nothing to read."""

    def set_number(self, ordinal: int, number: int) -> None:
        """Take note of the ball keyed; a number already out or out of order changes nothing."""
        status = self._status
        if number not in BALLS or number in status.drawn or ordinal != status.ordinal + 1:
            return
        self.drawing_since = None
        drawn = status.drawn | {number}
        self._tell(StatusRead("READY", ordinal, number, len(BALLS) - len(drawn), frozenset(), drawn))

    def finish(self) -> None:
        """All balls back."""
        self.drawing_since = None
        self._tell(_empty("IDLE"))

    def receive(self, data: bytes) -> list[Told]:
        """No port, no bytes."""
        del data
        return []

    def tick(self) -> list[Told]:
        """Return what the last commands changed."""
        told, self._told = self._told, []
        return told

    def deadline(self) -> float | None:
        """At once if there is something to tell."""
        return self._clock() if self._told else None

    def take_output(self) -> bytes:
        """No port, no bytes."""
        return b""

    def acknowledge(self, ev: int) -> None:
        """No journal, nothing to acknowledge."""

    def counters(self) -> Counters:
        """Nothing can go wrong on no line."""
        return Counters()

    @property
    def _status(self) -> StatusRead:
        assert self.status is not None
        return self.status

    def _tell(self, status: StatusRead) -> None:
        if status != self.status:
            self.status = status
            self._told.append(status)


def _empty(state: str) -> StatusRead:
    return StatusRead(state, 0, 0, len(BALLS), frozenset(), frozenset())

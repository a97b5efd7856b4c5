"""
What a host knows of the balls of a machine that keeps no count: which came, in which order, and which was the last.

Source: docs/devices/line.md, "Which ball a line is".
"""

from devices.codecs.bx1_messages import BALLS
from devices.codecs.events import BallRead, StatusRead

SETTLED_SECONDS = 1.0
"""A wish for a ball told less long ago was made before it was heard."""


class LineTray:
    """
    The balls by ordinal, 0 where the number is not known.

    Args:
        again_seconds: The same number within this time of its last line is the same ball.
        apart_seconds: Two balls do not come closer together than this.
    """

    def __init__(self, again_seconds: float, apart_seconds: float) -> None:
        self.reconnected = False
        self._again_seconds = again_seconds
        self._apart_seconds = apart_seconds
        self._loaded = False
        self._numbers: list[int] = []
        self._last: BallRead | None = None
        self._told_at = self._seen_at = 0.0

    @property
    def next_ordinal(self) -> int:
        """The ordinal of the next ball; 91 when all are out."""
        return len(self._numbers) + 1

    def status(self, *, drawing: bool) -> StatusRead:
        """Return what is known as a machine would say it."""
        ordinal = len(self._numbers)
        return StatusRead(
            state="DRAWING" if drawing else "READY" if self._loaded else "IDLE",
            ordinal=ordinal,
            last=self._numbers[-1] if self._numbers else 0,
            balls_in=len(BALLS) - ordinal,
            faults=frozenset(),
            drawn=frozenset(self._numbers) - {0},
            own=False,
        )

    def load(self) -> None:
        """All balls in, and counted."""
        self.empty()
        self._loaded = True

    def empty(self) -> None:
        """All balls in."""
        self._loaded = False
        self._numbers.clear()
        self._last = None

    def expect(self, ordinal: int) -> None:
        """Let the next ball have this ordinal: what was known from there on is taken back, what is missing unknown."""
        if ordinal < self.next_ordinal:
            del self._numbers[ordinal - 1 :]
            # The ball taken back may be shown to the reader again.
            self._last = None
        self._numbers += [0] * (ordinal - self.next_ordinal)
        self._loaded = True

    def take(self, ball: BallRead, now: float) -> None:
        """Take note of a ball just told."""
        if ball.ordinal >= self.next_ordinal:
            self._numbers += [0] * (ball.ordinal - self.next_ordinal)
            self._numbers.append(ball.number)
        self._last, self._told_at, self._seen_at = ball, now, now

    def set_number(self, ordinal: int, number: int) -> None:
        """Take note of the number people decided on; of a ball that is not out nothing is known."""
        if number in BALLS and 1 <= ordinal < self.next_ordinal:
            self._numbers[ordinal - 1] = number

    def told(self, ordinal: int) -> BallRead | None:
        """Return the ball of this ordinal if it was the last one told."""
        is_it = self._last is not None and self._last.ordinal == ordinal == len(self._numbers)
        return self._last if is_it else None

    def has_just_told(self, ordinal: int, now: float) -> bool:
        """Whether a wish for this ordinal may have crossed with its ball; then it is none."""
        just = self._last is not None and now < self._told_at + SETTLED_SECONDS
        return just and ordinal < self.next_ordinal

    def is_said_again(self, number: int, ordinal: int | None, now: float) -> bool:
        """
        Whether a line says the last ball once more; each repetition makes the time for the next one begin anew.

        A reader that counts says so itself. One that does not is believed to repeat itself for a while, and on the
        first line of a new connection however long that took.
        """
        first_line, self.reconnected = self.reconnected, False
        if self._last is None or number != self._last.number:
            return False
        soon = now < self._seen_at + self._again_seconds
        again = ordinal == self._last.ordinal if ordinal is not None else soon or first_line
        if again:
            self._seen_at = now
        return again

    def comes_too_soon(self, ordinal: int | None, now: float) -> bool:
        """Whether another number follows so closely that two balls must be at the reader; one that counts knows."""
        return ordinal is None and self._last is not None and now < self._told_at + self._apart_seconds

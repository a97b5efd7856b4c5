"""
One wished-for ball, from the wish to its outcome.

A wish said again while the ball is on its way does nothing. A wish still said a second after its outcome
means that the outcome did not arrive where it was wanted: it is asked again, and the machine repeats it.
After an empty draw too it is asked again only for a wish still said: who stopped wishing has hands in the machine.
"""

from devices.codecs.events import (
    BallMissing,
    BallRead,
    BallUnread,
    DrawSlow,
    DrawStalled,
    Fault,
    JournalEvent,
)
from devices.drivers.base import Clock, DrawLimits

ASK_AGAIN_SECONDS = 1.0
# With these the ball may still come: the air is only weak, the reader only blind.
_BALL_MAY_COME = frozenset({"AIR", "READER"})


class DrawWatch:
    """Keep the wish, its clock, and whether the ball has failed to come once."""

    def __init__(self, clock: Clock, limits: DrawLimits) -> None:
        self.wanted: int | None = None
        self.since: float | None = None
        self._clock = clock
        self._limits = limits
        self._settled_at: float | None = None
        self._told_slow = False
        self._missing: tuple[str, int, int] | None = None

    def want(self, ordinal: int) -> bool:
        """Take a wish; return whether the machine must be asked now."""
        now = self._clock()
        if ordinal == self.wanted:
            settled_long_ago = self._settled_at is not None and now >= self._settled_at + ASK_AGAIN_SECONDS
            if self._settled_at is None or not settled_long_ago:
                return False
        if ordinal != self.wanted:
            self._missing = None
        self.wanted = ordinal
        self._begin(now)
        return True

    def ask_again(self) -> int | None:
        """Return the ordinal to ask for after a new connection; its clock starts afresh."""
        if self.wanted is None or self._settled_at is not None:
            return None
        self._begin(self._clock())
        return self.wanted

    def forget(self) -> None:
        """Wish for nothing."""
        self.wanted = self.since = self._settled_at = None

    def refused(self) -> None:
        """Note that the machine would not draw: the next wish for it is asked again, after a second."""
        self._settle()

    def judge(self, event: JournalEvent) -> JournalEvent:
        """Return the event to tell: the first empty draw of a wish is no news of a ball yet, the second one is."""
        if isinstance(event, BallUnread) and event.reason == "noball":
            return self._judge_empty(event)
        if isinstance(event, BallRead | BallUnread) and event.ordinal in {self.wanted, 0}:
            self._settle()
        if isinstance(event, Fault) and event.active and event.code not in _BALL_MAY_COME:
            self._settle()
        return event

    def tick(self) -> list[DrawSlow | DrawStalled]:
        """Return what is to be said about a ball that does not come, each once."""
        if self.since is None or self.wanted is None:
            return []
        waited = self._clock() - self.since
        if waited >= self._limits.stalled:
            self._settle()
            return [DrawStalled(self.wanted, waited)]
        if waited >= self._limits.slow and not self._told_slow:
            self._told_slow = True
            return [DrawSlow(self.wanted, waited)]
        return []

    def deadline(self) -> float | None:
        """When `tick` has something to say."""
        if self.since is None:
            return None
        return self.since + (self._limits.stalled if self._told_slow else self._limits.slow)

    def _judge_empty(self, event: BallUnread) -> JournalEvent:
        missing = BallMissing(event.boot, event.ev, event.ordinal)
        this = (event.boot, event.ev, event.ordinal)
        # The same event heard again (it was not acknowledged) is still the first empty draw.
        if self.wanted is None or self._missing == this:
            return missing
        first = self._missing is None and event.ordinal == self.wanted
        self._settle()
        if not first:
            return event
        self._missing = this
        return missing

    def _begin(self, now: float) -> None:
        self.since = now
        self._settled_at = None
        self._told_slow = False

    def _settle(self) -> None:
        self.since = None
        self._settled_at = self._clock()

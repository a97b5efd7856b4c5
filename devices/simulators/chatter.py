"""A switch that bounces: 200 STATE events a second for a while, each one journalled and to be acknowledged."""

EVENTS_PER_SECOND = 200
SECONDS = 5.0
BACKLOG_MAX = 256
"""With so many events that nobody has taken a machine makes no more: it must keep those of its balls."""


class Chatter:
    """The bouncing and its clock; what it makes is the machine's."""

    def __init__(self) -> None:
        self._due: float | None = None
        self._until = 0.0

    def begin(self, now: float, seconds: float) -> None:
        """Bounce from now on."""
        self._due, self._until = now, now + seconds

    def stop(self) -> None:
        """Bounce no more."""
        self._due = None

    def deadline(self) -> float | None:
        """When the next event is due."""
        return self._due

    def take(self, now: float) -> int:
        """Return how many events are due, once."""
        if self._due is None or now < self._due:
            return 0
        count = int((min(now, self._until) - self._due) * EVENTS_PER_SECOND) + 1
        self._due += count / EVENTS_PER_SECOND
        if self._due > self._until:
            self._due = None
        return count

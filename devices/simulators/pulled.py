"""A simulated device's own end of its plug: it may be pulled at a time, and whoever owns the line asks when."""


class Pluggable:
    """What every simulated device on a line has; None: nobody is about to pull its plug."""

    _unplug_at: float | None = None

    def unplugged(self, now: float) -> bool:
        """Whether the plug is pulled now; asked once per turn by the owner, who closes the line."""
        if self._unplug_at is None or now < self._unplug_at:
            return False
        self._unplug_at = None
        return True

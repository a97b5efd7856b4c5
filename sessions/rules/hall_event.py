"""What an event of the hall itself is: a row of its journal that belongs to no game, session or series."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HallEvent:
    """Base of every event of the hall itself."""

    @property
    def kind(self) -> str:
        """The event's name in the journal."""
        return type(self).__name__

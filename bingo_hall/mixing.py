"""
When a machine mixes its balls: from the order to draw until no more balls may come.

While the draw stands still for a claim or a fault the balls are kept moving, as the next one must be as open as the
last; but nothing that stands begins to turn before the draw is ordered on. DRAW mixes by itself, so nothing of the
game waits for this.
"""

from __future__ import annotations

from collections.abc import Mapping

from devices.supervisor.port import ExtractorPort
from sessions.rules.board import Board
from sessions.rules.states import TAKES_BALLS, State

CAN_MIX = frozenset({"air", "drum"})
"""The capabilities of which a machine needs one to be asked."""
CAN_NOW = frozenset({"LOADED", "READY", "MIXING", "SHOWING"})


def _stands_still(board: Board) -> bool:
    return bool(board.pause or board.held) or board.state == State.CHECKING


class Mixing:
    """What each machine was last told, in which of its runs."""

    def __init__(self) -> None:
        """Begin with nothing told: a machine that mixes after a restart of the hall is told so again, or let be."""
        self._told: dict[str, tuple[str, bool]] = {}

    def keep(self, board: Board | None, extractors: Mapping[str, ExtractorPort]) -> None:
        """Tell each machine what has changed; `board` None: no game is played."""
        drawing = board is not None and board.draw_started and board.state in TAKES_BALLS
        for code, port in extractors.items():
            health = port.health()
            if health.link != "up" or not health.caps & CAN_MIX or health.state not in CAN_NOW:
                continue
            wanted = drawing and board is not None and board.extractor == code
            boot, on = self._told.get(code, ("", False))
            on = on and boot == health.boot
            if wanted and not on and board is not None and _stands_still(board):
                # Hands may be at a machine that has begun anew: nothing turns before a person's order.
                continue
            if wanted != on:
                port.mix(on=wanted)
            self._told[code] = health.boot, wanted

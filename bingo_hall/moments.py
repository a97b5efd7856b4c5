"""What the hall is at, for the picture of its television: one of six moments, read off the game being played."""

from __future__ import annotations

from typing import Final

from sessions.rules.board import Board
from sessions.rules.states import State

MOMENTS: Final = ("waiting", "sale", "draw", "check", "prize", "stopped")

_OF_STATE: Final = {
    State.SELLING: "sale",
    # Cards are sold, and the figures are being read.
    State.READY: "sale",
    State.DRAWING: "draw",
    State.CHECKING: "check",
    State.WON: "prize",
    State.UNCLAIMED: "prize",
    State.PAYING: "prize",
    State.SUSPENDED: "stopped",
    State.VOID: "stopped",
    State.REFUNDED: "stopped",
}


def moment_of(live: Board | None) -> str:
    """
    Give the moment: `waiting` between games and before the second of a pair.

    The shout stops the draw before the card is known, and from then on it is the table that the room wants to see.
    Any other pause leaves the camera on the balls.
    """
    if live is None:
        return "waiting"
    if live.state == State.READY and live.draw_started:
        return "draw"
    if live.state == State.DRAWING and live.pause == "claim":
        return "check"
    return _OF_STATE.get(live.state, "waiting")

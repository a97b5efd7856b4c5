"""The stops that devices caused: what the journal tells of each, newest first; no writes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q

from records.models import Event, Hall
from sessions.rules.events import BallHeld, DrawPaused, DrawResumed, HeldBallResolved, PlayResumed

MOST_SHOWN: Final = 20
_ENDS: Final = (DrawResumed.__name__, PlayResumed.__name__, HeldBallResolved.__name__)


@dataclass(frozen=True, slots=True)
class Stoppage:
    """
    One stop of a draw that a device caused.

    `reason` is the code of the pause, or `held_` and the code of the held ball. `ordered_by` is who ordered the draw
    on, or decided on the ball; empty, and `seconds` None, while it lasts or where the game ended so.
    """

    session_no: int
    game_no: int
    device: str
    reason: str
    at: datetime
    ordered_by: str
    seconds: int | None


def stoppages_of(hall: Hall) -> list[Stoppage]:
    """Give the last stops that the hall's devices caused, newest first."""
    stops = Event.objects.filter(
        Q(kind=DrawPaused.__name__) | Q(kind=BallHeld.__name__), hall=hall, actor__startswith="device:"
    )
    return [_told(stop) for stop in stops.order_by("-position")[:MOST_SHOWN]]


def _told(stop: Event) -> Stoppage:
    following = Event.objects.filter(hall=stop.hall, stream=stop.stream, seq__gt=stop.seq or 0, kind__in=_ENDS)
    end = following.order_by("seq").first()
    _, _, game_no = str(stop.stream).rpartition(":")
    held = "held_" if stop.kind == BallHeld.__name__ else ""
    return Stoppage(
        session_no=stop.session_no or 0,
        game_no=int(game_no),
        device=stop.actor.removeprefix("device:"),
        reason=held + stop.payload["reason"],
        at=stop.at,
        ordered_by=end.actor if end else "",
        seconds=round((end.at - stop.at).total_seconds()) if end else None,
    )

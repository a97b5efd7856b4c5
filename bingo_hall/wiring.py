"""
Introduces the machines to the hall: balls to the game, faults to a pause. The ports themselves: `ports.py`.

Devices know bytes, the game knows bingo; only here do they meet. Whatever raises here is not acknowledged, so the
machine says it again; a lost line the port says again, before it takes the line up.
"""

from __future__ import annotations

import logging
from typing import Any

from bingo_hall.asking import ONLY_A_WARNING
from devices.codecs.events import (
    BallRead,
    BallUnread,
    BallVoided,
    CommandRefused,
    DrawStalled,
    Fault,
    LinkDown,
)
from devices.models import Device, DeviceKind
from devices.supervisor.port import ExtractorPort
from sessions.rules.electronic import ELECTRONIC
from sessions.rules.errors import DrawIsPaused, WrongState
from sessions.rules.events import MANUAL
from sessions.selectors.games import game_taking_balls
from sessions.services import draw
from sessions.services.sessions import note_stray_ball

logger = logging.getLogger(__name__)

UNREAD = {"noball": "no_ball"}


def machines_of(hall_code: str) -> list[dict[str, str]]:
    """Give the extractors a hall's games can be drawn with; a game knows by these words that it has no machine."""
    devices = Device.objects.filter(hall_code=hall_code, kind=DeviceKind.EXTRACTOR, enabled=True)
    return [{"code": d.code, "name": d.code} for d in devices.exclude(code__in=(MANUAL, ELECTRONIC))]


NONSENSE = frozenset({"ORDER", "STATE", "RANGE", "SYNTAX", "VERB"})
"""Refusals that asking again cannot mend: the machine stands elsewhere than the hall believes."""
ASKED_FOR_A_BALL = frozenset({"DRAW", "READ", "SET", "LOAD", "RETURN"})


def reason_to_pause(event: Any) -> tuple[str, str]:
    """Give the reason for which an event of a machine stops the draw, and what it said; ("", "") when it does not."""
    match event:
        case Fault(active=True, code="READER"):
            return "reader", "c=READER"
        case Fault(active=True) if event.code not in ONLY_A_WARNING:
            return "fault", f"c={event.code}"
        case BallVoided():
            return "voided", f"o={event.ordinal} n={event.number}"
        case LinkDown():
            return "link", f"why={event.reason}"
        case DrawStalled():
            return "stalled", f"o={event.ordinal}"
        case CommandRefused(code="BALLS"):
            return "balls", " ".join(f"{key}={event.detail[key]}" for key in ("in", "miss") if key in event.detail)
        case CommandRefused() if event.verb in ASKED_FOR_A_BALL and event.code in NONSENSE:
            ordinal = f" o={event.detail['o']}" if "o" in event.detail else ""
            return "machine", f"verb={event.verb} code={event.code}{ordinal}"
    return "", ""


class Relay:
    """Takes one extractor's events to the hall's game."""

    def __init__(self, hall_id: int, device: str) -> None:
        """Keep which hall and which device."""
        self.hall_id, self.device = hall_id, device
        self.port: ExtractorPort | None = None

    def __call__(self, event: Any, source_ref: str | None) -> None:
        """Take one event; journal events carry their reference."""
        match event:
            case BallRead():
                self._ball(source_ref, event.ordinal, event.number, event.source, event.quality)
            case BallUnread():
                reason = UNREAD.get(event.reason, event.reason)
                self._ball(source_ref, event.ordinal, 0, "machine", 0, reason=reason)
            case _ if (stop := reason_to_pause(event))[0]:
                if isinstance(event, DrawStalled | LinkDown) and self.port is not None:
                    # The ball that never came is no longer wished for, and a cable plugged in again is no order:
                    # only ordered on it is asked for anew. First of all, for the pause may fail to be stored.
                    self.port.halt()
                self._pause(*stop, source_ref)
            case _:
                logger.info("%s: %s", self.device, event)

    def _ball(
        self, source_ref: str | None, ordinal: int, number: int, source: str, quality: int, *, reason: str = ""
    ) -> None:
        assert source_ref is not None, "a ball comes from a machine's journal"
        actor = f"device:{self.device}"
        game = game_taking_balls(self.hall_id)
        if game is not None and game.board["extractor"] == self.device:
            try:
                draw.draw_ball(
                    game_id=game.pk,
                    ordinal=ordinal,
                    number=number,
                    source=source,
                    quality=quality,
                    reason=reason,
                    source_ref=source_ref,
                    actor=actor,
                )
            except WrongState:
                logger.warning("%s: ball %s came as the game ended", self.device, ordinal)
            else:
                return
        note_stray_ball(
            hall_id=self.hall_id,
            ordinal=ordinal,
            number=number,
            source=source,
            actor=actor,
            source_ref=source_ref,
        )

    def _pause(self, reason: str, detail: str, source_ref: str | None) -> None:
        """Stop the game of this machine; a fault is never guessed away, a person orders it on."""
        game = game_taking_balls(self.hall_id)
        if game is None or game.board["extractor"] != self.device or not game.board["draw_started"]:
            return
        try:
            actor = f"device:{self.device}"
            draw.pause_draw(game_id=game.pk, reason=reason, detail=detail, actor=actor, source_ref=source_ref)
        except (DrawIsPaused, WrongState):
            logger.info("%s: %s while the draw stands still", self.device, reason)

"""
Introduces the devices to the game: balls to the game's door, faults to a pause, called numbers to the panel.

Devices know bytes, the game knows bingo; only here do they meet. Whatever raises here is not acknowledged, so the
machine says it again.
"""

from __future__ import annotations

import logging
from typing import Any

from devices.codecs.events import (
    BallRead,
    BallUnread,
    BallVoided,
    CommandRefused,
    DrawStalled,
    Fault,
    LinkDown,
)
from devices.codecs.panel_frames import PanelState
from devices.models import Device, DeviceKind
from devices.supervisor.panel import PanelPort
from devices.supervisor.port import ExtractorPort
from records.models import Hall
from sessions.rules.board import Board
from sessions.rules.errors import DrawIsPaused, WrongState
from sessions.selectors.games import game_taking_balls
from sessions.services import draw
from sessions.services.sessions import note_stray_ball

logger = logging.getLogger(__name__)

UNREAD = {"noball": "no_ball"}


def machines_of(hall_code: str) -> list[dict[str, str]]:
    """Give the extractors a hall's games can be drawn with."""
    devices = Device.objects.filter(hall_code=hall_code, kind=DeviceKind.EXTRACTOR, enabled=True)
    return [{"code": d.code, "name": d.code} for d in devices]


def reason_to_pause(event: Any) -> str:
    """Give the reason for which an event of a machine stops the draw, "" when it does not."""
    match event:
        case Fault(active=True):
            return "fault"
        case BallVoided():
            return "voided"
        case LinkDown():
            return "link"
        case DrawStalled():
            return "stalled"
        case CommandRefused(code="BALLS"):
            return "balls"
        case CommandRefused(verb="DRAW", code="ORDER"):
            return "machine"
    return ""


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
            case _ if reason := reason_to_pause(event):
                self._pause(reason, source_ref)
                if isinstance(event, DrawStalled) and self.port is not None:
                    # The ball that never came is no longer wished for; ordered on, it is asked for anew.
                    self.port.halt()
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

    def _pause(self, reason: str, source_ref: str | None) -> None:
        """Stop the game of this machine; a fault is never guessed away, a person orders it on."""
        game = game_taking_balls(self.hall_id)
        if game is None or game.board["extractor"] != self.device or not game.board["draw_started"]:
            return
        try:
            draw.pause_draw(game_id=game.pk, reason=reason, actor=f"device:{self.device}", source_ref=source_ref)
        except (DrawIsPaused, WrongState):
            logger.info("%s: %s while the draw stands still", self.device, reason)


def _port(hall: Hall, device: Device) -> ExtractorPort:
    relay = Relay(hall.pk, device.code)
    relay.port = ExtractorPort(device.code, on_event=relay)
    return relay.port


class Ports:
    """The ports of one hall: its extractors by code, and its panels."""

    def __init__(self, hall: Hall) -> None:
        """Make a port for every enabled device of the hall."""
        devices = list(Device.objects.filter(hall_code=hall.code, enabled=True))
        self.extractors = {d.code: _port(hall, d) for d in devices if d.kind == DeviceKind.EXTRACTOR}
        self.panels = {d.code: PanelPort(d.code) for d in devices if d.kind == DeviceKind.PANEL}

    def start(self) -> None:
        """Open all ports; each has its thread."""
        for port in (*self.extractors.values(), *self.panels.values()):
            port.start()

    def stop(self) -> None:
        """Close all ports."""
        for port in (*self.extractors.values(), *self.panels.values()):
            port.stop()

    def show(self, board: Board | None) -> None:
        """Show the called numbers on every panel (O79 34.2); nothing that has not been called."""
        called = board.numbers_called if board else ()
        state = PanelState(called=frozenset(called), last=called[-1] if called else 0, ordinal=len(called))
        for panel in self.panels.values():
            panel.show(state)

    def status(self) -> list[dict[str, Any]]:
        """Tell the machines' health as the staff's screens take it."""
        told = []
        for code, port in self.extractors.items():
            health = port.health()
            told.append(
                {
                    "code": code,
                    "kind": "extractor",
                    "link": health.link,
                    "message": health.message,
                    "state": health.state,
                    "ordinal": health.ordinal,
                    "faults": sorted(health.faults),
                    "drawing_for_s": round(health.drawing_for_s) if health.drawing_for_s else None,
                }
            )
        return told + [
            {"code": code, "kind": "panel", "link": panel.health().link, "faults": []}
            for code, panel in self.panels.items()
        ]

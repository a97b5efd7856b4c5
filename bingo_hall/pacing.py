"""
The draw loop: compares what the board wants with what the machine has, and asks for one ball at a time.

Nothing is stored: `wanted_ball(board)` says which ordinal, so a restart picks up where the journal stands. After a
restart in the middle of a draw the loop stands still until a person orders it on. In automatic pace it also calls.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

from django.db import OperationalError, close_old_connections

from bingo_hall.wiring import Ports
from devices.supervisor.health import PortHealth
from devices.supervisor.port import ExtractorPort
from records.models import Event, Hall
from records.publish import listeners, tell
from sessions.journal import codec
from sessions.models import Game
from sessions.rules.board import Board, wanted_ball
from sessions.rules.errors import RuleViolation
from sessions.rules.events import BALLS
from sessions.rules.session import SessionBoard
from sessions.rules.states import TAKES_BALLS, State
from sessions.selectors.games import live_game
from sessions.services import draw

logger = logging.getLogger(__name__)

TICK_SECONDS = 0.1
ASK_AGAIN_SECONDS = 1.0
TELL_AGAIN_SECONDS = 3.0
LOADED_STATES = frozenset({"LOADED", "MIXING", "READY"})
ORDERS = ("DrawStarted", "DrawResumed", "PlayResumed")
"""What a person says to set the draw going; any of them ends the stand-still after a restart."""


class DrawLoop(threading.Thread):
    """The loop of one hall; it owns the hall's ports."""

    def __init__(self, hall: Hall, ports: Ports) -> None:
        """Look at where the hall stands: a draw in progress will stand still."""
        super().__init__(name=f"draw-{hall.code}", daemon=True)
        self.hall, self.ports = hall, ports
        self._stopping, self._wake = threading.Event(), threading.Event()
        self._began_at = hall.head_position
        game = live_game(hall.pk)
        self._heard_at = hall.head_position
        self.still = game is not None and game.state in TAKES_BALLS and bool(game.board["draw_started"])
        self._game: Game | None = None
        self._board: Board | None = None
        self._called_at = time.monotonic()
        self._asked: dict[tuple[Any, ...], float] = {}
        self._loaded: int | None = None
        self._told: dict[str, Any] = {}
        self._told_at = 0.0

    def run(self) -> None:
        """Turn until stopped; a turn that fails is logged and the next one begins anew."""
        listeners.append(self._hear)
        self.ports.start()
        while not self._stopping.is_set():
            close_old_connections()
            try:
                self._turn()
            except OperationalError:
                logger.exception("the database did not answer the draw loop")
            except Exception:
                logger.exception("a turn of the draw loop failed")
            self._wake.wait(TICK_SECONDS)
            self._wake.clear()
        listeners.remove(self._hear)
        self.ports.stop()

    def stop(self) -> None:
        """Stop the loop and close the ports."""
        self._stopping.set()
        self._wake.set()
        self.join(timeout=10)

    def _hear(self, hall_id: int) -> None:
        if hall_id == self.hall.pk:
            self._wake.set()

    def _turn(self) -> None:
        self._look()
        self.ports.show(self._board)
        self._end_stand_still()
        self._clear_faults()
        self._tell_status()
        if self._board is None or self._game is None or self.still:
            return
        self._call()
        ordinal = wanted_ball(self._board)
        port = self.ports.extractors.get(self._board.extractor)
        if ordinal is not None and port is not None:
            self._ask(port, ordinal)

    def _look(self) -> None:
        """Read the live game; the board is decoded only when it has changed."""
        game = live_game(self.hall.pk)
        if game is None:
            # The panel keeps the last game's numbers until the next sale opens.
            self._game = None
            return
        changed = self._game is None or (game.pk, game.seq) != (self._game.pk, self._game.seq)
        before, self._game = self._board, game
        if changed:
            self._board = codec.game_board(game.board)
            if before is None or self._board.called != before.called:
                self._called_at = time.monotonic()

    def _end_stand_still(self) -> None:
        if self.still:
            orders = Event.objects.filter(hall=self.hall, position__gt=self._began_at, kind__in=ORDERS)
            self.still = not orders.exists() and self._game is not None

    def _clear_faults(self) -> None:
        """Tell the machines of the faults that people have removed since the last turn."""
        said = Event.objects.filter(hall=self.hall, position__gt=self._heard_at, kind="FaultCleared")
        for event in said.order_by("position"):
            self._heard_at = event.position
            if port := self.ports.extractors.get(event.payload["device"]):
                port.clear(event.payload["code"])

    def _tell_status(self) -> None:
        """Tell the staff's screens how the machines are: on every change, and now and then for who came later."""
        status = {"still": self.still, "devices": self.ports.status()}
        if status != self._told or time.monotonic() - self._told_at > TELL_AGAIN_SECONDS:
            self._told, self._told_at = status, time.monotonic()
            tell(self.hall.pk, {"type": "hall.status", "status": status})

    def _call(self) -> None:
        """Call the drawn ball when the pace is automatic and its wait is over."""
        assert self._board is not None, "the loop has looked"
        assert self._game is not None, "the loop has looked"
        pace = codec.decode(SessionBoard, self._game.session.board).pace
        waited_ms = (time.monotonic() - self._called_at) * 1_000
        if not pace.automatic or not self._board.uncalled or waited_ms < pace.wait_ms:
            return
        if self._board.pause or self._board.held or self._board.state != State.DRAWING:
            return
        ordinal = self._board.called + 1
        try:
            draw.call_ball(
                game_id=self._game.pk,
                ordinal=ordinal,
                actor="automatic",
                source_ref=f"automatic:{self._game.pk}:{ordinal}:{self._board.seq}",
            )
        except RuleViolation as refusal:
            logger.info("the automatic call was refused: %s", refusal.code)

    def _once_a_second(self, *what: object) -> bool:
        now = time.monotonic()
        if now - self._asked.get(what, 0) < ASK_AGAIN_SECONDS:
            return False
        self._asked = {key: at for key, at in self._asked.items() if now - at < ASK_AGAIN_SECONDS}
        self._asked[what] = now
        return True

    def _ask(self, port: ExtractorPort, ordinal: int) -> None:
        """Bring the machine to where it can draw this ordinal, then ask for it."""
        health = port.health()
        if health.link != "up" or health.faults:
            return
        if (ordinal == 1 and not self._is_loaded(port, health)) or not self._agrees(port, health):
            return
        if health.ordinal == ordinal and self._was_held(ordinal):
            if self._once_a_second("read", ordinal):
                port.read_again(ordinal)
        elif self._once_a_second("draw", ordinal):
            port.draw(ordinal)

    def _is_loaded(self, port: ExtractorPort, health: PortHealth) -> bool:
        """Before ball 1: return the balls and load, until the machine says o=0, in=90."""
        assert self._game is not None, "the loop has looked"
        if health.state == "IDLE":
            # Its balls are back: whatever was loaded before is no longer.
            self._loaded = None
        elif self._loaded == self._game.pk:
            return True
        ready = health.ordinal == 0 and health.balls_in == BALLS
        if ready and health.state in LOADED_STATES:
            self._loaded = self._game.pk
            return True
        if health.state != "RETURNING" and self._once_a_second("load", self._game.pk):
            if health.state == "IDLE":
                port.load(self._game.stream.replace(":", "-"))
            else:
                port.finish()
        return False

    def _was_held(self, ordinal: int) -> bool:
        """Tell whether this ordinal's ball came before and was discarded: then it is read again, not drawn."""
        assert self._game is not None, "the loop has looked"
        resolved = Event.objects.filter(
            hall=self.hall, stream=self._game.stream, kind="HeldBallResolved", payload__ordinal=ordinal
        )
        return resolved.filter(payload__accepted=False).exists()

    def _agrees(self, port: ExtractorPort, health: PortHealth) -> bool:
        """
        Tell the machine the number people decided on where its map differs from the board.

        Its last STATUS may be older than the last ball: maps are compared only where the counts agree. A count
        that is truly another is refused by the machine itself (N ORDER), and the relay pauses.
        """
        assert self._board is not None, "the loop has looked"
        if health.ordinal != len(self._board.drawn):
            return True
        missing = frozenset(self._board.drawn) - health.drawn
        if missing and self._once_a_second("set", *sorted(missing)):
            number = min(missing)
            port.set_number(self._board.drawn.index(number) + 1, number)
        return not missing

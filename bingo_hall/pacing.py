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

from django.db import OperationalError, close_old_connections, connections

from bingo_hall.asking import Asking, difference_of
from bingo_hall.electronic import draw_next
from bingo_hall.mixing import Mixing
from bingo_hall.ports import Ports
from records.models import Event, Hall
from records.publish import listeners, tell
from sessions.journal import codec
from sessions.models import Game
from sessions.rules.board import Board, wanted_ball
from sessions.rules.electronic import ELECTRONIC
from sessions.rules.errors import RuleViolation
from sessions.rules.session import SessionBoard
from sessions.rules.states import TAKES_BALLS, State
from sessions.selectors.games import live_game
from sessions.services import draw

logger = logging.getLogger(__name__)

TICK_SECONDS = 0.1
TELL_AGAIN_SECONDS = 3.0
DETAIL_SECONDS = 2.0
DIFFERS_SECONDS = 1.0
"""How long machine and board must differ before it is said: a ball on its way is known to one of them first."""
ORDERS = ("DrawStarted", "DrawResumed", "PlayResumed")
"""What a person says to set the draw going; any of them ends the stand-still after a restart."""


class DrawLoop(threading.Thread):
    """The loop of one hall; it owns the hall's ports."""

    def __init__(self, hall: Hall, ports: Ports) -> None:
        """Look at where the hall stands: a draw in progress will stand still."""
        super().__init__(name=f"draw-{hall.code}", daemon=True)
        self.hall, self.ports = hall, ports
        self._stopping, self._wake = threading.Event(), threading.Event()
        game = live_game(hall.pk)
        self._heard_at = hall.head_position
        self.still = game is not None and game.state in TAKES_BALLS and bool(game.board["draw_started"])
        self._game: Game | None = None
        self._board: Board | None = None
        self._called_at = time.monotonic()
        self._asking = Asking(hall.pk)
        self._mixing = Mixing()
        self._differs_since: float | None = None
        self._told: dict[str, Any] = {}
        self._told_at = self._detailed_at = 0.0

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
        connections.close_all()

    def stop(self) -> None:
        """Stop the loop and close the ports."""
        self._stopping.set()
        self._wake.set()
        self.join(timeout=10)

    def devices(self) -> list[dict[str, Any]]:
        """Give how the devices were at the last turn, as the screens were told; from any thread."""
        return list(self._told.get("devices", []))

    def _hear(self, hall_id: int) -> None:
        if hall_id == self.hall.pk:
            self._wake.set()

    def _turn(self) -> None:
        self._look()
        self.ports.show(self._board)
        self.ports.stage(self._board if self._game is not None else None)
        self._hear_people()
        self._tell_status()
        if self._board is None or self._game is None or self.still:
            return
        self._mixing.keep(self._board, self.ports.extractors)
        self._call()
        ordinal = wanted_ball(self._board)
        port = self.ports.extractors.get(self._board.extractor)
        if ordinal is not None and self._board.extractor == ELECTRONIC:
            draw_next(self._game, ordinal)
        elif ordinal is not None and port is not None:
            self._asking.ask(self._game, self._board, port, ordinal)
        else:
            self._asking.rest()

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

    def _hear_people(self) -> None:
        """Hear what people said since the last turn: an order to go on, a fault removed. Only new rows are read."""
        self.still = self.still and self._game is not None
        head = Hall.objects.values_list("head_position", flat=True).get(pk=self.hall.pk)
        if head == self._heard_at:
            return
        new = Event.objects.filter(hall=self.hall, position__gt=self._heard_at, position__lte=head)
        for event in new.filter(kind__in=(*ORDERS, "FaultCleared")).order_by("position"):
            self._heard_at = event.position
            if event.kind in ORDERS:
                self.still = False
            elif port := self.ports.extractors.get(event.payload["device"]):
                port.clear(event.payload["code"])
        self._heard_at = head

    def _tell_status(self) -> None:
        """Tell the staff's screens how the machines are: on every change, and now and then for who came later."""
        status = {"still": self.still, "devices": [self._with_difference(told) for told in self.ports.status()]}
        if status != self._told or time.monotonic() - self._told_at > TELL_AGAIN_SECONDS:
            self._told, self._told_at = status, time.monotonic()
            tell(self.hall.pk, {"type": "hall.status", "status": status})
        if time.monotonic() - self._detailed_at > DETAIL_SECONDS:
            self._detailed_at = time.monotonic()
            tell(self.hall.pk, {"type": "hall.health", "devices": self.ports.detail()})

    def _with_difference(self, told: dict[str, Any]) -> dict[str, Any]:
        """Add to the game's machine where it and the board differ; a person looks before ordering the draw on."""
        board, playing = self._board, self._game is not None and self._game.state in TAKES_BALLS
        if board is None or not playing or told["code"] != board.extractor:
            return told
        found = difference_of(board, self.ports.extractors[board.extractor].health())
        now = time.monotonic()
        self._differs_since = (self._differs_since or now) if found else None
        said = self._differs_since is not None and now - self._differs_since >= DIFFERS_SECONDS
        return {**told, "differs": found if said else None}

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

"""
What the draw loop asks of a machine: to be brought to where it can draw an ordinal, then that one ball.

Where machine and board do not agree nothing is guessed: the draw stands still with what differs, until a person orders
it on. Ordered on over the same difference, the board is right, and the machine is told it.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from devices.supervisor.health import PortHealth
from devices.supervisor.port import ExtractorPort
from records.models import Event
from sessions.models import Game
from sessions.rules.board import Board
from sessions.rules.errors import DrawIsPaused, WrongState
from sessions.rules.events import BALLS
from sessions.services import draw

logger = logging.getLogger(__name__)

ASK_AGAIN_SECONDS = 1.0
UNFIT_SECONDS = 2.0
"""How long a machine may be away or at fault, as the draw starts or goes on, before that is a stop with its reason."""
DOUBT_SECONDS = 1.0
"""How long the maps must differ before that is a stop: a machine that took a ball back says so a moment later."""
STALLED_SECONDS = 12.0
"""How long a ball may be wanted of a machine that stands loaded and has none on its way."""
NOT_LOADED_SECONDS = 60.0
"""How long a machine may take to bring its balls back and count them before ball 1."""
LOADED_STATES = frozenset({"LOADED", "MIXING", "READY"})
ONLY_A_WARNING = frozenset({"AIR"})
"""With weak air a ball may still come; when none does, twice, it is held."""
READER = "READER"


def numbers_in(numbers: frozenset[int]) -> str:
    """Give numbers as a detail says them: `7,12`, or `-`."""
    return ",".join(map(str, sorted(numbers))) or "-"


def difference_of(board: Board, health: PortHealth) -> dict[str, Any] | None:
    """
    Tell where the machine's last STATUS and the board differ, None where they agree; for the staff's screens.

    One ball more is no difference: the machine's journal brings it.
    """
    house, more = frozenset(board.drawn), health.ordinal - len(board.drawn)
    if health.link != "up" or not health.own_map or not board.draw_started or not board.drawn:
        return None
    if more in {0, 1} and len(health.drawn - house) <= more and house <= health.drawn:
        return None
    only = {"only_machine": sorted(health.drawn - house), "only_house": sorted(house - health.drawn)}
    return {"machine": health.ordinal, "house": len(board.drawn), **only}


class Asking:
    """What has been asked of the machines of one hall, and when; a restart begins with nothing."""

    def __init__(self, hall_id: int) -> None:
        """Begin with nothing asked."""
        self._hall_id = hall_id
        self._asked: dict[tuple[Any, ...], float] = {}
        self._loaded: int | None = None
        self._unfit_since: float | None = None
        self._counted: tuple[int, int] = (0, 0)
        self._doubt: tuple[int, frozenset[int]] = (0, frozenset())
        self._doubting: tuple[float, tuple[object, ...]] = (0.0, ())
        self._idle: tuple[float, tuple[object, ...]] = (0.0, ())

    def ask(self, game: Game, board: Board, port: ExtractorPort, ordinal: int) -> None:
        """Bring the machine to where it can draw this ordinal, then ask for it; or stop the draw with the reason."""
        health = port.health()
        if not self._is_fit(game, health):
            return
        loaded = ordinal > 1 or self._is_loaded(game, port, health)
        if self._stands_idle(game, port, ordinal, loaded=loaded):
            return
        if not loaded or not self._agrees(game, board, port, health):
            return
        if health.ordinal == ordinal and self._was_discarded(game, ordinal):
            if self._once_a_second("read", ordinal):
                port.read_again(ordinal)
        elif self._once_a_second("draw", ordinal):
            port.draw(ordinal)

    def rest(self) -> None:
        """Take note that no ball is wanted now."""
        self._unfit_since = None
        self._idle = (0.0, ())

    def _stands_idle(self, game: Game, port: ExtractorPort, ordinal: int, *, loaded: bool) -> bool:
        """
        Stop the draw when the ball has been wanted for too long with nothing under way; return whether it was.

        A machine that refuses again and again has a DRAW under way for as long as its answer takes, and no longer.
        A ball that is truly on its way has the port's own limits.
        """
        health, now, wanted = port.health(), time.monotonic(), (game.pk, ordinal, loaded)
        under_way = (health.drawing_for_s or 0.0) >= ASK_AGAIN_SECONDS
        since, before = self._idle
        if before != wanted or under_way:
            self._idle = now, wanted
            return False
        if now - since < (STALLED_SECONDS if loaded else NOT_LOADED_SECONDS):
            return False
        # Somebody will look into it: it is not to move meanwhile.
        port.halt()
        self._stop(game, health, "stalled", f"o={ordinal} st={health.state}")
        # Only now: a stop that could not be stored is tried again at the next turn.
        self._idle = (0.0, ())
        return True

    def _is_fit(self, game: Game, health: PortHealth) -> bool:
        faults = health.faults - ONLY_A_WARNING
        if health.link == "up" and not faults:
            self._unfit_since = None
            return True
        now = time.monotonic()
        if self._unfit_since is None:
            self._unfit_since = now
        if now - self._unfit_since >= UNFIT_SECONDS:
            self._unfit_since = None
            if health.link != "up":
                self._stop(game, health, "link", f"why={health.message}")
            else:
                self._stop(game, health, "reader" if faults == {READER} else "fault", f"c={min(faults)}")
        return False

    def _stop(self, game: Game, health: PortHealth, reason: str, detail: str) -> None:
        try:
            draw.pause_draw(game_id=game.pk, reason=reason, detail=detail, actor=f"device:{health.device}")
        except (DrawIsPaused, WrongState):
            logger.info("%s: %s while the draw stands still", health.device, reason)

    def _once_a_second(self, *what: object) -> bool:
        now = time.monotonic()
        if now - self._asked.get(what, 0) < ASK_AGAIN_SECONDS:
            return False
        self._asked = {key: at for key, at in self._asked.items() if now - at < ASK_AGAIN_SECONDS}
        self._asked[what] = now
        return True

    def _is_loaded(self, game: Game, port: ExtractorPort, health: PortHealth) -> bool:
        """Before ball 1: return the balls and load, until the machine says o=0, in=90."""
        if health.state == "IDLE":
            # Its balls are back: whatever was loaded before is no longer.
            self._loaded = None
        elif self._loaded == game.pk:
            return True
        ready = health.ordinal == 0 and health.balls_in == BALLS
        if ready and health.state in LOADED_STATES:
            self._loaded = game.pk
            return True
        if health.state != "RETURNING" and self._once_a_second("load", game.pk):
            if health.state == "IDLE":
                self._load(game, port, health)
            else:
                port.finish()
        return False

    def _load(self, game: Game, port: ExtractorPort, health: PortHealth) -> None:
        """Load, unless balls are missing: then a person looks first, and orders it to be counted again."""
        stops = self._said(game, "DrawPaused").filter(payload__reason="balls").count()
        game_pk, counted = self._counted
        if health.balls_in != BALLS and stops <= (counted if game_pk == game.pk else 0):
            self._stop(game, health, "balls", f"in={health.balls_in}")
            return
        self._counted = game.pk, stops
        port.load(game.stream.replace(":", "-"))

    def _was_discarded(self, game: Game, ordinal: int) -> bool:
        """Tell whether this ordinal's ball came before and was discarded: then it is read again, not drawn."""
        resolved = self._said(game, "HeldBallResolved").filter(payload__ordinal=ordinal)
        return bool(resolved.filter(payload__accepted=False).exists())

    def _agrees(self, game: Game, board: Board, port: ExtractorPort, health: PortHealth) -> bool:
        """
        Compare the maps; where people decided on a number, tell the machine.

        Its last STATUS may be older than the last ball: maps are compared only where the counts agree. A count
        that is truly another is refused by the machine itself (N ORDER), and the relay pauses.
        """
        house = frozenset(board.drawn)
        if not health.own_map or health.ordinal != len(board.drawn) or house == health.drawn:
            return True
        missing, more = house - health.drawn, health.drawn - house
        doubt = (missing - self._decided(game)) if missing else more
        told_game, told = self._doubt
        if doubt and not (told_game == game.pk and doubt <= told):
            if not self._lasts(game.pk, doubt):
                return False
            self._doubt = game.pk, doubt
            detail = f"machine={health.ordinal} house={len(board.drawn)}"
            self._stop(game, health, "machine", f"{detail} more={numbers_in(more)} less={numbers_in(missing)}")
            return False
        if missing and self._once_a_second("set", *sorted(missing)):
            number = min(missing)
            port.set_number(board.drawn.index(number) + 1, number)
        return not missing

    def _lasts(self, *doubt: object) -> bool:
        """Tell whether a doubt is older than what the machine may be about to say of it."""
        now, (since, before) = time.monotonic(), self._doubting
        if before != doubt:
            self._doubting = now, doubt
            return False
        return now - since >= DOUBT_SECONDS

    def _decided(self, game: Game) -> frozenset[int]:
        """
        Give the numbers that people decided on in this game: of those the machine may know nothing yet.

        A ball that the machine took back, and over which the draw was ordered on, is one of them.
        """
        said = self._said(game, "HeldBallResolved", "BallCorrected").values_list("payload__number", flat=True)
        voided = self._said(game, "DrawPaused").filter(payload__reason="voided")
        # A stop written down by an earlier version says nothing of the ball.
        told = filter(None, voided.values_list("payload__detail", flat=True))
        taken_back = (int(detail.rpartition("n=")[2]) for detail in told)
        return frozenset(said) | frozenset(taken_back)

    def _said(self, game: Game, *kinds: str) -> Any:
        return Event.objects.filter(hall_id=self._hall_id, stream=game.stream, kind__in=kinds)

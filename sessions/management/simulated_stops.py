"""What does not go as planned in a simulated night: suspensions, draws by hand, null games and their refunds."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from sessions.journal import codec
from sessions.models import Game
from sessions.rules.board import Board
from sessions.rules.void import VoidOrder, outstanding
from sessions.selectors.replays import replay_of
from sessions.services import payments, suspensions, voids

# How often, of one: a game whose machine fails, whose announcing goes wrong; a card of a void game that is not brought.
MACHINE_FAILS, SAID_WRONGLY, NOT_BROUGHT, BOTH_ENDED = 0.05, 0.04, 0.1, 0.5
FAILS_BEFORE = 0.3
"""Of the failures, those before the first ball."""


@dataclass
class SimulatedStops:
    """The mishaps of one game, settled before its first ball: at which ball what happens (0 = before any)."""

    game: int
    random: random.Random
    by: Callable[[str], dict[str, str]]
    wait: Callable[[float], None]
    fails_at: int | None = None
    wrong_at: int | None = None

    def __post_init__(self) -> None:
        """Draw the mishaps."""
        if self.random.random() < MACHINE_FAILS:
            self.fails_at = 0 if self.random.random() < FAILS_BEFORE else self.random.randint(1, 40)
        elif self.random.random() < SAID_WRONGLY:
            self.wrong_at = self.random.randint(20, 60)

    @property
    def board(self) -> Board:
        """Read the game's board."""
        return codec.game_board(Game.objects.only("board").get(pk=self.game).board)

    @property
    def by_hand(self) -> bool:
        """Tell whether the machine has failed for good in this game."""
        return self.board.manual_draw

    def after(self, ordinal: int) -> bool:
        """Let happen what happens after so many balls; gives True when the game is over by it."""
        if ordinal == self.fails_at:
            return self._failure(ball_out=ordinal > 0)
        if ordinal == self.wrong_at:
            return self._said_wrongly()
        return False

    def _said_wrongly(self) -> bool:
        """Find a ball of which another number would change a card; where there is none the game stands."""
        board = self.board
        said = next(n for n in range(1, 91) if n not in board.drawn)
        for ordinal in range(board.called, 0, -1):
            if replay_of(board, ordinal, said).substantial:
                reason = "another number was said"
                return self._void(VoidOrder(cause="announcing_error", reason=reason, ordinal=ordinal, said=said))
        return False

    def _failure(self, *, ball_out: bool) -> bool:
        chief = {"game_id": self.game}
        suspensions.suspend_game(cause="failure", ball_out=ball_out, text="no air", **chief, **self.by("chief"))
        suspensions.read_paragraph(paragraph="36.2" if ball_out else "36.1", **chief, **self.by("chief"))
        if ball_out:
            suspensions.order_manual_draw(how="from a bag", **chief, **self.by("chief"))
            return False
        if self.random.random() < 0.5:  # noqa: PLR2004 - one in two is solved in time
            self.wait(300)
            suspensions.lift_suspension(decision="solved", text="a fuse", **chief, **self.by("chief"))
            return False
        self.wait(15 * 60)
        return self._void(VoidOrder(cause="failure", reason="no air"))

    def _void(self, order: VoidOrder) -> bool:
        end_pair = self.board.pair == 1 and self.random.random() < BOTH_ENDED
        order = replace(order, end_pair=end_pair)
        voids.void_game(game_id=self.game, order=order, second="hall_manager", **self.by("chief"))
        for run in outstanding(self.board):
            first = run.first
            while first <= run.last:
                last = min(run.last, first + self.random.choice((0, 1, 5)))
                if self.random.random() >= NOT_BROUGHT:
                    cards = {"card": str(first), "last": last}
                    voids.refund_cards(game_id=self.game, **cards, **self.by("cashier"))
                first = last + 1
        voids.complete_refunds(game_id=self.game, **self.by("cashier"))
        payments.close_game(game_id=self.game, **self.by("chief"))
        return True

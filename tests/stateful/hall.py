"""A hall on the test database and the proofs about it: what a step may change, and what must always hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.db.models import Count, Q

from ledger.models import Account, Entry
from records.models import Event, Hall
from sessions.journal import codec
from sessions.models import Award, BingoSession, CardMatrix, CardSeries, DrawnBall, Game, SoldCard
from sessions.rules.board import Board
from sessions.rules.errors import RuleViolation
from sessions.rules.events import Medium
from sessions.rules.folding import apply_event
from sessions.rules.session import EQUIPMENT, REQUIRED_POSTS
from sessions.selectors.faces import face_rows
from sessions.selectors.verify import violations
from sessions.services import sales, sessions
from sessions.services.hall import make_ball_set, make_matrix, make_series

CARDS, PRINTED, PRICE = 60, 40, 200
STAFF = {"hall_manager": "sala", "table_chief": "mesa", "cashier": "caja", "seller_caller": "venta"}
_halls = count(1)


@dataclass
class HallUnderTest:
    """One hall with an open session; `do` is the only way a step acts."""

    shared: CardMatrix | None
    random: Any
    keys: Any = field(default_factory=lambda: count(1))
    refused: list[str] = field(default_factory=list)
    game: Game | None = None
    read: Board | None = None
    known: Board | None = None
    known_position: int = 0

    def __post_init__(self) -> None:
        """Make the hall; the file of faces is made once and shared by the halls of a run."""
        self.hall = Hall.objects.create(code=f"stateful-{next(_halls)}", name="Hall under test")
        if self.shared is None:
            self.matrix = make_matrix(self.hall, "stateful", CARDS, self.random.randbytes)
        else:
            self.matrix = CardMatrix.objects.create(
                hall=self.hall, name="stateful", sha256=self.shared.sha256, size=CARDS
            )
        self.virtual = make_series(self.matrix, "V", "1", Medium.VIRTUAL, PRINTED + 1, CARDS, PRICE)
        self.idents = count(1)
        self.printed = self.new_series()
        make_ball_set(self.hall, "set-1")
        self.session: BingoSession = sessions.start_session(hall_id=self.hall.pk)
        by = {"session_id": self.session.pk, "actor": "sala"}
        sessions.check_equipment(in_order=EQUIPMENT, **by)
        sessions.count_balls(ball_set="set-1", missing=[], **by)
        for post in REQUIRED_POSTS:
            sessions.post_staff(post=post, usernames=[STAFF[post]], **by)
        sessions.open_session(**by)

    def new_series(self) -> CardSeries:
        """Open a new series of the same faces."""
        return make_series(self.matrix, "A", str(next(self.idents)), Medium.PHYSICAL, 1, PRINTED, PRICE)

    def rows(self, card: int) -> Any:
        """Give a card's face."""
        return face_rows(self.matrix.sha256, card)

    @property
    def board(self) -> Board | None:
        """Read the game's board as stored, once after each deed; None before the first game."""
        if self.game is not None and self.read is None:
            self.read = codec.game_board(Game.objects.only("board").get(pk=self.game.pk).board)
        return self.read

    def announce(self) -> None:
        """Give the next game its number."""
        self.game = self.do(sales.announce_game, session_id=self.session.pk) or self.game
        self.read = None

    def traces(self) -> Any:
        """Take everything that a deed of the current game may change."""
        of_game = {"game": self.game}
        return (
            BingoSession.objects.filter(pk=self.session.pk)
            .values_list("hall__head_position", "hall__head_hash", "state", "seq")
            .get(),
            list(Game.objects.filter(session=self.session).order_by("-pk").values_list("pk", "state", "board")[:1]),
            list(Account.objects.filter(hall=self.hall).order_by("code").values_list("code", "balance_cents")),
            list(CardSeries.objects.filter(hall=self.hall).order_by("pk").values_list("next_number", flat=True)),
            SoldCard.objects.filter(**of_game).count(),
            list(Award.objects.filter(**of_game).order_by("pk").values_list("pk", "status")),
            DrawnBall.objects.filter(**of_game).aggregate(n=Count("pk"), voided=Count("pk", filter=Q(voided=True))),
            Entry.objects.filter(hall=self.hall).count(),
        )

    def do(self, deed: Any, *, again: bool = False, **kwargs: Any) -> Any:
        """
        Do a deed. Refused, it leaves no trace; sent again under its key, it gives the same answer and no trace.

        Gives None when it was refused.
        """
        before = self.traces()
        if "actor" in kwargs and "source_ref" not in kwargs:
            kwargs["source_ref"] = f"key-{next(self.keys)}"
        refusal = None
        try:
            answer = deed(**kwargs)
        except RuleViolation as violation:
            refusal = violation
        if refusal is not None:
            assert self.traces() == before, f"{refusal!r} changed something"
            self.refused.append(refusal.code)
            return None
        self.read = None
        if again and "source_ref" in kwargs:
            after = self.traces()
            assert deed(**kwargs) == answer, "the same request was answered otherwise"
            assert self.traces() == after, "the same request did something a second time"
        return answer

    def check_step(self) -> None:
        """Prove what is cheap after every step: the fold, the balls, the cards, the money."""
        accounts = dict(Account.objects.filter(hall=self.hall).values_list("code", "balance_cents"))
        assert all(cents >= 0 for cents in accounts.values()), accounts
        assert accounts.get("cash", 0) == sum(cents for code, cents in accounts.items() if code != "cash")
        board = self.board
        if board is None or self.game is None:
            return
        self._check_fold(board)
        balls = DrawnBall.objects.filter(game=self.game, voided=False).order_by("ordinal")
        assert list(balls.values_list("ordinal", "number")) == list(enumerate(board.drawn, start=1))
        assert len(set(board.drawn)) == len(board.drawn)
        assert board.pause or not board.held, "a ball is held and the draw goes on"
        numbers = list(SoldCard.objects.filter(game=self.game).order_by("number").values_list("number", flat=True))
        assert numbers == sorted(n for lot in board.lots for n in range(lot.first_card, lot.last_sold + 1))
        if board.figures is not None:
            assert board.figures.sold == len(numbers), "announced and sold differ"
            assert board.figures.takings_cents == len(numbers) * PRICE
            assert accounts.get("takings", 0) == 0, "takings of a closed sale are not shared out"
        else:
            assert accounts.get("takings", 0) == len(numbers) * PRICE, "takings are not the cards' price"
        if board.state == "closed":
            assert accounts.get("prizes", 0) == 0, "a closed game has prizes left"

    def _check_fold(self, board: Board) -> None:
        """Fold only the rows since the last step onto the board known then."""
        assert self.game is not None
        if self.known is None or self.known.game_no != board.game_no:
            self.known, self.known_position = Board(session_no=board.session_no, game_no=board.game_no), 0
        rows = Event.objects.filter(hall=self.hall, stream=self.game.stream, position__gt=self.known_position)
        for row in rows.order_by("position"):
            self.known = apply_event(self.known, codec.game_event(row.kind, row.payload), row.at.isoformat())
            self.known_position = row.position
        assert self.known == board, "the journal does not fold to the board"

    def violations(self) -> list[str]:
        """Prove everything."""
        self.hall.refresh_from_db()
        return list(violations(self.hall))

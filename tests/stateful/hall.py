"""A hall on the test database and the proofs about it: what a step may change, and what must always hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.contrib.auth.models import Group, User
from django.db.models import Count, Q

from ledger.models import Account, Entry
from people.models import StaffMember
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
from tests.stateful.places import Places
from tests.stateful.purse import Cards, Purse
from tests.stateful.stood import Stood

CARDS, PRINTED, PRICE = 60, 40, 200
STAFF = {"hall_manager": "sala", "table_chief": "mesa", "cashier": "caja", "seller_caller": "venta"}
SELLERS = ("venta", "venta-2")
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
    places: Places = field(default_factory=Places)
    stood: Stood = field(default_factory=Stood)
    first_tokens: dict[int, str] = field(default_factory=dict)

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
        self.purse = Purse(half_cents=PRICE, rows_of=self.cards_of)
        self.printed = self.new_series()
        make_ball_set(self.hall, "set-1")
        self.hire()
        self.session: BingoSession = sessions.start_session(hall_id=self.hall.pk)
        by = {"session_id": self.session.pk, "actor": "sala"}
        sessions.check_equipment(in_order=EQUIPMENT, **by)
        sessions.count_balls(ball_set="set-1", missing=[], **by)
        for post in REQUIRED_POSTS:
            sessions.post_staff(post=post, usernames=[STAFF[post]], **by)
        sessions.open_session(signed="mesa", **by)

    def hire(self) -> None:
        """Let everybody work in this hall; in a run of many halls they move on from the last one."""
        posts = {username: post for post, username in STAFF.items()} | dict.fromkeys(SELLERS, "seller_caller")
        for username, post in posts.items():
            user, _ = User.objects.get_or_create(username=username)
            user.groups.add(Group.objects.get_or_create(name=post)[0])
            StaffMember.objects.update_or_create(user=user, defaults={"hall": self.hall, "name": username})

    def session_now(self) -> tuple[BingoSession, Any]:
        """Give the session and its board as stored."""
        session = BingoSession.objects.get(pk=self.session.pk)
        return session, codec.session_board(session.board)

    def sold_as_wanted(self, sale: Any, wanted: list[int]) -> bool:
        """Tell whether a sale was of these cards, all from the seller's hands once cards are given out."""
        sold = [n for run in sale.runs for n in range(run.first, run.last + 1)]
        blocks = self.places.counts.get("issued", 0)
        return sold == wanted and all(
            self.places.before.get(card, "desk") == (f"held:{sale.seller}" if blocks else "desk") for card in sold
        )

    def new_series(self, parts: int = 1) -> CardSeries:
        """Open a new series of the same faces, of single cards or double ones."""
        series = make_series(self.matrix, "A", str(next(self.idents)), Medium.PHYSICAL, 1, PRINTED, PRICE)
        if parts > 1:
            CardSeries.objects.filter(pk=series.pk).update(parts=parts)
            series.refresh_from_db()
        return series

    def cards_of(self, stream: str) -> Cards:
        """Read the rows of a game's cards: medium, and who bought or sold each."""
        rows = SoldCard.objects.filter(game__session=self.session, game__game_no=int(stream.rpartition(":")[2]))
        found = rows.values_list("number", "medium", "holder", "seller")
        return {number: (medium, holder or seller) for number, medium, holder, seller in found}

    def halves_called(self, card: int, game_no: int) -> set[int]:
        """Read which halves of a double card were called in a game."""
        claims = Event.objects.filter(
            hall=self.hall, stream=f"game:{self.session.session_no}:{game_no}", kind="ClaimRaised", payload__card=card
        )
        return {payload["part"] for payload in claims.values_list("payload", flat=True)}

    def last_void(self) -> Game | None:
        """Find the last closed game that was void and not merely ended with the other of its pair."""
        void = {stream for stream, game in self.purse.games.items() if game.void not in {"", "pair"}}
        closed = Game.objects.filter(session=self.session, state="closed").order_by("-game_no")
        return next((game for game in closed if game.stream in void), None)

    def waiting_second(self) -> Game | None:
        """Find the second game of a pair that waits for the first."""
        return Game.objects.filter(session=self.session, state="waiting").first()

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
        of_game = {"game__session": self.session}
        return (
            BingoSession.objects.filter(pk=self.session.pk)
            .values_list("hall__head_position", "hall__head_hash", "state", "seq")
            .get(),
            list(Game.objects.filter(session=self.session).order_by("-pk").values_list("pk", "state", "board")[:2]),
            list(Account.objects.filter(hall=self.hall).order_by("code").values_list("code", "balance_cents")),
            list(CardSeries.objects.filter(hall=self.hall).order_by("pk").values_list("next_number", flat=True)),
            SoldCard.objects.filter(**of_game).aggregate(n=Count("pk"), back=Count("pk", filter=Q(refunded=True))),
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
        self._check_money()
        board = self.board
        if board is None or self.game is None:
            return
        self._check_fold(board)
        balls = DrawnBall.objects.filter(game=self.game, voided=False).order_by("ordinal")
        assert list(balls.values_list("ordinal", "number")) == list(enumerate(board.drawn, start=1))
        assert len(set(board.drawn)) == len(board.drawn)
        assert board.pause or not board.held, "a ball is held and the draw goes on"
        numbers = list(SoldCard.objects.filter(game=self.game).order_by("number").values_list("number", flat=True))
        assert numbers == sorted(n for lot in board.lots for r in lot.sold_runs for n in range(r.first, r.last + 1))
        assert self.places.differences(board, numbers) == []
        if board.figures is not None:
            assert board.figures.sold == len(numbers), "announced and sold differ"
            assert board.figures.takings_cents == len(numbers) * PRICE

    def _check_money(self) -> None:
        """Hold every account to the model, which follows the rows since the last step."""
        rows = Event.objects.filter(hall=self.hall, position__gt=self.purse.position).order_by("position")
        for row in rows:
            if row.stream and not row.stream.startswith("series:"):
                self.purse.take(row.stream, row.kind, row.payload)
            self.purse.position = row.position
        accounts = dict(Account.objects.filter(hall=self.hall).values_list("code", "balance_cents"))
        assert self.purse.differences(accounts) == {}, "an account holds another sum than the model"
        # A seller who took cards back after handing in is owed money.
        hands = sum(accounts.pop(code) for code in list(accounts) if code.startswith("seller:"))
        # The desk may pay a prize before the sellers hand in what it was sold for: the books then have less than
        # nothing in the drawer, and say so. Together it is what the others own, to the cent.
        assert all(cents >= 0 for code, cents in accounts.items() if code not in {"differences", "cash"}), accounts
        assert accounts.get("cash", 0) + hands == sum(cents for code, cents in accounts.items() if code != "cash")

    def _check_fold(self, board: Board) -> None:
        """Fold only the rows since the last step onto the board known then."""
        assert self.game is not None
        if self.known is None or self.known.game_no != board.game_no:
            self.known, self.known_position = Board(session_no=board.session_no, game_no=board.game_no), 0
            self.places = self.places.in_second_game() if board.pair == 2 else Places()
            self.stood = Stood()
        rows = Event.objects.filter(hall=self.hall, stream=self.game.stream, position__gt=self.known_position)
        self.places.step()
        for row in rows.order_by("position"):
            self.places.take(row.kind, row.payload)
            self.stood.take(row.kind, row.payload, row.at)
            self.known = apply_event(self.known, codec.game_event(row.kind, row.payload), row.at.isoformat())
            self.known_position = row.position
        assert self.known == board, "the journal does not fold to the board"

    def violations(self) -> list[str]:
        """Prove everything."""
        self.hall.refresh_from_db()
        return list(violations(self.hall))

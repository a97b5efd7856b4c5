"""
Whole games through the real services, without network or wall clock: everything random comes from one seed.

The people of a hall: sellers and players buy, undo and repeat; a machine draws from 90 balls; winners call at once,
late or wrongly; the Jefe de Mesa verifies, waits and orders; the cashier pays some prizes at the end.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from django.db.models import Sum

from ledger.selectors import balance_cents
from records import clock
from records.models import Event, Hall
from sessions.journal import codec
from sessions.models import Award, BingoSession, CardMatrix, CardSeries, Game, SoldCard
from sessions.rules.board import Board
from sessions.rules.errors import RuleViolation
from sessions.rules.events import BALLS, Medium, PrizeKind
from sessions.rules.session import EQUIPMENT, REQUIRED_POSTS
from sessions.rules.states import State
from sessions.selectors.faces import complete_cards
from sessions.selectors.verify import violations
from sessions.services import claims, draw, payments, sales, sessions
from sessions.services.hall import make_ball_set, make_matrix, make_series

SELLERS = ("seller-1", "seller-2", "seller-3")
PLAYERS = ("player:1", "player:2", "player:3", "player:4")
MATRIX, PRINTED = 1_800, 1_200
GAMES_A_SET = 950


@dataclass
class SimulatedClock:
    """Time that only moves when somebody acts."""

    now: datetime = datetime(2026, 1, 1, 17, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Tell the time; every look costs a millisecond, so that no two events share it."""
        self.now += timedelta(milliseconds=1)
        return self.now

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)


@dataclass
class Night:
    """A hall and one long session, played from a seed."""

    games: int
    cards: int
    random: random.Random
    time: SimulatedClock = field(default_factory=SimulatedClock)
    keys: int = 0
    refused: int = 0

    def play(self) -> dict[str, object]:
        """Play all the games and tell what happened."""
        with clock.injected(self.time):
            self._open()
            for _ in range(self.games):
                self._play_game()
            self._close()
        return self._told()

    def _by(self, actor: str) -> dict[str, str]:
        self.keys += 1
        return {"actor": actor, "source_ref": f"{actor}:{self.keys}"}

    def _open(self) -> None:
        self.hall = Hall.objects.create(code="simulated", name="Simulated hall")
        self.matrix: CardMatrix = make_matrix(self.hall, "simulated", MATRIX, self.random.randbytes)
        self.virtual = make_series(self.matrix, "V", "1", Medium.VIRTUAL, PRINTED + 1, MATRIX)
        self.sets = 0
        self.printed = self._new_series()
        self.ball_set = self._new_ball_set()
        self.session: BingoSession = sessions.start_session(hall_id=self.hall.pk)
        in_session = {"session_id": self.session.pk, "actor": "manager"}
        sessions.check_equipment(in_order=EQUIPMENT, **in_session)
        sessions.count_balls(ball_set=self.ball_set, missing=[], **in_session)
        for post in REQUIRED_POSTS:
            sessions.post_staff(post=post, usernames=[str(post)], **in_session)
        sessions.open_session(**in_session)

    def _new_series(self) -> CardSeries:
        number = CardSeries.objects.filter(hall=self.hall, medium=Medium.PHYSICAL).count() + 1
        return make_series(self.matrix, "A", str(number), Medium.PHYSICAL, 1, PRINTED)

    def _new_ball_set(self) -> str:
        self.sets += 1
        return make_ball_set(self.hall, f"set-{self.sets}").code

    def _board(self) -> Board:
        return codec.game_board(Game.objects.only("board").get(pk=self.game).board)

    def _play_game(self) -> None:
        self._open_sale()
        self._sell()
        sales.close_sale(game_id=self.game, **self._by("chief"))
        board = self._board()
        left = board.leftover_first <= board.leftover_last
        sales.return_leftovers(game_id=self.game, first=board.leftover_first if left else None, **self._by("cashier"))
        draw.start_draw(game_id=self.game, **self._by("chief"))
        self._draw()
        for award in Award.objects.filter(game=self.game, medium=Medium.PHYSICAL, status="pending"):
            if self.random.random() < 0.9:
                payments.pay_prize(game_id=self.game, award_no=award.award_no, card=award.card, **self._by("cashier"))
        payments.close_game(game_id=self.game, **self._by("chief"))

    def _open_sale(self) -> None:
        self.printed.refresh_from_db()
        physical = self.cards - self.cards // 3
        if self.printed.left < physical:
            self.printed = self._new_series()
        game = sales.announce_game(session_id=self.session.pk)
        if game.game_no % GAMES_A_SET == 0:
            self.ball_set = self._new_ball_set()
            sessions.change_ball_set(
                session_id=self.session.pk, ball_set=self.ball_set, reason="worn", **self._by("manager")
            )
        self.game, self.game_no = game.pk, game.game_no
        sales.open_sale(
            game_id=game.pk,
            physical_series=self.printed.pk,
            virtual_series=self.virtual.pk,
            extractor="machine",
            ball_set=self.ball_set,
            **self._by("chief"),
        )

    def _sell(self) -> None:
        virtual = min(self.cards // 3, MATRIX - PRINTED)
        physical = self.cards - virtual
        while physical or virtual:
            quantity = self.random.choice((1, 2, 3, 6, 6, 12))
            if physical and self.random.random() < 0.7:
                quantity = min(quantity, physical)
                physical -= quantity
                physical += self._sell_printed(quantity)
            elif virtual:
                quantity = min(quantity, virtual)
                virtual -= quantity
                self._buy(quantity)

    def _sell_printed(self, quantity: int) -> int:
        """Sell a run; now and then press twice, or take it back. Gives the cards taken back."""
        by = self._by(self.random.choice(SELLERS))
        sold = sales.sell_cards(game_id=self.game, quantity=quantity, **by)
        if self.random.random() < 0.05:
            assert sales.sell_cards(game_id=self.game, quantity=quantity, **by) == sold, "one sale, twice told"
        if self.random.random() < 0.03:
            sales.undo_sale(game_id=self.game, first=sold.first, last=sold.last, **self._by(by["actor"]))
            return quantity
        return 0

    def _buy(self, quantity: int) -> None:
        player = self.random.choice(PLAYERS)
        price = quantity * 200
        if balance_cents(self.hall.pk, player) < price:
            self._refuse(sales.buy_cards, game_id=self.game, quantity=quantity, holder=player)
            payments.deposit(hall_id=self.hall.pk, account=player, amount_cents=price + 5_000, **self._by("cashier"))
        sales.buy_cards(game_id=self.game, quantity=quantity, holder=player, **self._by(player))

    def _refuse(self, deed: object, **kwargs: object) -> None:
        """Do a deed that must be refused, and see that the journal did not move."""
        head = Hall.objects.get(pk=self.hall.pk).head_hash
        try:
            deed(**kwargs, **self._by("mistaken"))  # type: ignore[operator]
        except RuleViolation:
            self.refused += 1
        else:
            msg = f"{deed} was not refused"
            raise AssertionError(msg)
        assert Hall.objects.get(pk=self.hall.pk).head_hash == head, "a refusal changed something"

    def _draw(self) -> None:
        balls = list(range(1, BALLS + 1))
        self.random.shuffle(balls)
        for ordinal, number in enumerate(balls, start=1):
            self.time.wait(2)
            drawn = {"ordinal": ordinal, "number": number, "source": "rfid"}
            ref = f"machine:{self.game_no}:{ordinal}"
            draw.draw_ball(game_id=self.game, source_ref=ref, **drawn)
            self.time.wait(2)
            draw.call_ball(game_id=self.game, ordinal=ordinal, **self._by("caller"))
            if self._claims(ordinal):
                return
        draw.close_unclaimed(game_id=self.game, **self._by("chief"))

    def _claims(self, ordinal: int) -> bool:
        """Let winners call, and fools; gives True when the game has ended."""
        board = self._board()
        waiting = self._complete(board)
        if self.random.random() < 0.01 and board.state == State.DRAWING:
            self._false_alarm(board)
            board = self._board()
        if not waiting and not board.open_claims:
            return False
        if waiting and self.random.random() < 0.1 and ordinal < BALLS and not board.open_claims:
            return False  # a late call is good all the same (Q12)
        if board.state == State.DRAWING:
            draw.pause_draw(game_id=self.game, reason="claim", **self._by("caller"))
        for prize, card in waiting:
            claims.raise_claim(game_id=self.game, prize=prize, card=str(card), **self._by("chief"))
        return self._settle()

    def _complete(self, board: Board) -> list[tuple[PrizeKind, int]]:
        lot = board.lot(Medium.PHYSICAL)
        if lot is None or not lot.sold:
            return []
        lines, bingos = complete_cards(lot.matrix, lot.first_card, lot.last_sold, board.numbers_called)
        called = [] if board.line_closed else [(PrizeKind.LINE, card) for card in lines]
        return called + [(PrizeKind.BINGO, card) for card in bingos]

    def _false_alarm(self, board: Board) -> None:
        """Call a card that wins nothing: rejected naming what is missing, and play goes on."""
        complete = {card for _, card in self._complete(board)}
        sold = SoldCard.objects.filter(game=self.game, medium=Medium.PHYSICAL).exclude(number__in=complete)
        if (card := sold.order_by("number").first()) is None:
            return
        claim = claims.raise_claim(game_id=self.game, prize="bingo", card=str(card.number), **self._by("chief"))
        claims.verify_claim(game_id=self.game, claim_no=claim.claim_no, **self._by("chief"))
        self._refuse(claims.raise_claim, game_id=self.game, prize="bingo", card="999999")
        claims.resume_play(game_id=self.game, **self._by("chief"))

    def _settle(self) -> bool:
        for claim in self._board().open_claims:
            claims.verify_claim(game_id=self.game, claim_no=claim.claim_no, **self._by("chief"))
        self._refuse(claims.resume_play, game_id=self.game)
        self.time.wait(10)
        if self._board().claims_of(PrizeKind.BINGO, "upheld"):
            claims.close_bingo(game_id=self.game, **self._by("chief"))
            return True
        claims.resume_play(game_id=self.game, **self._by("chief"))
        return False

    def _close(self) -> None:
        sessions.count_balls(session_id=self.session.pk, ball_set=self.ball_set, missing=[], actor="manager")
        sessions.close_session(session_id=self.session.pk, actor="manager")

    def _told(self) -> dict[str, object]:
        self.hall.refresh_from_db()
        events = Event.objects.filter(hall=self.hall)
        prizes = Award.objects.filter(game__session=self.session).aggregate(cents=Sum("cents"))["cents"]
        return {
            "games": Game.objects.filter(session=self.session, state=State.CLOSED).count(),
            "cards_sold": SoldCard.objects.filter(game__session=self.session).count(),
            "balls": events.filter(kind="BallCalled").count(),
            "claims": events.filter(kind="ClaimRaised").count(),
            "awards": Award.objects.filter(game__session=self.session).count(),
            "prizes_cents": prizes or 0,
            "refused": self.refused,
            "events": self.hall.head_position,
            "violations": list(violations(self.hall)),
            "head_hash": self.hall.head_hash,
        }

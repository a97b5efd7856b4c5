"""
Whole games through the real services, without network or wall clock: everything random comes from one seed.

The people of a hall: sellers and players buy, undo and repeat, with blocks of cards or without; a second series
follows one that ends; a machine draws from 90 balls, and fails; winners call at once, late or wrongly; the Jefe de Mesa
verifies, waits and orders, or suspends and voids; double cards are played in two games; the cashier pays some prizes at
the end and counts the sellers' money.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Sum

from ledger.selectors import balance_cents
from records import clock
from records.models import Event, Hall
from sessions.journal import codec
from sessions.management.simulated_floor import SimulatedFloor, hand_in, hire
from sessions.management.simulated_stops import SimulatedStops
from sessions.models import Award, BingoSession, CardMatrix, CardSeries, Game, SoldCard
from sessions.rules.board import Board
from sessions.rules.errors import RuleViolation
from sessions.rules.events import BALLS, Medium, PrizeKind
from sessions.rules.session import EQUIPMENT, REQUIRED_POSTS, Post
from sessions.rules.states import State
from sessions.selectors.acta import pending_signatures
from sessions.selectors.faces import complete_sold
from sessions.selectors.verify import violations
from sessions.services import acta, claims, draw, pairs, payments, sales, sessions
from sessions.services.hall import make_ball_set, make_matrix, make_series
from sessions.services.series import register_series

PLAYERS = ("player:1", "player:2", "player:3", "player:4")
MATRIX, PRINTED = 1_800, 1_200
GAMES_A_SET = 950
PAIRS = 0.04
"""How often, of one, double cards are sold: two games follow."""
SPARE = 12
"""Cards a series should have beyond those to be sold, for some may be spoiled or given out too many."""


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
        hire(self.hall)
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
        sessions.open_session(signed=str(Post.TABLE_CHIEF), **in_session)

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
        self.floor.give_out_too_many()
        if self.random.random() < 0.5:
            self.floor.bring_back()
        sales.close_sale(game_id=self.game, **self._by("chief"))
        self.floor.bring_back()
        board = self._board()
        left = board.leftover_first <= board.leftover_last
        sales.return_leftovers(game_id=self.game, first=board.leftover_first if left else None, **self._by("cashier"))
        self._draw_game(board)
        second = Game.objects.filter(session=self.session, game_no=board.other_game_no, state=State.WAITING).first()
        if second is not None:
            self.game, self.game_no = second.pk, second.game_no
            self._draw_game(self._board())
        hand_in(self.session.pk, self.random, self._by, everybody=False)

    def _draw_game(self, board: Board) -> None:
        """Draw a game to its end, by bingo, with nothing called, or null; of a pair the first, then the second."""
        self.half = board.pair
        by = {"random": self.random, "by": self._by, "wait": self.time.wait}
        self.stops = SimulatedStops(game=self.game, **by)
        draw.start_draw(game_id=self.game, **self._by("chief"))
        if self.stops.after(0) or not self._draw():
            return
        for award in Award.objects.filter(game=self.game, medium=Medium.PHYSICAL, status="pending"):
            if self.random.random() < 0.9:
                payments.pay_prize(game_id=self.game, award_no=award.award_no, card=award.card, **self._by("cashier"))
            elif board.pair == 1:
                token = {"award_no": award.award_no, "token": f"red {award.award_no}"}
                pairs.give_token(game_id=self.game, **token, **self._by("chief"))
        payments.close_game(game_id=self.game, **self._by("chief"))

    def _open_sale(self) -> None:
        self.printed.refresh_from_db()
        wanted = self.cards - min(self.cards // 3, MATRIX - PRINTED)
        double = self._double_for(wanted) if self.random.random() < PAIRS else None
        second = None if double else self._series_for(wanted)
        game = sales.announce_game(session_id=self.session.pk)
        if game.game_no % GAMES_A_SET == 0:
            self.ball_set = self._new_ball_set()
            sessions.change_ball_set(
                session_id=self.session.pk, ball_set=self.ball_set, reason="worn", **self._by("manager")
            )
        self.game, self.game_no = game.pk, game.game_no
        sales.open_sale(
            game_id=game.pk,
            physical_series=(double or self.printed).pk,
            virtual_series=self.virtual.pk,
            extractor="machine",
            ball_set=self.ball_set,
            **self._by("chief"),
        )
        self.floor = SimulatedFloor(game=game.pk, random=self.random, by=self._by, second=second)
        self.printed = second or self.printed

    def _double_for(self, wanted: int) -> CardSeries:
        """Give a series of double cards with enough of them, the one begun if it has."""
        begun = CardSeries.objects.filter(hall=self.hall, parts=2).order_by("-pk").first()
        if begun is not None and begun.left >= wanted + SPARE:
            return begun
        ident = str(CardSeries.objects.filter(hall=self.hall, parts=2).count() + 1)
        row = {"letter": "D", "ident": ident, "medium": Medium.PHYSICAL, "face_value_cents": 200, "parts": 2}
        numbers = {"first_number": 1, "last_number": PRINTED}
        return register_series(hall_id=self.hall.pk, matrix_id=self.matrix.pk, **row, **numbers)

    def _series_for(self, wanted: int) -> CardSeries | None:
        """See that there are cards enough; give the series that follows the one that will end in this game, if any."""
        left = self.printed.left
        if left >= wanted + SPARE:
            return None
        fresh = self._new_series()
        if left > SPARE and wanted - left + SPARE < self.printed.next_number:
            return fresh
        self.printed = fresh
        return None

    def _sell(self) -> None:
        virtual = min(self.cards // 3, MATRIX - PRINTED)
        physical = self.cards - virtual
        while physical or virtual:
            quantity = self.random.choice((1, 2, 3, 6, 6, 12))
            if physical:
                physical -= self.floor.sell(min(quantity, physical), physical)
            elif virtual:
                quantity = min(quantity, virtual)
                virtual -= quantity
                self._buy(quantity)

    def _buy(self, quantity: int) -> None:
        player = self.random.choice(PLAYERS)
        price = quantity * self._board().lots[0].price_cents
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

    def _draw(self) -> bool:
        """Draw until somebody has bingo, or all balls; gives False when the game turned out null."""
        balls = list(range(1, BALLS + 1))
        self.random.shuffle(balls)
        for ordinal, number in enumerate(balls, start=1):
            self.time.wait(2)
            self._bring(ordinal, number)
            self.time.wait(2)
            draw.call_ball(game_id=self.game, ordinal=ordinal, **self._by("caller"))
            if self._claims(ordinal):
                return True
            if self.stops.after(ordinal):
                return False
        draw.close_unclaimed(game_id=self.game, **self._by("chief"))
        return True

    def _bring(self, ordinal: int, number: int) -> None:
        """Bring the next ball: from the machine, or by hand once that has failed."""
        if self.stops.by_hand:
            draw.draw_manual(game_id=self.game, number=number, **self._by("caller"))
            return
        drawn = {"ordinal": ordinal, "number": number, "source": "rfid"}
        draw.draw_ball(game_id=self.game, source_ref=f"machine:{self.game_no}:{ordinal}", **drawn)

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
            self._call(prize, card)
        return self._settle()

    def _call(self, prize: PrizeKind, card: int) -> object:
        """Call a printed card; of a double one the half that belongs to the game."""
        half = {"part": self.half} if self.half else {}
        return claims.raise_claim(game_id=self.game, prize=prize, card=str(card), **half, **self._by("chief"))

    def _complete(self, board: Board) -> list[tuple[PrizeKind, int]]:
        found: list[tuple[PrizeKind, int]] = []
        for lot in board.printed:
            lines, bingos = complete_sold(lot, board.numbers_called) if lot.sold else ([], [])
            found += [] if board.line_closed else [(PrizeKind.LINE, card) for card in lines]
            found += [(PrizeKind.BINGO, card) for card in bingos]
        return found

    def _false_alarm(self, board: Board) -> None:
        """Call a card that wins nothing: rejected naming what is missing, and play goes on."""
        complete = {card for _, card in self._complete(board)}
        sold = SoldCard.objects.filter(game=self.game, medium=Medium.PHYSICAL).exclude(number__in=complete)
        if (card := sold.order_by("number").first()) is None:
            return
        claim: Any = self._call(PrizeKind.BINGO, card.number)
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
        hand_in(self.session.pk, self.random, self._by, everybody=True)
        sessions.count_balls(session_id=self.session.pk, ball_set=self.ball_set, missing=[], actor="manager")
        self._sign_entries()
        sessions.close_session(session_id=self.session.pk, signed=str(Post.TABLE_CHIEF), actor="manager")

    def _sign_entries(self) -> None:
        """Let everybody sign what the night left unsigned: nothing is closed before (O79 37.4)."""
        for entry_no, post in pending_signatures(self.session):
            signed = {"entry_no": entry_no, "as_post": post, "signer": str(post)}
            acta.sign_entry(session_id=self.session.pk, **signed, actor="manager")

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
            "blocks": events.filter(kind="BlockIssued").count(),
            "pairs": events.filter(kind="PairedSaleClosed").count(),
            "suspended": events.filter(kind="GameSuspended").count(),
            "void": events.filter(kind="GameVoided").exclude(payload__cause="pair").count(),
            "second_series": events.filter(kind="SeriesAdded").count(),
            "hand_ins": events.filter(kind="TakingsHandedIn").count(),
            "refused": self.refused,
            "events": self.hall.head_position,
            "violations": list(violations(self.hall)),
            "head_hash": self.hall.head_hash,
        }

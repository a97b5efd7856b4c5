"""The sellers of a simulated night: blocks given out, brought back, passed on, spoiled; a second series; the money."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import Group, User

from people.models import StaffMember
from records.models import Hall
from sessions.journal import codec
from sessions.models import BingoSession, CardSeries, Game
from sessions.rules.board import Board
from sessions.rules.ranges import Run, count
from sessions.rules.session import REQUIRED_POSTS, Post
from sessions.selectors.cash import in_hand_by_seller
from sessions.services import floor, sales, takings

SELLERS: Final = ("seller-1", "seller-2", "seller-3")
BLOCKS: Final = (6, 12, 24)

# How often, of one: a game with blocks; the same request twice; a sale taken back; cards brought back, passed, torn.
GAME_WITH_BLOCKS, TWICE, TAKEN_BACK = 0.4, 0.05, 0.03
BROUGHT_BACK, PASSED_ON, TORN = 0.05, 0.05, 0.02
HANDS_IN, MISCOUNTS, SHORT_CENTS = 0.3, 0.3, 50


def hire(hall: Hall) -> None:
    """Employ the people of the posts, each named as his post, and the sellers: blocks are given to people who sell."""
    people = {str(post): str(post) for post in REQUIRED_POSTS} | dict.fromkeys(SELLERS, str(Post.SELLER_CALLER))
    for username, post in people.items():
        user = User.objects.create(username=username)
        user.groups.add(Group.objects.get_or_create(name=post)[0])
        StaffMember.objects.create(user=user, hall=hall, name=username)


@dataclass
class SimulatedFloor:
    """The sale of printed cards in one game; `by` gives a deed's actor and key."""

    game: int
    random: random.Random
    by: Callable[[str], dict[str, str]]
    second: CardSeries | None = None
    blocks: bool = False

    def __post_init__(self) -> None:
        """Decide whether the cashier gives cards out beforehand."""
        self.blocks = self.random.random() < GAME_WITH_BLOCKS

    @property
    def board(self) -> Board:
        """The game as recorded."""
        return codec.game_board(Game.objects.only("board").get(pk=self.game).board)

    def sell(self, quantity: int, wanted: int) -> int:
        """Sell up to `quantity` of the `wanted` cards still to be sold; gives how many stay sold."""
        if not self.blocks:
            return self._sold(self.random.choice(SELLERS), min(quantity, self._at_desk()))
        seller = self._with_cards(wanted)
        self._among_sellers(seller)
        return self._sold(seller, min(quantity, count(self._hand(seller))))

    def _at_desk(self) -> int:
        """Count the cards at the desk; the second series goes on sale when there is none."""
        left = sum(count(lot.at_desk) for lot in self.board.printed)
        if left or self.second is None:
            return left
        floor.add_series(game_id=self.game, series_id=self.second.pk, **self.by("chief"))
        self.second = None
        return self._at_desk()

    def _hand(self, seller: str) -> list[Run]:
        return [run for lot in self.board.printed for run in lot.held_by(seller)]

    def _with_cards(self, wanted: int) -> str:
        """Choose a seller and see that he has cards; no more are given out than will be sold."""
        seller = self.random.choice(SELLERS)
        if self._hand(seller):
            return seller
        board = self.board
        to_issue = wanted - sum(count(lot.held) for lot in board.printed)
        if to_issue <= 0:
            return next(o.holder for lot in board.printed for o in lot.held)
        quantity = min(self.random.choice(BLOCKS), to_issue, self._at_desk())
        floor.issue_block(game_id=self.game, seller=seller, quantity=quantity, **self.by("cashier"))
        return seller

    def _among_sellers(self, seller: str) -> None:
        """Let a card be torn, some come back, some be passed on; one always stays in hand."""
        hand = self._hand(seller)
        last = {"first": hand[-1].last, "last": hand[-1].last}
        if count(hand) == 1:
            return
        chance = self.random.random()
        if chance < TORN:
            floor.spoil_cards(game_id=self.game, seller=seller, reason="torn", **last, **self.by(seller))
        elif chance < TORN + BROUGHT_BACK:
            floor.return_block(game_id=self.game, seller=seller, **last, **self.by("cashier"))
        elif chance < TORN + BROUGHT_BACK + PASSED_ON:
            to = self.random.choice([s for s in SELLERS if s != seller])
            floor.hand_over_block(game_id=self.game, seller=seller, to=to, **last, **self.by(seller))

    def _sold(self, seller: str, quantity: int) -> int:
        """Sell; now and then press twice, or take it back run by run."""
        by = self.by(seller)
        sold = sales.sell_cards(game_id=self.game, quantity=quantity, **by)
        if self.random.random() < TWICE:
            assert sales.sell_cards(game_id=self.game, quantity=quantity, **by) == sold, "one sale, twice told"
        if self.random.random() >= TAKEN_BACK:
            return quantity
        for run in reversed(sold.runs):
            sales.undo_sale(game_id=self.game, first=run.first, last=run.last, **self.by(seller))
        return 0

    def give_out_too_many(self) -> None:
        """Give out, at the end, some cards that nobody buys."""
        if self.blocks and (quantity := min(BLOCKS[0], self._at_desk())):
            seller = self.random.choice(SELLERS)
            floor.issue_block(game_id=self.game, seller=seller, quantity=quantity, **self.by("cashier"))

    def bring_back(self) -> None:
        """Bring back all that sellers hold, before the closing or after."""
        for off in [o for lot in self.board.printed for o in lot.held]:
            floor.return_block(
                game_id=self.game, seller=off.holder, first=off.first, last=off.last, **self.by("cashier")
            )


def hand_in(session: int, chance: random.Random, by: Callable[[str], dict[str, str]], *, everybody: bool) -> None:
    """Let sellers hand in their money; some are short, and sign for it."""
    for seller in SELLERS:
        found = BingoSession.objects.get(pk=session)
        cents = in_hand_by_seller(found).get(seller, 0)
        if cents <= 0 or not (everybody or chance.random() < HANDS_IN):
            continue
        short = SHORT_CENTS if chance.random() < MISCOUNTS else 0
        takings.hand_in_takings(
            session_id=session, seller=seller, counted_cents=cents - short, signed=seller, **by("cashier")
        )

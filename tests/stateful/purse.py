"""
What every account of the hall must hold, worked out card by card from the journal's plain rows and one price.

It knows the shares of es-1979 (9 % and 57.5 %), what a card costs and who bought it; it reads no sum of money that the
journal says, but for what a person counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.stateful.heard import NOT_YET

Cards = dict[int, tuple[str, str]]  # card -> its medium, and the account that bought it or the seller who sold it


def _span(payload: Any) -> range:
    return range(payload["first"], payload["last"] + 1)


def _shared(cents: int, winners: int) -> list[int]:
    """Share a pool: the odd cents one each, in order of verification (Q2)."""
    return [cents // winners + (place < cents % winners) for place in range(winners)] if winners else []


@dataclass
class Played:
    """One game's money: its cards, its pools, its prizes by (prize, card) and whether each is still owed."""

    half_cents: int
    parts: int = 1
    pair: int = 0
    cards: Cards = field(default_factory=dict)
    carried: dict[str, int] = field(default_factory=dict)
    pools: dict[str, int] = field(default_factory=dict)
    house: int = 0
    claims: dict[int, tuple[str, int]] = field(default_factory=dict)
    called_at: dict[int, int] = field(default_factory=dict)
    upheld: list[tuple[str, int]] = field(default_factory=list)
    awards: dict[int, tuple[str, int, int, str]] = field(default_factory=dict)
    line_closed: bool = False
    line_ball: int = NOT_YET
    void: str = ""
    whole: bool = False
    back: set[int] = field(default_factory=set)
    outstanding: set[int] = field(default_factory=set)

    @property
    def refund_cents(self) -> int:
        """What one card of this game, void, is worth."""
        return self.half_cents * (self.parts if self.whole else 1)

    @property
    def printed(self) -> set[int]:
        """The printed cards sold."""
        return {card for card, (medium, _who) in self.cards.items() if medium == "physical"}


@dataclass
class Purse:
    """The hall's accounts by the model; `rows_of` reads who sold or bought each card of a game after a correction."""

    half_cents: int
    rows_of: Callable[[str], Cards]
    accounts: Counter[str] = field(default_factory=Counter)
    games: dict[str, Played] = field(default_factory=dict)
    handed_in: Counter[str] = field(default_factory=Counter)
    position: int = 0

    def deposit(self, account: str, cents: int) -> None:
        """Remember cash taken onto a player's balance: it is no deed of a game."""
        self._move(cents, "cash", account)

    def _move(self, cents: int, *codes: str) -> None:
        for code in codes:
            self.accounts[code] += cents

    def take(self, stream: str, kind: str, payload: Any) -> None:
        """Follow one row of the journal."""
        if stream.startswith("game:"):
            game = self.games.setdefault(stream, Played(half_cents=self.half_cents))
            follow = getattr(self, f"_on_{kind.lower()}", None)
            if follow is not None:
                follow(game, payload, stream)
        elif kind == "PrizePaid":
            paid = self.games[f"game:{payload['game_session_no']}:{payload['game_no']}"]
            self._move(-paid.awards.pop(payload["award_no"])[2], "prizes_payable", "cash")
        elif kind == "RefundPaid":
            void = self.games[f"game:{payload['game_session_no']}:{payload['game_no']}"]
            for card in _span(payload):
                void.outstanding.remove(card)
                self._move(-void.refund_cents, "refunds_payable", "cash")
        elif kind == "TakingsHandedIn":
            # What is signed for is settled: the seller owes nothing, whatever was counted.
            seller, owed = payload["seller"], self.in_hand(payload["seller"])
            self._move(-owed, f"seller:{seller}")
            self._move(payload["counted_cents"], "cash")
            self._move(payload["counted_cents"] - owed, "differences")
            self.handed_in[seller] += owed

    def in_hand(self, seller: str) -> int:
        """What a seller must have: the whole price of each card sold, once for both games of a pair."""
        sold = sum(
            self.half_cents * game.parts
            for game in self.games.values()
            if game.pair < 2
            for card, (medium, who) in game.cards.items()
            if medium == "physical" and who == seller
        )
        return sold - self.handed_in[seller]

    # The sale ----------------------------------------------------------------------------------------------

    def _on_saleopened(self, game: Played, payload: Any, _stream: str) -> None:
        game.parts, game.pair = payload["lots"][0]["parts"], int(payload["pair"])
        game.carried = {"line": self.accounts["carried:line"], "bingo": self.accounts["carried:bingo"]}

    def _on_cardssold(self, game: Played, payload: Any, _stream: str) -> None:
        payer = payload["holder"]
        for card in _span(payload):
            assert card not in game.cards, f"card {card} is sold twice"
            game.cards[card] = (payload["medium"], payer or payload["seller"])
            price = game.half_cents * game.parts
            self._move(price, "takings")
            self._move(-price if payer else price, payer or f"seller:{payload['seller']}")

    def _on_saleundone(self, game: Played, payload: Any, _stream: str) -> None:
        for card in _span(payload):
            _medium, seller = game.cards.pop(card)
            self._move(-game.half_cents * game.parts, "takings", f"seller:{seller}")

    def _on_saleclosed(self, game: Played, _payload: Any, _stream: str) -> None:
        if game.pair == 1:
            self._move(-len(game.cards) * game.half_cents, "takings")
        for prize, cents in game.carried.items():
            self._move(-cents, f"carried:{prize}")
        self._announce(game)

    def _on_pairedsaleclosed(self, game: Played, payload: Any, stream: str) -> None:
        first = self.games[stream.rpartition(":")[0] + f":{payload['first_game_no']}"]
        game.parts, game.pair, game.cards = first.parts, 2, dict(first.cards)
        self._move(len(game.cards) * game.half_cents, "takings")
        self._announce(game)

    def _announce(self, game: Played) -> None:
        """Share the takings of a closed sale out: line, bingo, and the rest is the house's."""
        takings = len(game.cards) * game.half_cents
        own = {"line": takings * 900 // 10_000, "bingo": takings * 5_750 // 10_000}
        game.pools = {prize: cents + game.carried.get(prize, 0) for prize, cents in own.items()}
        game.house = takings - sum(own.values())
        self._move(-takings, "takings")
        self._move(sum(game.pools.values()), "prizes")
        self._move(game.house, "house")

    def _take_back(self, game: Played) -> None:
        """Bring a closed sale's takings back together."""
        self._move(-sum(game.pools.values()), "prizes")
        self._move(-game.house, "house")
        self._move(len(game.cards) * game.half_cents, "takings")

    def _on_salefigurescorrected(self, game: Played, _payload: Any, stream: str) -> None:
        self._take_back(game)
        before, game.cards = game.cards, self.rows_of(stream)
        for cards, cents in ((before, -game.half_cents), (game.cards, game.half_cents)):
            for medium, who in cards.values():
                self._move(cents, "takings")
                self._move(*((cents, f"seller:{who}") if medium == "physical" else (-cents, who)))
        self._announce(game)

    # Prizes ------------------------------------------------------------------------------------------------

    def _on_claimraised(self, game: Played, payload: Any, _stream: str) -> None:
        game.claims[payload["claim_no"]] = (payload["prize"], payload["card"])
        game.called_at[payload["claim_no"]] = payload["ball"]

    def _on_claimupheld(self, game: Played, payload: Any, _stream: str) -> None:
        number = payload["claim_no"]
        game.upheld.append(game.claims[number])
        if game.claims[number][0] == "line":
            last = 0 if game.line_ball == NOT_YET else game.line_ball
            game.line_ball = max(last, game.called_at[number])

    def _on_playresumed(self, game: Played, payload: Any, _stream: str) -> None:
        self._award(game, payload, ("line",))

    def _on_bingoclosed(self, game: Played, payload: Any, _stream: str) -> None:
        self._award(game, payload, ("line", "bingo"))

    def _award(self, game: Played, payload: Any, prizes: Iterable[str]) -> None:
        """Share the pools of what was won, and hold the journal's awards to it."""
        mine = {}
        for prize in prizes:
            winners = [card for won, card in game.upheld if won == prize]
            if prize == "line" and game.line_closed:
                continue
            mine |= {
                (prize, card): c for card, c in zip(winners, _shared(game.pools[prize], len(winners)), strict=True)
            }
            game.line_closed = game.line_closed or (prize == "line" and bool(winners))
        told = {(award["prize"], award["card"]): award for award in payload["awards"]}
        assert {key: award["cents"] for key, award in told.items()} == mine, "the shares are others"
        for (prize, card), award in told.items():
            medium, who = game.cards[card]
            game.awards[award["award_no"]] = (prize, card, mine[prize, card], who if medium == "virtual" else "")

    def _on_prizepaid(self, game: Played, payload: Any, _stream: str) -> None:
        prize, card, cents, holder = game.awards.pop(payload["award_no"])
        assert (card, holder) == (payload["card"], "")
        game.pools[prize] -= cents
        self._move(-cents, "prizes", "cash")

    def _on_gameclosed(self, game: Played, _payload: Any, _stream: str) -> None:
        if game.void:
            return
        for number, (prize, _card, cents, holder) in list(game.awards.items()):
            game.pools[prize] -= cents
            self._move(-cents, "prizes")
            self._move(cents, holder or "prizes_payable")
            if holder:
                del game.awards[number]
        for prize, left in game.pools.items():
            self._move(-left, "prizes")
            self._move(left, f"carried:{prize}")

    # Null games --------------------------------------------------------------------------------------------

    def _on_gamevoided(self, game: Played, payload: Any, stream: str) -> None:
        game.void, game.whole = payload["cause"], payload["whole"] or (game.pair == 1 and not game.pools)
        if game.pools:
            self._take_back(game)
            for prize, cents in game.carried.items():
                self._move(cents, f"carried:{prize}")
        game.awards.clear()
        if game.void != "pair":
            assert payload["refund_cents"] == len(game.cards) * game.refund_cents, "another sum is owed"
        else:
            assert self.games[self._before(stream)].whole, "the second game ended and the first pays no whole cards"

    def _before(self, stream: str) -> str:
        head, _, number = stream.rpartition(":")
        return f"{head}:{int(number) - 1}"

    def _on_cardsrefunded(self, game: Played, payload: Any, _stream: str) -> None:
        for card in _span(payload):
            assert card not in game.back, f"card {card} is paid back twice"
            medium, who = game.cards[card]
            assert medium == payload["medium"]
            game.back.add(card)
            self._move(-game.refund_cents, "takings")
            self._move(*((game.refund_cents, who) if medium == "virtual" else (-game.refund_cents, "cash")))

    def _on_refundscompleted(self, game: Played, _payload: Any, _stream: str) -> None:
        if game.void == "pair":
            return
        game.outstanding = set(game.cards) - game.back
        cents = len(game.outstanding) * game.refund_cents
        self._move(-cents, "takings")
        self._move(cents, "refunds_payable")

    def differences(self, accounts: dict[str, int]) -> dict[str, tuple[int, int]]:
        """Say which accounts hold something else: {code: (held, by the model)}."""
        codes = set(accounts) | set(self.accounts)
        return {c: (accounts.get(c, 0), self.accounts[c]) for c in codes if accounts.get(c, 0) != self.accounts[c]}

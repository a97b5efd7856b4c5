"""
Where each printed card of a game is, worked out anew from the journal's rows with one dictionary and no rule.

It is the peer of the board's runs: a card that an event takes from where it is not makes `Misplaced`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

DESK, HELD, SOLD, SPOILED = "desk", "held", "sold", "spoiled"
Place = tuple[str, str]


class Misplaced(Exception):
    """An event took a card from where it was not."""


@dataclass
class Whereabouts:
    """Cards by number: (desk | held | sold | spoiled, whose); a number not listed was never given out or sold."""

    place: dict[int, Place] = field(default_factory=dict)
    counted: Counter[str] = field(default_factory=Counter)
    cents: int = 0

    def take(self, kind: str, p: dict[str, Any]) -> None:
        """Take one event of the game; those that move no printed card change nothing."""
        if p.get("medium", "physical") != "physical":
            return
        moves = {
            "BlockIssued": self._block_issued,
            "BlockReturned": self._block_returned,
            "BlockHandedOver": self._block_handed_over,
            "CardsSpoiled": self._cards_spoiled,
            "CardsSold": self._cards_sold,
            "SaleUndone": self._sale_undone,
        }
        if move := moves.get(kind):
            cards = range(p["first"], p["last"] + 1)
            self.counted[kind] += len(cards)
            move(cards, p)

    def _block_issued(self, cards: range, p: dict[str, Any]) -> None:
        self._move(cards, (DESK, ""), (HELD, p["holder"]))

    def _block_returned(self, cards: range, p: dict[str, Any]) -> None:
        self._move(cards, (HELD, p["holder"]), (DESK, ""))

    def _block_handed_over(self, cards: range, p: dict[str, Any]) -> None:
        self._move(cards, (HELD, p["holder"]), (HELD, p["to"]))

    def _cards_spoiled(self, cards: range, p: dict[str, Any]) -> None:
        self.counted["spoiled from hand"] += len(cards) if p["holder"] else 0
        self._move(cards, (HELD, p["holder"]) if p["holder"] else (DESK, ""), (SPOILED, ""))

    def _cards_sold(self, cards: range, p: dict[str, Any]) -> None:
        self.cents += p["amount_cents"]
        self._move(cards, (HELD, p["seller"]) if p["from_block"] else (DESK, ""), (SOLD, p["seller"]))

    def _sale_undone(self, cards: range, p: dict[str, Any]) -> None:
        self.cents -= p["amount_cents"]
        seller = self.place.get(p["first"], (SOLD, "nobody"))[1]
        self._move(cards, (SOLD, seller), (HELD, p["back_to"]) if p["back_to"] else (DESK, ""))

    def _move(self, cards: range, old: Place, new: Place) -> None:
        for card in cards:
            here = self.place.get(card, (DESK, ""))
            if here != old:
                raise Misplaced(f"card {card} went from {old} to {new} and was {here}")
            self.place[card] = new

    def of(self, what: str, whose: str | None = None) -> set[int]:
        """Give the numbers that are in one place, of one person when named."""
        return {card for card, (where, who) in self.place.items() if where == what and whose in {None, who}}

    def left_in_hands(self) -> int:
        """Count what must be in the sellers' hands: given out, less brought back, spoiled and sold from the block."""
        c = self.counted
        return c["BlockIssued"] - c["BlockReturned"] - c["spoiled from hand"] - c["CardsSold"] + c["SaleUndone"]


def whereabouts_of(rows: Any) -> Whereabouts:
    """Follow the journal rows (kind, payload) of one game."""
    found = Whereabouts()
    for kind, payload in rows:
        found.take(kind, payload)
    return found

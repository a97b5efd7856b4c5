"""Where each printed card of a game is, told card by card from the journal's plain rows; knows no ranges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sessions.rules.board import Board


def _cards(payload: Any) -> range:
    return range(payload["first"], payload["last"] + 1)


def _in_hand(who: str) -> str:
    return f"held:{who}"


def _spoiled(payload: Any) -> tuple[str, str, str]:
    if payload["holder"]:
        return _in_hand(payload["holder"]), "spoiled", "spoiled in hand"
    return "desk", "spoiled", "spoiled at the desk"


def _sold(payload: Any) -> tuple[str, str, str]:
    if payload["from_block"]:
        return _in_hand(payload["seller"]), "sold", "sold from hand"
    return "desk", "sold", "sold from the desk"


def _undone(payload: Any) -> tuple[str, str, str]:
    if payload["back_to"]:
        return "sold", _in_hand(payload["back_to"]), "back in hand"
    return "sold", "desk", "back at the desk"


# From a row's payload: where its cards were, where they are now, and what that is counted as.
MOVES: dict[str, Callable[[Any], tuple[str, str, str]]] = {
    "BlockIssued": lambda p: ("desk", _in_hand(p["holder"]), "issued"),
    "BlockReturned": lambda p: (_in_hand(p["holder"]), "desk", "returned"),
    "BlockHandedOver": lambda p: (_in_hand(p["holder"]), _in_hand(p["to"]), "handed over"),
    "CardsSpoiled": _spoiled,
    "CardsSold": _sold,
    "SaleUndone": _undone,
}


@dataclass
class Places:
    """
    A card's place is desk (not named), held:<who>, sold or spoiled.

    `issued` = cards that left the desk for hands; each of them is still there, sold, returned or spoiled.
    """

    place: dict[int, str] = field(default_factory=dict)
    before: dict[int, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    corrected: bool = False

    def in_second_game(self) -> Places:
        """Go on in the second game of a pair: the same cards are sold, and nobody has unsold ones of it in hand."""
        return Places(place={card: place for card, place in self.place.items() if place == "sold"})

    def step(self) -> None:
        """Remember where the cards were before the rows that come now."""
        self.before = dict(self.place)

    def take(self, kind: str, payload: Any) -> None:
        """Follow one row of the game's journal."""
        if payload.get("medium") == "virtual":
            return
        if kind == "SaleFiguresCorrected":
            self.corrected = True
        if (move := MOVES.get(kind)) is not None and not self.corrected:
            self._move(payload, *move(payload))

    def _move(self, payload: Any, was: str, now: str, what: str) -> None:
        for card in _cards(payload):
            assert self.place.get(card, "desk") == was, f"card {card} was {self.place.get(card)}, not {was}"
            self.place[card] = now
        self.counts[what] = self.counts.get(what, 0) + len(_cards(payload))

    def differences(self, board: Board, sold: list[int]) -> list[str]:
        """Say where the board, or the rows of sold cards, tell another place; [] when all agree."""
        if self.corrected:
            return []  # a correction names a number, not cards
        printed = {n for lot in board.printed for n in range(lot.first_card, lot.last_card + 1)}
        mine = {
            state: {card for card, place in self.place.items() if place.split(":")[0] == state}
            for state in ("sold", "held")
        }
        held = {n: o.holder for lot in board.printed for o in lot.held for n in range(o.first, o.last + 1)}
        found = []
        if mine["sold"] != set(sold) & printed:
            found.append(f"sold {sorted(mine['sold'])}, rows {sold}")
        if {card: self.place[card].removeprefix("held:") for card in mine["held"]} != held:
            found.append(f"held {mine['held']}, board {held}")
        count = self.counts.get
        left = (
            count("sold from hand", 0) - count("back in hand", 0) + count("returned", 0) + count("spoiled in hand", 0)
        )
        if count("issued", 0) != left + len(held):
            found.append(f"{self.counts}, and {len(held)} in hand")
        return found

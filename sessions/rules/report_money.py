"""Sums of games for reports: where the takings went, what the house held, how a period stands to the one before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sessions.rules.tax import FULL_BP


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMoney:
    """
    One closed game as the book of minutes and the ledger have it; cards, and cents.

    `at` is when its sale closed (of a game void before that: when it was declared void). `carried_cents` is what it
    left for the next game less what it was given; `funds_cents` what it left in the funds of additional prizes, net. A
    void game took nothing: what was sold of it stands in `void_cards` and `void_cents`.
    """

    session_no: int
    game_no: int
    at: datetime
    void: bool = False
    physical: int = 0
    virtual: int = 0
    takings_cents: int = 0
    line_cents: int = 0
    bingo_cents: int = 0
    additional_cents: int = 0
    tax_cents: int = 0
    house_cents: int = 0
    carried_cents: int = 0
    funds_cents: int = 0
    void_cards: int = 0
    void_cents: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """Games added up; `games` are those that count, `void_games` the others. Cards, and cents."""

    games: int = 0
    void_games: int = 0
    physical: int = 0
    virtual: int = 0
    takings_cents: int = 0
    line_cents: int = 0
    bingo_cents: int = 0
    additional_cents: int = 0
    tax_cents: int = 0
    house_cents: int = 0
    carried_cents: int = 0
    funds_cents: int = 0
    void_cards: int = 0
    void_cents: int = 0

    @property
    def cards(self) -> int:
        """All cards sold in games that count."""
        return self.physical + self.virtual

    @property
    def prizes_cents(self) -> int:
        """All that winners won."""
        return self.line_cents + self.bingo_cents + self.additional_cents

    @property
    def hold_bp(self) -> int | None:
        """What the house held of the takings, in basis points; None without takings."""
        return share_bp(self.house_cents, self.takings_cents)

    @property
    def left_cents(self) -> int:
        """What is neither won, tax, the house's, carried nor in a fund: 0, or the books do not agree."""
        out = self.prizes_cents + self.tax_cents + self.house_cents + self.carried_cents + self.funds_cents
        return self.takings_cents - out


_ADDED = tuple(name for name in Sums.__slots__ if name not in {"games", "void_games"})


def sum_of(games: Iterable[GameMoney]) -> Sums:
    """
    Add games up.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 35.2, 37.3.
    """
    counted = list(games)
    totals = {name: sum(getattr(game, name) for game in counted) for name in _ADDED}
    void = sum(game.void for game in counted)
    return Sums(games=len(counted) - void, void_games=void, **totals)


def share_bp(part: int, whole: int) -> int | None:
    """
    Give a part of a whole in basis points, rounded half away from 0; None of nothing.

    Args:
        part: Of either sign.
        whole: Its sign does not count.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.2.
    """
    if whole == 0:
        return None
    size = (2 * abs(part) * FULL_BP + abs(whole)) // (2 * abs(whole))
    return -size if part < 0 else size


def change_bp(now: int, before: int) -> int | None:
    """
    Give how much more (or, negative, less) something is than before, in basis points; None where it was nothing.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.3.
    """
    return share_bp(now - before, before)

"""
What events are made of: media, prizes, lots of cards, figures, awards. Frozen, JSON-plain when encoded.

Numbers and codes only, never sentences. Money is whole euro cents.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sessions.rules.jackpots import JackpotFigures, JackpotTerms
from sessions.rules.ranges import DESK, GONE, HELD, Off, Run, common, count, merged, minus

__all__ = [
    "BALLS",
    "Award",
    "Figures",
    "GameEvent",
    "Lot",
    "Medium",
    "Off",
    "PrizeKind",
    "Rows",
    "Run",
    "Terms",
]


class Medium(StrEnum):
    """What a card is made of."""

    PHYSICAL = "physical"
    VIRTUAL = "virtual"


class PrizeKind(StrEnum):
    """The two prizes of traditional bingo (S0 I), and the additional ones that are won together with the bingo."""

    LINE = "line"
    BINGO = "bingo"
    ACCUMULATED = "accumulated"
    PRIMA = "prima"
    EXTRA = "extra"


BALLS = 90
"""Numbers 1 to 90 (S0 I)."""

MANUAL = "manual"
"""The extractor of a game whose balls people draw and key."""

Rows = tuple[tuple[int, ...], ...]  # a face: three rows of five ascending numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The rules fixed for one game when its sale opens; basis points of the takings, seconds, cents."""

    profile: str
    line_bp: int
    bingo_bp: int
    tax_bp: int = 0
    rounding_unit: int = 1
    remainder_to: str = "winners"
    claim_window_s: int = 10
    unclaimed_to: str = "next_game"
    late_line: str = "refuse"
    carried_line_cents: int = 0
    carried_bingo_cents: int = 0
    holes: str = "refuse"  # or "acta": a sold range with holes closes, and the acta names them
    most_virtual_a_player: int = 0  # 0 = no limit
    most_virtual_a_game: int = 0
    standing_purchase: bool = False
    jackpots: tuple[JackpotTerms, ...] = ()
    profile_version: int = 0  # 0 = the profile as it came with the program
    profile_sha256: str = ""  # of the filed version


class GameEvent:
    """Base of every event of a game."""

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The event's name in the journal."""
        return type(self).__name__


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """
    One series on sale in a game: cards first_card..last_card.

    `next_card` is the first that has not left the cash desk (virtual: the next to sell); those below it are sold
    but for `off`. Spoiled and unplayable cards may stand in `off` above it too. `matrix` is the SHA-256 of the
    file that holds the faces; `parts` is 2 for double cards, whose face value is that of each
    part; `complementary` marks the second series of O79 33.4.
    """

    letter: str
    ident: str
    size: int
    medium: Medium
    face_value_cents: int
    first_card: int
    last_card: int
    next_card: int
    matrix: str = ""
    off: tuple[Off, ...] = ()
    parts: int = 1
    complementary: bool = False

    @property
    def price_cents(self) -> int:
        """What one card costs: a double card is paid for both its parts at once (O79 33.5)."""
        return self.face_value_cents * self.parts

    @property
    def gone(self) -> tuple[Run, ...]:
        """Cards that have left the desk, sold or not."""
        return merged([Run(first=self.first_card, last=self.next_card - 1)])

    @property
    def sold_runs(self) -> tuple[Run, ...]:
        """The cards sold, as ascending runs."""
        return minus(self.gone, self.off)

    @property
    def sold(self) -> int:
        """How many cards of the lot are sold."""
        return count(self.sold_runs)

    @property
    def at_desk(self) -> tuple[Run, ...]:
        """Cards at the cash desk that can be sold or given to a seller, ascending: came back, or never left."""
        back = [Run(first=o.first, last=o.last) for o in self.off if o.why == DESK and o.first < self.next_card]
        never_left = [Run(first=self.next_card, last=self.last_card)]
        # After the closing what sellers still hold lies above the next card.
        return merged([*back, *minus(never_left, [o for o in self.off if o.why != DESK])])

    def held_by(self, holder: str) -> tuple[Run, ...]:
        """Unsold cards in a seller's hands, ascending."""
        return tuple(Run(first=o.first, last=o.last) for o in self.off if o.why == HELD and o.holder == holder)

    @property
    def held(self) -> tuple[Off, ...]:
        """Unsold cards in any seller's hands."""
        return tuple(o for o in self.off if o.why == HELD)

    @property
    def left(self) -> int:
        """How many cards of the lot can still be sold, at the desk or in sellers' hands."""
        return count(self.at_desk) + count(self.held)

    @property
    def last_sold(self) -> int:
        """The last card sold; first_card - 1 when none is."""
        runs = self.sold_runs
        return runs[-1].last if runs else self.first_card - 1

    @property
    def leftover_first(self) -> int:
        """The lowest card left over after the last one sold; spoiled ones are not counted among them."""
        beyond = minus([Run(first=self.last_sold + 1, last=self.last_card)], [o for o in self.off if o.why in GONE])
        return beyond[0].first if beyond else self.last_card + 1

    def has(self, card: int) -> bool:
        """Tell whether the number belongs to the lot."""
        return self.first_card <= card <= self.last_card

    def is_sold(self, card: int) -> bool:
        """Tell whether the card is sold."""
        return bool(common(self.sold_runs, Run(first=card, last=card)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The sale's figures as they go into the acta (O79 37.3); cents."""

    physical_sold: int
    virtual_sold: int
    takings_cents: int
    line_cents: int
    bingo_cents: int
    tax_cents: int
    house_cents: int
    jackpots: tuple[JackpotFigures, ...] = ()

    @property
    def sold(self) -> int:
        """All cards sold, of either medium."""
        return self.physical_sold + self.virtual_sold


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """One winning card's share of a prize; status pending, paid, credited or payable; holder = account code."""

    award_no: int
    prize: PrizeKind
    card: int
    medium: Medium
    cents: int
    holder: str = ""
    status: str = "pending"
    jackpot: str = ""  # of an additional prize: its code in the profile

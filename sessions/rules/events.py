"""
What can happen in a game: past tense, frozen, JSON-plain when encoded.

An event carries all that a fold needs; who did it (`actor`) and when (`at`) stand on the journal row.
Numbers and codes only, never sentences. Money is whole euro cents.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Medium(StrEnum):
    """What a card is made of."""

    PHYSICAL = "physical"
    VIRTUAL = "virtual"


class PrizeKind(StrEnum):
    """The two prizes of traditional bingo (S0 I)."""

    LINE = "line"
    BINGO = "bingo"


BALLS = 90
"""Numbers 1 to 90 (S0 I)."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """
    One series on sale in a game: cards first_card..last_card, next_card is the next to sell.

    `matrix` is the SHA-256 of the file that holds the faces.
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

    @property
    def sold(self) -> int:
        """How many cards of the lot are sold."""
        return self.next_card - self.first_card

    @property
    def left(self) -> int:
        """How many cards of the lot can still be sold."""
        return self.last_card - self.next_card + 1

    @property
    def last_sold(self) -> int:
        """The last card sold; first_card - 1 when none is."""
        return self.next_card - 1


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


class GameEvent:
    """Base of every event of a game."""

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The event's name in the journal."""
        return type(self).__name__


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleOpened(GameEvent):
    """The game begins (O79 32.3): series, face value and the rules it will be played by."""

    terms: Terms
    lots: tuple[Lot, ...]
    extractor: str
    ball_set: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSold(GameEvent):
    """Cards first..last, both included, sold to one buyer; holder is the player's account of virtual cards."""

    medium: Medium
    first: int
    last: int
    amount_cents: int
    seller: str
    holder: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleUndone(GameEvent):
    """The last run of a series was taken back while the sale was open."""

    medium: Medium
    first: int
    last: int
    amount_cents: int
    holder: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleClosed(GameEvent):
    """The acta row (O79 37.1): figures and the leftover range of the physical lot."""

    figures: Figures
    leftover_first: int
    leftover_last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftoversReturned(GameEvent):
    """The cashier has the leftover cards first..last in hand (S0 IV); first > last when all were sold."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleFiguresCorrected(GameEvent):
    """A public correction of the last physical card sold, before the line is awarded (O79 39.3.a)."""

    was_last: int
    last: int
    figures: Figures
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWithdrawn(GameEvent):
    """A game with no card sold was taken off."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawStarted(GameEvent):
    """The Jefe de Mesa announced the start after the closing formula."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BallDrawn(GameEvent):
    """A ball is out of the machine; it counts for nothing until it is called."""

    ordinal: int
    number: int
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BallHeld(GameEvent):
    """A ball the hall cannot take as it is; a person decides. number 0 = not read."""

    ordinal: int
    number: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldBallResolved(GameEvent):
    """A person accepted the held ball as number, or discarded it (number 0)."""

    ordinal: int
    number: int
    accepted: bool
    second: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BallCalled(GameEvent):
    """The number was announced aloud: from now on it counts (S0 IV)."""

    ordinal: int
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BallCorrected(GameEvent):
    """A reading already recorded was wrong: the ball at ordinal is number."""

    ordinal: int
    was: int
    number: int
    second: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallCorrected(GameEvent):
    """The caller said another number than the ball's, and it was corrected aloud."""

    ordinal: int
    said: int
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPaused(GameEvent):
    """The draw stands still: claim, person, or a fault's code."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawResumed(GameEvent):
    """A person ordered the draw on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRaised(GameEvent):
    """A card was called for a prize; ball = how many balls had been called by then."""

    claim_no: int
    prize: PrizeKind
    card: int
    medium: Medium
    rows: Rows
    ball: int
    automatic: bool = False
    holder: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimUpheld(GameEvent):
    """The card wins."""

    claim_no: int
    prize: PrizeKind
    card: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRejected(GameEvent):
    """The card does not win; missing names the numbers not called (empty for reason late)."""

    claim_no: int
    prize: PrizeKind
    card: int
    reason: str
    missing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayResumed(GameEvent):
    """The order to go on; awards holds the line's shares when this closes the line."""

    awards: tuple[Award, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BingoClosed(GameEvent):
    """The order to end: awards holds the bingo's shares, and the line's if it was open until now (Q9)."""

    awards: tuple[Award, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameClosedUnclaimed(GameEvent):
    """All 90 balls were called, a last call was made and nobody had bingo (Q10)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePaid(GameEvent):
    """The cashier paid an award against its card (O79 35.6)."""

    award_no: int
    card: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameClosed(GameEvent):
    """The end: cents credited to players, left payable, carried to the next game and kept by the house."""

    credited_cents: int
    payable_cents: int
    carried_line_cents: int
    carried_bingo_cents: int
    house_cents: int


GAME_EVENTS: dict[str, type[GameEvent]] = {cls.__name__: cls for cls in GameEvent.__subclasses__()}

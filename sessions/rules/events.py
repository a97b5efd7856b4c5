"""
What can happen in a game: past tense, frozen, JSON-plain when encoded.

An event carries all that a fold needs; who did it (`actor`) and when (`at`) stand on the journal row.
Numbers and codes only, never sentences. Money is whole euro cents.
"""

from __future__ import annotations

from dataclasses import dataclass

from sessions.rules.electronic_events import DrawCommitted, DrawRevealed, PublicNumberGiven
from sessions.rules.facts import BALLS, MANUAL, Award, Figures, GameEvent, Lot, Medium, Off, PrizeKind, Rows, Run, Terms
from sessions.rules.jackpots import JackpotOutcome
from sessions.rules.stopping import (
    BallsReplaced,
    CardsRefunded,
    GameSuspended,
    GameVoided,
    ManualDrawOrdered,
    ParagraphRead,
    RefundsCompleted,
    SuspensionLifted,
)

__all__ = [
    "BALLS",
    "MANUAL",
    "Award",
    "BallsReplaced",
    "CardsRefunded",
    "DrawCommitted",
    "DrawRevealed",
    "Figures",
    "GameEvent",
    "GameSuspended",
    "GameVoided",
    "Lot",
    "ManualDrawOrdered",
    "Medium",
    "Off",
    "ParagraphRead",
    "PrizeKind",
    "PublicNumberGiven",
    "RefundsCompleted",
    "Rows",
    "Run",
    "SuspensionLifted",
    "Terms",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleOpened(GameEvent):
    """
    The game begins (O79 32.3): series, face value and the rules it will be played by.

    `pair`: its cards are double, and another game is played with them after it (S0 II).
    """

    terms: Terms
    lots: tuple[Lot, ...]
    extractor: str
    ball_set: str
    pair: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedSaleClosed(GameEvent):
    """The second game of a pair of double cards: its acta row, before the first game's first ball (O79 37.1)."""

    first_game_no: int
    terms: Terms
    lots: tuple[Lot, ...]
    figures: Figures
    extractor: str
    ball_set: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSold(GameEvent):
    """
    Cards first..last, both included, sold to one buyer; holder is the player's account of virtual cards.

    `from_block`: they were in the seller's hands; else they were taken from the desk.
    """

    medium: Medium
    first: int
    last: int
    amount_cents: int
    seller: str
    holder: str = ""
    from_block: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleUndone(GameEvent):
    """A seller's last run was taken back while the sale was open; `back_to` holds it again ("" = the desk)."""

    medium: Medium
    first: int
    last: int
    amount_cents: int
    holder: str = ""
    back_to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockIssued(GameEvent):
    """The cashier gave a seller cards to sell, in order (O79 24.4)."""

    first: int
    last: int
    holder: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockReturned(GameEvent):
    """A seller brought unsold cards back to the desk."""

    first: int
    last: int
    holder: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockHandedOver(GameEvent):
    """A seller passed unsold cards to a colleague, who sells them (cartones de reventa)."""

    first: int
    last: int
    holder: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSpoiled(GameEvent):
    """Unsold cards can no longer be sold: torn, stained, missing; holder "" = at the desk."""

    first: int
    last: int
    holder: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTransferred(GameEvent):
    """A player who leaves handed virtual cards to another (O79 36.4), who wins what they win; accounts are named."""

    runs: tuple[Run, ...]
    holder: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesAdded(GameEvent):
    """A complementary series goes on sale in the same game (O79 33.4)."""

    lot: Lot


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleClosed(GameEvent):
    """
    The acta row (O79 37.1): figures and the leftover range of the physical lot.

    `holes` are unsold cards below the last one sold, where the profile lets the sale close with them.
    """

    figures: Figures
    leftover_first: int
    leftover_last: int
    holes: tuple[Off, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftoversReturned(GameEvent):
    """The cashier has the leftover cards first..last in hand (S0 IV); first > last when all were sold."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleFiguresCorrected(GameEvent):
    """
    A public correction of the last physical card sold, before the line is awarded (O79 39.3.a).

    `counted` are the printed cards sold as the sale closed: every correction counts from there, so that a mistaken one
    leaves no trace in the next. Journals of old have None; there only one series was counted anew.
    """

    was_last: int
    last: int
    figures: Figures
    reason: str
    counted: tuple[Run, ...] | None = None


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
    """
    The caller said another number than the ball's, and it was corrected aloud.

    `assessed`: later balls had been called by then, and no card's outcome differs (S0 V: not substantial).
    """

    ordinal: int
    said: int
    number: int
    assessed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPaused(GameEvent):
    """The draw stands still: claim, person, or a fault's code; `detail` is what the machine itself said of it."""

    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawResumed(GameEvent):
    """A person ordered the draw on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRaised(GameEvent):
    """A card was called for a prize; ball = how many balls had been called by then, part the half of a double card."""

    claim_no: int
    prize: PrizeKind
    card: int
    medium: Medium
    rows: Rows
    ball: int
    automatic: bool = False
    holder: str = ""
    part: int = 0


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
    """
    The cashier paid an award against its card (O79 35.6); `second` answered for a winner who lost his token.

    `method` is cash, or a cheque with its number; `consented`: the winner agreed to it (O79 35.3).
    """

    award_no: int
    card: int
    cents: int
    second: str = ""
    method: str = "cash"
    cheque: str = ""
    consented: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GameClosed(GameEvent):
    """
    The end: cents credited to players, left payable, carried to the next game and kept by the house.

    `jackpots` are the additional prizes that were won.
    """

    credited_cents: int
    payable_cents: int
    carried_line_cents: int
    carried_bingo_cents: int
    house_cents: int
    jackpots: tuple[JackpotOutcome, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenGiven(GameEvent):
    """A winner of the first game of a pair got a token (banderín); the prize is paid after both games (S0 IV)."""

    award_no: int
    token: str


GAME_EVENTS: dict[str, type[GameEvent]] = {cls.__name__: cls for cls in GameEvent.__subclasses__()}

"""
The board: all that a screen may know of one game, folded from its events.

Two projections: `staff` is the board itself, `public` hides what has not been called aloud (S0 IV).
Nothing here decides; the rules do. `sessions.rules.folding` turns events into boards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sessions.rules.events import BALLS, Award, Figures, Lot, Medium, PrizeKind, Rows, Terms
from sessions.rules.states import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """
    A card called for a prize; status open, upheld or rejected; ball = balls called by then.

    `verdict` counts the game's verdicts, 1 for its first; 0 while the claim is open.
    """

    claim_no: int
    prize: PrizeKind
    card: int
    medium: Medium
    rows: Rows
    ball: int
    automatic: bool = False
    holder: str = ""
    status: str = "open"
    reason: str = ""
    missing: tuple[int, ...] = ()
    window: int = 0
    verdict: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldBall:
    """A ball waiting for a person's decision; number 0 = not read."""

    ordinal: int
    number: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A call or a reading put right in public."""

    ordinal: int
    was: int
    number: int
    what: str  # "call" or "ball"


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """
    One game as last recorded.

    `drawn` lists numbers in draw order, of which the first `called` have been announced.
    `window` counts the rounds of claims: claims with the same window compete for one prize.
    `upheld_at` is the ISO time of the last good claim of the open window, or "".
    """

    session_no: int
    game_no: int
    seq: int = 0
    state: State = State.ANNOUNCED
    terms: Terms | None = None
    lots: tuple[Lot, ...] = ()
    extractor: str = ""
    ball_set: str = ""
    figures: Figures | None = None
    leftover_first: int = 0
    leftover_last: int = 0
    leftovers_returned: bool = False
    draw_started: bool = False
    drawn: tuple[int, ...] = ()
    called: int = 0
    held: tuple[HeldBall, ...] = ()
    pause: str = ""
    claims: tuple[Claim, ...] = ()
    window: int = 0
    window_spoken: bool = False
    upheld_at: str = ""
    line_closed: bool = False
    awards: tuple[Award, ...] = ()
    corrections: tuple[Correction, ...] = ()

    @property
    def numbers_called(self) -> tuple[int, ...]:
        """Numbers announced aloud, in draw order."""
        return self.drawn[: self.called]

    @property
    def uncalled(self) -> tuple[int, ...]:
        """Numbers drawn and not yet announced, in draw order."""
        return self.drawn[self.called :]

    def lot(self, medium: Medium) -> Lot | None:
        """Give the lot of a medium, None when none is on sale."""
        return next((lot for lot in self.lots if lot.medium == medium), None)

    def lot_of_card(self, card: int) -> Lot | None:
        """Give the lot in which the card was sold, None when it was not sold in this game."""
        return next((lot for lot in self.lots if lot.first_card <= card <= lot.last_sold), None)

    def claims_of(self, prize: PrizeKind, status: str) -> tuple[Claim, ...]:
        """Give the claims of a prize with that status, in order of claim."""
        return tuple(c for c in self.claims if c.prize == prize and c.status == status)

    @property
    def open_claims(self) -> tuple[Claim, ...]:
        """Claims raised and not yet verified, in order."""
        return tuple(c for c in self.claims if c.status == "open")


def public_board(board: Board) -> Board:
    """
    Hide what the hall may not know: uncalled and held balls, holders, the seller side of the draw.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV: shown only after being announced.
    """
    return replace(
        board,
        drawn=board.numbers_called,
        held=(),
        claims=tuple(replace(claim, holder="") for claim in board.claims),
        awards=tuple(replace(award, holder="") for award in board.awards),
        corrections=tuple(c for c in board.corrections if c.ordinal <= board.called),
    )


def wanted_ball(board: Board) -> int | None:
    """
    Give the ordinal (1..90) the machine should draw now, None when it should stand still.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 34.2, 34.3; Catálogo, bingo IV (a claim interrupts).
    """
    playing = board.state in {State.READY, State.DRAWING} and board.draw_started
    if not playing or board.pause or board.held or board.uncalled or len(board.drawn) == BALLS:
        return None
    return len(board.drawn) + 1

"""
The board: all that a screen may know of one game, folded from its events.

Two projections: `staff` is the board itself, `public` hides what has not been called aloud (S0 IV).
Nothing here decides; the rules do. `sessions.rules.folding` turns events into boards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sessions.rules.events import BALLS, MANUAL, Award, Figures, Lot, Medium, PrizeKind, Rows, Run, Terms
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
    part: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldBall:
    """A ball waiting for a person's decision; number 0 = not read."""

    ordinal: int
    number: int
    reason: str

    def altered_by(self, extractor: str, number: int) -> bool:
        """Tell whether taking it as `number` is people's word and not the machine's: two of them stand for it."""
        return extractor != MANUAL and (self.reason == MANUAL or number != self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A call or a reading put right in public."""

    ordinal: int
    was: int
    number: int
    what: str  # "call" or "ball"


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspension:
    """
    A game that stands provisionally; `since` is an ISO time in UTC, `read` the paragraph read aloud so far.

    `ball_out` is what the people answered when asked whether a ball had been drawn.
    """

    cause: str
    ball_out: bool
    since: str
    came_from: State
    text: str = ""
    read: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voiding:
    """Why a game is null, and who decided with whom; `affected` are the cards whose outcome the error changes."""

    cause: str
    reason: str
    second: str
    refund_cents: int
    agent: str
    ordinal: int
    said: int
    number: int
    substantial: bool | None
    affected: tuple[int, ...]
    whole: bool
    came_from: State


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """The token (banderín) against which an award of the first game of a pair is paid."""

    award_no: int
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ElectronicDraw:
    """
    What is known of an electronic draw so far, all of it public; `balls` is how many came of it.

    `second` is the commitment of the pair's other game, sold with this one.

    `number` was drawn in public after the sale, `closing` is the hash of the row that closed it. `secret` is "" until
    the game is over, and for ever where it was lost; `revealed` tells which.
    """

    commitment: str
    authorisation: str
    second: str = ""
    closing: str = ""
    number: str = ""
    balls: int = 0
    secret: str = ""
    revealed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """
    One game as last recorded.

    `drawn` lists numbers in draw order, of which the first `called` have been announced.
    `blocks`: the cashier gives sellers their cards beforehand in this game.
    `counted`: once figures were corrected, the printed cards sold as the sale closed.
    `window` counts the rounds of claims: claims with the same window compete for one prize.
    `upheld_at` is the ISO time of the last good claim of the open window, or "".
    `pair` is 1 or 2 for the games of a pair of double cards, 0 for a single game; `other_game_no` names the other.
    `pause` is why the draw stands still, "" when it does not; `pause_detail` what a machine said of it, for the staff.
    `manual_draw`: after a failure the balls are drawn by hand (O79 36.2).
    `earlier_sets` are the ball sets of which balls came out before another took their place, `drawn_before` how many.
    `refunded` are the cards of a void game that were paid back, of either medium.
    `electronic`: the balls come of an order fixed before the sale, and of no machine.
    `by_hand` are the ordinals whose number is two people's word in a game of a machine: keyed, read by eye, corrected.
    """

    session_no: int
    game_no: int
    seq: int = 0
    state: State = State.ANNOUNCED
    terms: Terms | None = None
    lots: tuple[Lot, ...] = ()
    blocks: bool = False
    extractor: str = ""
    ball_set: str = ""
    figures: Figures | None = None
    counted: tuple[Run, ...] | None = None
    leftover_first: int = 0
    leftover_last: int = 0
    leftovers_returned: bool = False
    draw_started: bool = False
    drawn: tuple[int, ...] = ()
    called: int = 0
    held: tuple[HeldBall, ...] = ()
    pause: str = ""
    pause_detail: str = ""
    claims: tuple[Claim, ...] = ()
    window: int = 0
    window_spoken: bool = False
    upheld_at: str = ""
    line_closed: bool = False
    awards: tuple[Award, ...] = ()
    corrections: tuple[Correction, ...] = ()
    pair: int = 0
    other_game_no: int = 0
    suspension: Suspension | None = None
    manual_draw: bool = False
    voided: Voiding | None = None
    refunded: tuple[Run, ...] = ()
    refunded_cents: int = 0
    tokens: tuple[Token, ...] = ()
    earlier_sets: tuple[str, ...] = ()
    drawn_before: int = 0
    electronic: ElectronicDraw | None = None
    by_hand: tuple[int, ...] = ()

    def with_hand(self, ordinal: int) -> tuple[int, ...]:
        """Give the ordinals drawn by hand, and this one with them."""
        return (*(each for each in self.by_hand if each != ordinal), ordinal)

    @property
    def sets_drawn(self) -> tuple[str, ...]:
        """The ball sets of which a ball came out in this game, in order; the game counts for each of them."""
        of_no_set = self.electronic.balls if self.electronic else 0
        now = (self.ball_set,) if len(self.drawn) > max(self.drawn_before, of_no_set) else ()
        return tuple(dict.fromkeys((*self.earlier_sets, *now)))

    @property
    def numbers_called(self) -> tuple[int, ...]:
        """Numbers announced aloud, in draw order."""
        return self.drawn[: self.called]

    @property
    def uncalled(self) -> tuple[int, ...]:
        """Numbers drawn and not yet announced, in draw order."""
        return self.drawn[self.called :]

    def lot(self, medium: Medium) -> Lot | None:
        """Give the lot of a medium (the first series, where a complementary one is on sale too), or None."""
        return next((lot for lot in self.lots if lot.medium == medium), None)

    @property
    def printed(self) -> tuple[Lot, ...]:
        """The lots of printed cards: the series, then its complementary one."""
        return tuple(lot for lot in self.lots if lot.medium == Medium.PHYSICAL)

    @property
    def last_printed(self) -> Lot | None:
        """The lot that holds the last printed card sold; the first one while none is sold."""
        sold = [lot for lot in self.printed if lot.sold]
        return sold[-1] if sold else next(iter(self.printed), None)

    def lot_with(self, card: int) -> Lot | None:
        """Give the lot to which the number belongs, sold or not; the lots of a game share no number."""
        return next((lot for lot in self.lots if lot.has(card)), None)

    def lot_of_card(self, card: int) -> Lot | None:
        """Give the lot in which the card was sold, None when it was not sold in this game."""
        lot = self.lot_with(card)
        return lot if lot and lot.is_sold(card) else None

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
    voided = replace(board.voided, reason="", second="", agent="", affected=()) if board.voided else None
    suspension = replace(board.suspension, text="") if board.suspension else None
    return replace(
        board,
        voided=voided,
        suspension=suspension,
        pause_detail="",
        tokens=(),
        drawn=board.numbers_called,
        held=(),
        claims=tuple(replace(claim, holder="") for claim in board.claims),
        awards=tuple(replace(award, holder="") for award in board.awards),
        corrections=tuple(c for c in board.corrections if c.ordinal <= board.called),
        by_hand=tuple(ordinal for ordinal in board.by_hand if ordinal <= board.called),
        lots=tuple(replace(lot, off=tuple(replace(o, holder="") for o in lot.off)) for lot in board.lots),
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

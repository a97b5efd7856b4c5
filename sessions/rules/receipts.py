"""What a receipt of the tills tells: plain facts of one deed, read from what was recorded of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sessions.rules.facts import PrizeKind, Run

ORIGINAL: Final = 0
"""The first paper of a receipt; copies, each asked for by a person, are 1, 2, …"""


class ReceiptKind(StrEnum):
    """What is on the paper; a drawer job has no paper."""

    SALE = "sale"
    UNDONE = "undone"
    REFUND = "refund"
    PRIZE = "prize"
    JACKPOT = "jackpot"
    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    OPENED = "opened"
    CLOSED = "closed"
    TAKINGS = "takings"
    DRAWER = "drawer"


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotTold:
    """
    What the receipt of an additional prize says beside its sum, in cents, games and balls.

    It is paid apart from the bingo's prize, and the paper goes with the winning card (docs/jackpots.md). `last_ball`
    and `exact_ball` are 0 where the prize asks for none.
    """

    name: str
    prize_cents: int
    winners: int
    games: int
    ball: int
    last_ball: int
    exact_ball: int
    draw_order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeTold:
    """
    The prize paid: its card's number, its award's number in the game; `late` = after the game had closed.

    `cheque` is its number where it was paid by one; `guarantee`: out of the deposit with the authority (O79 35.4).
    """

    prize: PrizeKind
    award_no: int
    card: int
    late: bool = False
    cheque: str = ""
    guarantee: bool = False
    jackpot: JackpotTold | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakingsTold:
    """A seller's money counted, in cents; `signed` is the seller where the count differs."""

    seller: str
    expected_cents: int
    signed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptFacts:
    """
    All that one receipt tells; `cents` is what changed hands, `actor` who did it, `at` when (aware, UTC).

    `source` is `event:<position>` in the hall's journal, or `entry:<id>` of the ledger for a deposit of old. `number`
    stands on the paper. Numbers of session and game are 0 where the deed belongs to none.
    """

    source: str
    number: str
    kind: ReceiptKind
    at: datetime
    actor: str
    cents: int
    session_no: int = 0
    game_no: int = 0
    series: tuple[str, ...] = ()
    runs: tuple[Run, ...] = ()
    price_cents: int = 0
    prize: PrizeTold | None = None
    player: int = 0
    balance_cents: int = 0
    takings: TakingsTold | None = None

    @property
    def cards(self) -> int:
        """How many cards it is about."""
        return sum(run.last - run.first + 1 for run in self.runs)

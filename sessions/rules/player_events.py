"""What happens to players' accounts beside the games; a player is a number here."""

from __future__ import annotations

from dataclasses import dataclass

from sessions.rules.hall_event import HallEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerOpened(HallEvent):
    """An account was opened at the cash desk."""

    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerClosed(HallEvent):
    """An account without money was closed; its number is never given again."""

    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDeposited(HallEvent):
    """A player put cash on the balance; cents, and what the balance was after it."""

    player: int
    cents: int
    balance_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWithdrew(HallEvent):
    """A player took cash from the balance; cents, and what the balance was after it."""

    player: int
    cents: int
    balance_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCardIssued(HallEvent):
    """A player got a card to log in with; the one before it opens nothing any more."""

    player: int
    card_no: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCardRevoked(HallEvent):
    """A player's card opens nothing any more."""

    player: int
    card_no: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPinSet(HallEvent):
    """A player chose a PIN, which nobody else knows and which stands nowhere here."""

    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLimitSet(HallEvent):
    """
    A player's limit was set: `value` in cents, or minutes of `time_day`; None = no limit.

    `from_at` is the moment from which it counts, ISO 8601 in UTC: "" = at once.
    """

    player: int
    limit: str
    value: int | None
    from_at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPaused(HallEvent):
    """A player does not play until a moment, ISO 8601 in UTC; it cannot be shortened."""

    player: int
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsOffered(HallEvent):
    """A player who leaves offered the cards of a game to another, who may take them (O79 36.4)."""

    player: int
    to: int
    session_no: int
    game_no: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherAccountAsked(HallEvent):
    """A player asked for another's account and was shown nothing; once for each two."""

    player: int
    asked: int

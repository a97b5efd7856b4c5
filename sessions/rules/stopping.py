"""What stops a game: suspensions (O79 34.4, 36), its being null, the refunds (S0 V). Events of a game."""

from __future__ import annotations

from dataclasses import dataclass

from sessions.rules.facts import GameEvent, Medium, Run


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSuspended(GameEvent):
    """
    The game stands provisionally: a failure or accident (O79 36), or an irregularity of balls or machine (O79 34.4).

    `cause` is failure or balls; `ball_out` is what the people answered: had a ball been drawn?
    """

    cause: str
    ball_out: bool
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ParagraphRead(GameEvent):
    """The paragraph of article 36 that applies was read aloud (O79 36.3): 36.1 or 36.2."""

    paragraph: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SuspensionLifted(GameEvent):
    """Play goes on: the failure was solved in time, or the authority's agent decided so (named in `agent`)."""

    decision: str
    agent: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualDrawOrdered(GameEvent):
    """Play goes on by hand with the balls not yet drawn; `how` says what keeps the draw random (O79 36.2)."""

    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BallsReplaced(GameEvent):
    """The game is played, or played on, with another set of balls (O79 34.5); the session's own event tells why."""

    was: str
    ball_set: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameVoided(GameEvent):
    """
    The game is null and every card is paid back in full (S0 V; O79 36.1).

    `cause`: failure, not_random, balls, announcing_error, or pair (the first game of its pair ended both). `ordinal`,
    `said` and `number` tell an announcing error; `affected` are the sold cards whose outcome it changes, `substantial`
    whether a prize would go elsewhere. `whole`: both halves of double cards are paid back with this game.
    """

    cause: str
    reason: str
    second: str
    refund_cents: int
    agent: str = ""
    ordinal: int = 0
    said: int = 0
    number: int = 0
    substantial: bool | None = None
    affected: tuple[int, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsRefunded(GameEvent):
    """Cards first..last of a void game came back to the table and were paid back; virtual ones to their account."""

    medium: Medium
    first: int
    last: int
    cents: int
    holder: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundsCompleted(GameEvent):
    """The refund desk closes; cards nobody brought (`outstanding`) stay payable."""

    refunded_cents: int
    payable_cents: int
    outstanding: tuple[Run, ...] = ()

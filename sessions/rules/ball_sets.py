"""
A set of 90 balls from its receipt to its retirement: what its passport holds, and what may be done with it.

Its events belong to the hall, not to a game or session: a set outlives both. What a session does with it (the counts,
the change of one set for another) are events of that session.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sessions.rules import errors

MOST_GAMES: Final = 1_000
"""A set in a pneumatic machine plays no more (S0 II)."""
WARN_AT_GAMES: Final = 950
LONGEST_NAME: Final = 20
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


class BallSetState(StrEnum):
    """Where a set is in its life."""

    IN_STORE = "in_store"
    IN_USE = "in_use"
    SPARE = "spare"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passport:
    """What is known of a set when something is decided about it."""

    code: str
    pneumatic: bool
    games: int
    state: BallSetState = BallSetState.IN_STORE
    retired_reason: str = ""


class BallSetEvent:
    """Base of the hall's events about ball sets."""

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The event's name in the journal."""
        return type(self).__name__


@dataclass(frozen=True, slots=True, kw_only=True)
class BallSetRegistered(BallSetEvent):
    """A set came into the hall; `games` it had played before are on its passport from the first day."""

    ball_set: str
    pneumatic: bool
    approval_ref: str
    supplier: str = ""
    games: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SpareNamed(BallSetEvent):
    """A complete set is kept ready for a change; `was` is the spare before it, or ""."""

    ball_set: str
    was: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BallSetRetired(BallSetEvent):
    """A set went out of use for good, after so many games."""

    ball_set: str
    reason: str
    games: int


BALL_SET_EVENTS: Final = {cls.__name__: cls for cls in BallSetEvent.__subclasses__()}


def games_left(passport: Passport) -> int | None:
    """
    Count the games a set may still play; None for a drum's set, which has no limit.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II; Q6 of the domain decisions.
    """
    return max(MOST_GAMES - passport.games, 0) if passport.pneumatic else None


def is_nearly_worn(passport: Passport) -> bool:
    """
    Tell whether the set's change has to be prepared: from its 950th game in a pneumatic machine.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II; Q6 of the domain decisions.
    """
    return passport.pneumatic and passport.games >= WARN_AT_GAMES


def check_playable(passport: Passport) -> None:
    """
    Refuse a set with which no game may be played.

    Raises:
        BallSetOutOfUse: It was retired.
        BallSetWorn: It has played its 1,000 games in a pneumatic machine.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II; Q6 of the domain decisions.
    """
    if passport.state == BallSetState.RETIRED:
        raise errors.BallSetOutOfUse(ball_set=passport.code, why=passport.retired_reason)
    if games_left(passport) == 0:
        raise errors.BallSetWorn(ball_set=passport.code, games=passport.games)


def check_games_left(passport: Passport, needed: int) -> None:
    """
    Refuse a set that may play fewer games than are about to be played: two in a row with double cards.

    Raises:
        BallSetOutOfUse: It was retired.
        BallSetWorn: It has played its 1,000 games in a pneumatic machine.
        TooFewGamesLeft: It has fewer left than are needed.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I, II; Q6 of the domain decisions.
    """
    check_playable(passport)
    left = games_left(passport)
    if left is not None and left < needed:
        raise errors.TooFewGamesLeft(ball_set=passport.code, left=left, needed=needed)


def decide_registration(
    code: str, *, pneumatic: bool, approval_ref: str, supplier: str = "", games: int = 0, taken: bool = False
) -> BallSetRegistered:
    """
    Take a set into the hall's books: only an approved set may be used, so its approval is written down.

    Raises:
        BadBallSetName: The name has other signs than letters, digits, hyphens, or is too long.
        BallSetExists: The hall has, or had, a set of that name.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II.
    """
    if len(code) > LONGEST_NAME or not _NAME.fullmatch(code):
        raise errors.BadBallSetName(name=code, most=LONGEST_NAME)
    if taken:
        raise errors.BallSetExists(ball_set=code)
    return BallSetRegistered(
        ball_set=code, pneumatic=pneumatic, approval_ref=approval_ref, supplier=supplier, games=games
    )


def decide_spare(passport: Passport, *, was: str, in_play: str) -> SpareNamed:
    """
    Name the complete set kept ready for a change.

    Args:
        passport: The set.
        was: The spare until now, or "".
        in_play: The set in use in the live session, or "".

    Raises:
        BallSetInPlay: It is the set in use: then there would be no spare.
        BallSetOutOfUse: It was retired.
        BallSetWorn: No game could be played with it.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 34.5.
    """
    check_playable(passport)
    if passport.code == in_play:
        raise errors.BallSetInPlay(ball_set=passport.code)
    return SpareNamed(ball_set=passport.code, was=was)


def decide_retirement(passport: Passport, *, reason: str, in_play: str) -> BallSetRetired:
    """
    Retire a set for good: worn, or with a ball that is not perfect. The set in use is changed first.

    Raises:
        BallSetOutOfUse: It was retired before.
        BallSetInPlay: It is the set in use in the live session.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II; O. 9-1-1979 (BOE-A-1979-2188), art. 34.1.
    """
    if passport.state == BallSetState.RETIRED:
        raise errors.BallSetOutOfUse(ball_set=passport.code, why=passport.retired_reason)
    if passport.code == in_play:
        raise errors.BallSetInPlay(ball_set=passport.code)
    return BallSetRetired(ball_set=passport.code, reason=reason, games=passport.games)

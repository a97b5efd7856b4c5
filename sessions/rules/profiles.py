"""
Versions of a profile: which one is in force, filing one, choosing the profile of a hall.

A version is values with a text for each. Versions are filed, never changed; a game keeps the one its sale opened with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sessions.rules import errors
from sessions.rules.hall_events import ProfileChosen, ProfileFiled
from sessions.rules.profile_checks import problems_of
from sessions.rules.profile_values import sources_of, values_of
from sessions.rules.regulation import Regulation


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A filed version as the choice of the one in force sees it."""

    version: int
    valid_from: date
    sha256: str = field(default="")


def in_force(versions: Iterable[Version], on: date) -> Version | None:
    """
    Give the version in force on a day: of those valid by then the latest, and of one day's the last filed.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 32.5, 35.2.
    """
    valid = [one for one in versions if one.valid_from <= on]
    return max(valid, key=lambda one: (one.valid_from, one.version), default=None)


def decide_filing(
    regulation: Regulation, last: Regulation | None, hashed: Callable[[int], str], *, live_game: int = 0
) -> ProfileFiled:
    """
    File a version after `last`, the latest of its code; `hashed` gives the hash of it under a number.

    Raises:
        GameStillOpen: A game is being played: its rules stand (S8), and nobody looks at others meanwhile.
        ProfileFaulty: Some values cannot be.
        ProfileUnchanged: It says what the last version says.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 32.3, 32.5, 35.2.
    """
    if live_game:
        raise errors.GameStillOpen(game_no=live_game)
    if problems := problems_of(regulation):
        raise errors.ProfileFaulty(fields=[one.field for one in problems])
    version = last.version + 1 if last else 1
    if last is not None and _said(last) == _said(regulation):
        raise errors.ProfileUnchanged(profile=regulation.code, version=last.version)
    return ProfileFiled(
        code=regulation.code,
        version=version,
        name=regulation.name,
        valid_from=regulation.valid_from,
        sha256=hashed(version),
    )


def _said(regulation: Regulation) -> tuple[Any, ...]:
    return (regulation.name, regulation.valid_from, values_of(regulation), sources_of(regulation))


def decide_choice(
    chosen: Regulation | None, *, code: str, was: str, next_from: str = "", live_game: int = 0
) -> ProfileChosen:
    """
    Let the hall play under another profile from the next sale on; `chosen` is its version in force, if there is one.

    Raises:
        GameStillOpen: A game is being played.
        ProfileNotYet: No version of it is in force; `next_from` is when the first will be.
        ProfileInForce: The hall plays under it already.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 32.3, 32.5.
    """
    if live_game:
        raise errors.GameStillOpen(game_no=live_game)
    if chosen is None:
        raise errors.ProfileNotYet(profile=code, valid_from=next_from)
    if code == was:
        raise errors.ProfileInForce(profile=code)
    return ProfileChosen(code=code, version=chosen.version, was=was, sha256=chosen.sha256)

"""A second person's word on one deed: who may give it, how long it holds, and for what alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sessions.rules import errors

LIVES: Final = timedelta(minutes=2)
WAITING, GIVEN, REFUSED, DROPPED = "waiting", "given", "refused", "dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """An approval as it stands; `wanted_from` "" = anyone who may, `answered_by` "" = nobody yet."""

    state: str
    asked_by: str
    wanted_from: str
    answered_by: str
    digest: str
    expires_at: datetime
    used: bool


def decide_answer(standing: Standing, *, by: str, may: bool, yes: bool, now: datetime) -> str:
    """
    Give the state after somebody's answer: given or refused.

    Args:
        standing: The approval.
        by: Who answers.
        may: Whether their post may stand for such a deed, now.
        yes: What they say.
        now: The time of the answer.

    Raises:
        ApprovalNotYours: It is their own wish, another was asked, or their post does not.
        ApprovalGone: It was answered or withdrawn, or its two minutes are over.

    Source:
        Catálogo (BOE-A-1979-25744), bingo V; O. 9-1-1979 (BOE-A-1979-2188), art. 24.
    """
    if by == standing.asked_by or not may or standing.wanted_from not in {"", by}:
        raise errors.ApprovalNotYours
    if standing.state != WAITING or now >= standing.expires_at:
        raise errors.ApprovalGone
    return GIVEN if yes else REFUSED


def check_use(standing: Standing, *, by: str, digest: str, now: datetime) -> None:
    """
    Check that an approval lets this deed through: once, within its time, for exactly what was approved.

    Args:
        standing: The approval.
        by: Who does the deed.
        digest: Of the deed as it is about to be done, its amount as it is now.
        now: The time of the deed.

    Raises:
        ApprovalForAnother: It was asked by another person or for something else.
        ApprovalGone: It was refused, withdrawn or used, or its two minutes are over.
        ApprovalWaits: Nobody has answered.

    Source:
        Catálogo (BOE-A-1979-25744), bingo V; O. 9-1-1979 (BOE-A-1979-2188), art. 24.
    """
    if by != standing.asked_by or standing.answered_by == by:
        raise errors.ApprovalForAnother
    if standing.state in {REFUSED, DROPPED} or standing.used or now >= standing.expires_at:
        raise errors.ApprovalGone
    if standing.state == WAITING:
        raise errors.ApprovalWaits
    if digest != standing.digest:
        raise errors.ApprovalForAnother

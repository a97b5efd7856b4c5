"""Refusals about the session's people and its hours. Read them as `errors.<Name>`."""

from __future__ import annotations

from sessions.rules.refusal import RuleViolation


class StaffBelowMinimum(RuleViolation):
    """The posts have fewer people than the hall's category needs (O79 25). Params: category, short (post, number)."""


class TwoSeniorsNeeded(RuleViolation):
    """Two of Jefe de Sala, Jefe de Mesa, Cajero are always there, one only Jefe de Sala (O79 26.2.b). Params: none."""


class PostUnattended(RuleViolation):
    """A post without which no game is possible would be left empty. Params: post."""


class MayNotSubstitute(RuleViolation):
    """Nobody of the person's own post stands in at this one (O79 26.2). Params: username, post."""


class NothingChanged(RuleViolation):
    """No post is named. Params: none."""


class ReasonNeeded(RuleViolation):
    """A substitution goes into the minutes with its reason (O79 26.2.b). Params: none."""


class AfterClosingTime(RuleViolation):
    """No game begins after the authorised closing time (O79 32.3). Params: closing_at."""


class BeforeOpeningTime(RuleViolation):
    """No game begins before the authorised opening time (O79 32.3). Params: opening_at."""


class LastGameWasPlayed(RuleViolation):
    """The last game was announced: no sale opens after it (O79 32.3). Params: game_no."""


class LastGameAlreadyAnnounced(RuleViolation):
    """The players were told which game is the last, and it is not called off. Params: game_no."""


class ClaimantUnreadable(RuleViolation):
    """The key that sealed who made a complaint is not here. Params: complaint_no."""


class DocumentNeeded(RuleViolation):
    """There is no identity number in what was typed. Params: none."""


__all__ = [
    "AfterClosingTime",
    "BeforeOpeningTime",
    "ClaimantUnreadable",
    "DocumentNeeded",
    "LastGameAlreadyAnnounced",
    "LastGameWasPlayed",
    "MayNotSubstitute",
    "NothingChanged",
    "PostUnattended",
    "ReasonNeeded",
    "StaffBelowMinimum",
    "TwoSeniorsNeeded",
]

"""Refusals about ball sets. Read them as `errors.<Name>`."""

from __future__ import annotations

from sessions.rules.refusal import RuleViolation


class BallSetExists(RuleViolation):
    """A set's name is used once: its passport is kept for ever. Params: ball_set."""


class BallSetOutOfUse(RuleViolation):
    """The set was retired and never comes back. Params: ball_set, why."""


class BallSetInPlay(RuleViolation):
    """The set is the one in use in this session: another is put in its place first. Params: ball_set."""


class TooFewGamesLeft(RuleViolation):
    """A pneumatic machine's set may play fewer games than are about to be played. Params: ball_set, left, needed."""


class BadBallSetName(RuleViolation):
    """A set's name is short and plain, as it is painted on its case. Params: name, most."""

"""Refusals about who works in the hall, their documents and their turns. Read them as `errors.<Name>`."""

from __future__ import annotations

from sessions.rules.refusal import RuleViolation


class BadUsername(RuleViolation):
    """A log-in name is 2 to so many letters, digits, dots, hyphens and low lines. Params: most."""


class UsernameTaken(RuleViolation):
    """Somebody, at work or not, or a player has that log-in name. Params: username."""


class PostNeeded(RuleViolation):
    """Who works in the hall has at least one post (O79 24.1). Params: none."""


class OwnPosts(RuleViolation):
    """Nobody changes their own posts, ends their own work or gives themselves a password. Params: none."""


class LastManager(RuleViolation):
    """Without this person no Jefe de Sala would be left who can enter. Params: username."""


class NotAtWork(RuleViolation):
    """The person's work has ended. Params: username."""


class AtWork(RuleViolation):
    """The person works in the hall already. Params: username."""


class LicenceNeeded(RuleViolation):
    """The person has no professional document whose last day is known (O79 28.1). Params: username."""


class LicenceExpired(RuleViolation):
    """The person's professional document is no longer good (O79 28.5). Params: username."""


class LicenceImpossible(RuleViolation):
    """A document cannot have these days or this number (O79 28.5). Params: fault."""


class LicenceNumberTaken(RuleViolation):
    """Another person's document has that number. Params: username."""


class TurnPast(RuleViolation):
    """The night is over: what was planned for it stays. Params: night."""


class TurnImpossible(RuleViolation):
    """A turn ends after it starts, and within the same night. Params: starts, ends."""


class TurnsOverlap(RuleViolation):
    """The person is already to be at a post at that hour. Params: username, post, starts, ends, night."""


class NoTurnsPlanned(RuleViolation):
    """The rota has nobody for that hour. Params: hour."""


__all__ = [
    "AtWork",
    "BadUsername",
    "LastManager",
    "LicenceExpired",
    "LicenceImpossible",
    "LicenceNeeded",
    "LicenceNumberTaken",
    "NoTurnsPlanned",
    "NotAtWork",
    "OwnPosts",
    "PostNeeded",
    "TurnImpossible",
    "TurnPast",
    "TurnsOverlap",
    "UsernameTaken",
]

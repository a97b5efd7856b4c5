"""Refusals about enrolled terminals. Read them as `errors.<Name>`."""

from __future__ import annotations

from sessions.rules.refusal import RuleViolation


class PlaceTaken(RuleViolation):
    """A terminal of the hall stands there. Params: place, terminal."""


class PlaceNeeded(RuleViolation):
    """A terminal has a place: 1 to so many characters. Params: most."""


class EnrolmentCodeWrong(RuleViolation):
    """No code of the hall is this one. Params: none."""


class EnrolmentCodeUsed(RuleViolation):
    """The code has let a device in already. Params: none."""


class EnrolmentCodeExpired(RuleViolation):
    """The code's time is over. Params: none."""


class TooManyWrongCodes(RuleViolation):
    """Too many wrong codes came from one address of the network. Params: until_at."""


class TerminalIsRevoked(RuleViolation):
    """The terminal is not one of the hall's any more. Params: terminal."""


class NotAtThisTerminal(RuleViolation):
    """The device is not for that: a person's post, or a use, that it does not have. Params: none."""


__all__ = [
    "EnrolmentCodeExpired",
    "EnrolmentCodeUsed",
    "EnrolmentCodeWrong",
    "NotAtThisTerminal",
    "PlaceNeeded",
    "PlaceTaken",
    "TerminalIsRevoked",
    "TooManyWrongCodes",
]

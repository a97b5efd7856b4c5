"""Refusals about the electronic draw. Read them as `errors.<Name>`."""

from __future__ import annotations

from sessions.rules.refusal import RuleViolation


class ElectronicDrawNotAuthorised(RuleViolation):
    """The hall has no authorisation to draw without balls. Params: none."""


class AuthorisationIncomplete(RuleViolation):
    """An authorisation has a reference and a date, which is not to come; withdrawn it has neither. Params: none."""


class NotAnElectronicDraw(RuleViolation):
    """The game is drawn with balls. Params: none."""


class ElectronicDrawOnly(RuleViolation):
    """The order was fixed before the sale: nobody keys or changes a ball of it. Params: none."""


class PublicNumberMissing(RuleViolation):
    """The number has not been drawn in public yet. Params: none."""


class PublicNumberGiven(RuleViolation):
    """The number was drawn already; there is no second one. Params: number."""


class BadPublicNumber(RuleViolation):
    """The number is not of so many digits. Params: digits."""


class DrawSecretLost(RuleViolation):
    """The draw's secret cannot be opened: its key is gone. Params: none."""


__all__ = [
    "AuthorisationIncomplete",
    "BadPublicNumber",
    "DrawSecretLost",
    "ElectronicDrawNotAuthorised",
    "ElectronicDrawOnly",
    "NotAnElectronicDraw",
    "PublicNumberGiven",
    "PublicNumberMissing",
]

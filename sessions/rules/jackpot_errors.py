"""Refusals about additional prizes. Read them as `errors.<Name>`."""

from __future__ import annotations

from sessions.rules.refusal import RuleViolation


class JackpotOff(RuleViolation):
    """The additional prize is not switched on. Params: name."""


class PrizeNotCovered(RuleViolation):
    """The fund does not hold what would be announced. Params: amount_cents, fund_cents."""


class AmountNotAllowed(RuleViolation):
    """The profile does not allow that amount. Params: amount_cents, least_cents, most_cents, step_cents."""


class OrderNotAllowed(RuleViolation):
    """An extra cannot be announced for that ball. Params: ball, least, most."""


class ShareNotAllowed(RuleViolation):
    """The profile does not allow that share of the takings. Params: share_bp, step_bp, most_bp."""


class JackpotsTooHigh(RuleViolation):
    """The additional prizes that are on take more than the profile allows together. Params: total_bp, most_bp."""


class CapNotAllowed(RuleViolation):
    """The profile does not allow that cap. Params: cap_cents, step_cents, most_cents."""


class JackpotLive(RuleViolation):
    """Additional prizes are set between games. Params: game_no."""


class FundBegun(RuleViolation):
    """A fund is brought in once, before it was fed. Params: name."""

"""Refusals about profiles: filing a version, choosing a profile. Read them as `errors.<Name>`."""

from __future__ import annotations

from sessions.rules.refusal import RuleViolation


class ProfileFaulty(RuleViolation):
    """A version of a profile has values that cannot be. Params: fields (their names)."""


class ProfileUnchanged(RuleViolation):
    """The version is the same as the last one filed under its code. Params: profile, version."""


class FaceValueNotAllowed(RuleViolation):
    """The profile in force has a list of prices, and the card's is not in it. Params: price_cents, allowed (cents)."""


class ProfileInForce(RuleViolation):
    """The profile chosen is the one the hall already plays under. Params: profile."""


class ProfileNotYet(RuleViolation):
    """No version of the profile is valid yet. Params: profile, valid_from (ISO date)."""


__all__ = ["FaceValueNotAllowed", "ProfileFaulty", "ProfileInForce", "ProfileNotYet", "ProfileUnchanged"]

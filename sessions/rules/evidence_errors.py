"""Refusals about what a hall has to be able to prove. Read them as `errors.<Name>`."""

from __future__ import annotations

from sessions.rules.refusal import RuleViolation


class BuildNotApproved(RuleViolation):
    """Nobody answers for the program as it is now, and this hall wants that before a session. Params: build."""


__all__ = ["BuildNotApproved"]

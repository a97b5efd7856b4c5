"""Refusals about the second person's word. Read them as `errors.<Name>`."""

from __future__ import annotations

from sessions.rules.refusal import RuleViolation


class ApprovalGone(RuleViolation):
    """There is no such approval any more: it was refused, withdrawn, used, or two minutes have passed. Params: none."""


class ApprovalWaits(RuleViolation):
    """The second person has not answered yet. Params: none."""


class ApprovalForAnother(RuleViolation):
    """What was approved is not this: another deed, body, amount, session or person. Params: none."""


class ApprovalNotYours(RuleViolation):
    """The person may not answer: it is their own wish, or another was asked, or their post does not. Params: none."""


__all__ = ["ApprovalForAnother", "ApprovalGone", "ApprovalNotYours", "ApprovalWaits"]

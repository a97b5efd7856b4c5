"""Refusals about tills, their shifts and counts, and the tips. Read them as `errors.<Name>`."""

from __future__ import annotations

from sessions.rules.refusal import RuleViolation


class NoOpenShift(RuleViolation):
    """Cash is taken and paid by who holds an open till. Params: none."""


class TillUnknown(RuleViolation):
    """The hall has no till of that name. Params: till."""


class TillAlreadyOpen(RuleViolation):
    """Somebody holds that till. Params: till, holder."""


class ShiftAlreadyHeld(RuleViolation):
    """One person holds one till at a time. Params: till."""


class TillStillOpen(RuleViolation):
    """A session does not close while a till is open. Params: till, holder."""


class BadCount(RuleViolation):
    """What was counted is no number of euro coins and notes. Params: value_cents, pieces."""


class CountFirst(RuleViolation):
    """A till is handed over or closed by a count. Params: none."""


class CountIsOld(RuleViolation):
    """Money moved in the till since it was counted. Params: none."""


class DifferenceUnexplained(RuleViolation):
    """The count differs from the books and nobody said why. Params: expected_cents, counted_cents."""


class DifferenceUnsigned(RuleViolation):
    """A difference above the hall's limit is signed by a second person, a senior one. Params: limit_cents."""


class MoreThanCounted(RuleViolation):
    """More would go into the safe than was counted. Params: counted_cents."""


class SameCashier(RuleViolation):
    """A till is handed over to somebody else. Params: none."""


class NotACashier(RuleViolation):
    """The person does not keep the cash. Params: username."""


class NoMoveToUndo(RuleViolation):
    """Nothing went between this till and the safe in this shift that still stands. Params: none."""


class TipsNotCounted(RuleViolation):
    """There is no such entry of the tips book whose money is still in the box. Params: entry_no."""


__all__ = [
    "BadCount",
    "CountFirst",
    "CountIsOld",
    "DifferenceUnexplained",
    "DifferenceUnsigned",
    "MoreThanCounted",
    "NoMoveToUndo",
    "NoOpenShift",
    "NotACashier",
    "SameCashier",
    "ShiftAlreadyHeld",
    "TillAlreadyOpen",
    "TillStillOpen",
    "TillUnknown",
    "TipsNotCounted",
]

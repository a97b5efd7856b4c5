from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from ledger.rules.accounts import till_account
from records.models import Hall


class TillShift(models.Model):
    """
    One person's time at a till: the fold of the hall's events of tills, and the guard that nobody holds two.

    `counted_cents` and `expected_cents` are the last count's; None = not counted yet. Shifts are numbered in the hall.
    """

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="till_shifts")
    shift_no = models.PositiveIntegerField()
    till = models.CharField(max_length=20)
    holder = models.CharField(max_length=150)
    opened_cents = models.BigIntegerField()
    counted_cents = models.BigIntegerField(null=True)
    expected_cents = models.BigIntegerField(null=True)
    moves = models.PositiveIntegerField(default=0)
    undone = models.BooleanField(default=False)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["shift_no"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "shift_no"], name="shift_number_once"),
            models.UniqueConstraint(fields=["hall", "till"], condition=Q(closed_at=None), name="till_open_once"),
            models.UniqueConstraint(fields=["hall", "holder"], condition=Q(closed_at=None), name="holder_open_once"),
        ]

    @property
    def account(self) -> str:
        """The account of the money in its till."""
        return till_account(self.till)

"""Double entry, append-only, in integer cents. A leg's cents are positive on the debit side."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from records.models import Hall


class Account(models.Model):
    """
    An account of the hall. `balance_cents` is in the account's natural sign.

    Places of money (tills, sellers' hands, the safe) are debit accounts; players, prizes, house and tax credit ones.
    """

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="accounts")
    code = models.CharField(max_length=170)
    debit = models.BooleanField(default=False)
    guarded = models.BooleanField(default=False)
    balance_cents = models.BigIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "code"], name="account_code_once"),
            models.CheckConstraint(
                condition=models.Q(guarded=False) | models.Q(balance_cents__gte=0), name="account_not_overdrawn"
            ),
        ]


class Entry(models.Model):
    """
    One movement of money: its legs add up to 0. `stream` and `seq` name the game's event behind it.

    `reverses`: the entry whose legs it takes back, each at most once.
    """

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="entries")
    kind = models.CharField(max_length=30)
    stream = models.CharField(max_length=60, blank=True, default="")
    seq = models.PositiveIntegerField(null=True)
    key = models.CharField(max_length=120, null=True)  # noqa: DJ001 - unique only where present
    actor = models.CharField(max_length=150)
    at = models.DateTimeField()
    reverses = models.ForeignKey("self", on_delete=models.PROTECT, related_name="reversals", null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "key"], name="entry_key_once"),
            models.UniqueConstraint(
                fields=["reverses"], condition=models.Q(reverses__isnull=False), name="entry_reversed_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["hall", "stream"], name="entry_by_stream"),
            models.Index(fields=["hall", "at"], name="entry_by_time"),
        ]


class Leg(models.Model):
    """One side of an entry, in cents, never 0."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="legs")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="legs")
    cents = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(cents=0), name="leg_moves_something"),
        ]

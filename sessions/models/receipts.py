from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from records.models import Hall


class ReceiptJob(models.Model):
    """
    One paper for a till's printer: the original of a receipt (`copy` 0) or a copy; or a drawer to be opened.

    `source` is `event:<position>` of the hall's journal or `entry:<id>` of the ledger. States: waiting, sent (the
    printer has its bytes), confirmed (it said that they are on paper), failed (`error` says why, and no more is tried).
    `attempts` counts the times its bytes were given to the printer. `key` is the request that asked for a copy.
    `keeps_cash`: who did the deed keeps the cash, so the money goes into the drawer at that till.
    """

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="receipt_jobs")
    printer = models.CharField(max_length=50)
    kind = models.CharField(max_length=10)
    source = models.CharField(max_length=32)
    copy = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, default="waiting")
    attempts = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=40, blank=True, default="")
    requested_by = models.CharField(max_length=150)
    keeps_cash = models.BooleanField(default=False)
    key = models.CharField(max_length=120, null=True)  # noqa: DJ001 - unique only where present
    at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "source", "copy"], name="receipt_paper_once"),
            models.UniqueConstraint(fields=["hall", "key"], name="receipt_key_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["hall", "printer"], condition=Q(state__in=["waiting", "sent"]), name="receipt_to_print"
            ),
        ]

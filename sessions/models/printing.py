from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from records.models import Hall
from sessions.models.cards import CardMatrix, CardSeries


class PrintJob(models.Model):
    """
    Cards first_number..last_number asked for as a PDF; `series` is empty for the book of a matrix.

    States: waiting, running, done, cancelled, failed, interrupted. `beat_at` is when the worker was last heard of;
    `reason` is the code of the refusal that made it fail. `run` names the worker's run that draws it, or drew it.
    """

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="print_jobs")
    matrix = models.ForeignKey(CardMatrix, on_delete=models.PROTECT, related_name="print_jobs")
    series = models.ForeignKey(CardSeries, on_delete=models.PROTECT, related_name="print_jobs", null=True)
    kind = models.CharField(max_length=10)
    first_number = models.PositiveIntegerField()
    last_number = models.PositiveIntegerField()
    warning = models.BooleanField(default=False)
    state = models.CharField(max_length=12, default="waiting")
    run = models.CharField(max_length=32, blank=True, default="")
    pages_done = models.PositiveIntegerField(default=0)
    pages_total = models.PositiveIntegerField()
    requested_by = models.CharField(max_length=150)
    at = models.DateTimeField()
    beat_at = models.DateTimeField()
    reason = models.CharField(max_length=60, blank=True, default="")
    file = models.CharField(max_length=120, blank=True, default="")
    sha256 = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(first_number__gte=1, last_number__gte=F("first_number")), name="print_has_cards"
            ),
            models.CheckConstraint(condition=Q(pages_done__lte=F("pages_total")), name="print_pages_within"),
        ]
        indexes: ClassVar = [models.Index(fields=["hall", "state"], name="print_by_state")]

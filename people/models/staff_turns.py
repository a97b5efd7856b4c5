"""When somebody is to work: the rota."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from people.models.staff import StaffMember
from records.models import Hall


class RotaTurn(models.Model):
    """
    One turn of the rota (O79 26.1): who, at which post, on which night, from and until when.

    `starts` and `ends` are minutes after the night's midnight: a turn until three in the morning ends at 1620.
    """

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="turns")
    member = models.ForeignKey(StaffMember, on_delete=models.PROTECT, related_name="turns")
    night = models.DateField()
    post = models.CharField(max_length=20)
    starts = models.PositiveSmallIntegerField()
    ends = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["member", "night", "post", "starts"], name="turn_once"),
            models.CheckConstraint(condition=models.Q(ends__gt=models.F("starts")), name="turn_ends_after_it_starts"),
        ]
        indexes: ClassVar = [models.Index(fields=["hall", "night"], name="turns_by_night")]

"""Deeds that wait for a second person's word, given at their own screen."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from records.models import Hall


class Approval(models.Model):
    """
    One deed that somebody wants to do, and another's word on it.

    `digest` binds it to the deed, its body, the session and the amount; `body` is what is shown to the second person,
    `cents` the amount (None = no money). `wanted_from` "" = anyone who may. The keys are those of the requests:
    `asked_ref`, `answer_ref`, and `used_ref` of the one deed that it let through.
    """

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="approvals")
    ref = models.CharField(max_length=32, unique=True)
    deed = models.CharField(max_length=60)
    digest = models.CharField(max_length=64)
    body = models.JSONField()
    cents = models.BigIntegerField(null=True)
    wanted_from = models.CharField(max_length=150, blank=True, default="")
    asked_by = models.CharField(max_length=150)
    asked_at = models.DateTimeField()
    asked_ref = models.CharField(max_length=250)
    expires_at = models.DateTimeField(db_index=True)
    state = models.CharField(max_length=10, default="waiting")
    answered_by = models.CharField(max_length=150, blank=True, default="")
    answered_at = models.DateTimeField(null=True)
    answer_ref = models.CharField(max_length=250, blank=True, default="")
    used_at = models.DateTimeField(null=True)
    used_ref = models.CharField(max_length=250, blank=True, default="")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "asked_ref"], name="approval_asked_once"),
            models.CheckConstraint(condition=~Q(answered_by=F("asked_by")), name="approval_of_another"),
            models.CheckConstraint(condition=Q(used_at=None) | Q(state="given"), name="approval_given_before_used"),
        ]

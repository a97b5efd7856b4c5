"""The second step of a log-in: a code that changes every half minute, made by its owner's telephone."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SecondFactor(models.Model):
    """
    Somebody's second step; it counts from `confirmed_at` on.

    The secret is sealed (`records.sealed`); of the recovery codes only marks are kept, each struck out by its use.
    `last_step` is the half minute of the last code taken: no code is good twice.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor")
    secret = models.TextField()
    key_name = models.CharField(max_length=8)
    confirmed_at = models.DateTimeField(null=True)
    last_step = models.BigIntegerField(default=0)
    recovery = models.JSONField(default=list)
    failures = models.PositiveSmallIntegerField(default=0)
    locked_until = models.DateTimeField(null=True)

"""The devices of the hall that are known to it: each at one place, for one use, by a secret of its own."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from records.models import Hall


class Terminal(models.Model):
    """
    One enrolled device. `token_mark` is the SHA-256 of the 256 random bits it holds; the bits are kept nowhere here.

    What was last heard of it is no evidence, and is overwritten: `seen_at`, who works at it (`login`, a player as
    `player:<number>`), its pages' `version`, its clock against the hall's in `skew_ms` (None = never told).
    """

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="terminals")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    place = models.CharField(max_length=60)
    token_mark = models.CharField(max_length=64, unique=True)
    enrolled_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    online = models.BooleanField(default=False)
    seen_at = models.DateTimeField(null=True)
    lost_at = models.DateTimeField(null=True)
    # The moment of the last loss that the journal was told of, and whether its end is still to be told.
    noted_at = models.DateTimeField(null=True)
    owes_return = models.BooleanField(default=False)
    login = models.CharField(max_length=150, blank=True, default="")
    session_key = models.CharField(max_length=40, blank=True, default="")
    version = models.CharField(max_length=40, blank=True, default="")
    skew_ms = models.IntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "number"], name="terminal_number_once"),
            models.UniqueConstraint(
                fields=["hall", "place"], condition=Q(revoked_at__isnull=True), name="one_terminal_a_place"
            ),
        ]


class EnrolmentOffer(models.Model):
    """A one-time code that lets one device in: for this use and place, until then. Only the code's mark is kept."""

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="enrolment_offers")
    code_mark = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=20)
    place = models.CharField(max_length=60)
    offered_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)


class EnrolmentTries(models.Model):
    """How many codes were tried from one address of the network since the last right one or the last lock."""

    address = models.CharField(max_length=45, unique=True)
    tries = models.PositiveSmallIntegerField(default=0)
    locked_until = models.DateTimeField(null=True)

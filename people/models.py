"""People of the hall: staff with their licence, players with their number."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from records.models import Hall


class StaffMember(models.Model):
    """
    Someone who works in the hall (O79 art. 24); posts are groups of the user.

    The PIN signs the minutes (`people.pins`); "" = none set yet.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="staff")
    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="staff")
    name = models.CharField(max_length=120)
    licence_no = models.CharField(max_length=40, blank=True)
    pin_hash = models.CharField(max_length=128, blank=True, default="")
    pin_failures = models.PositiveSmallIntegerField(default=0)
    pin_locked_until = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("member of the staff")
        verbose_name_plural = _("staff")

    @override
    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """Someone who plays with virtual cards against a balance; the ledger account is `player:<number>`."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="player")
    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="players")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "number"], name="player_number_once"),
        ]

    @property
    def account(self) -> str:
        """The code of the player's ledger account."""
        return f"player:{self.number}"


class EntryBan(models.Model):
    """One mark of the register of those who may not come in (O79 30.1); it tells neither who nor why."""

    hall = models.ForeignKey(Hall, on_delete=models.CASCADE, related_name="entry_bans")
    mark = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["hall", "mark"], name="entry_ban_once")]

"""Who works in the hall."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from records.models import Hall


class AlsoPlays(ValueError):
    """One person cannot both work in the hall and have a player's account there (O79 29.1)."""


class StaffMember(models.Model):
    """
    Someone who works in the hall (O79 art. 24); posts are groups of the user.

    The PIN signs the minutes (`people.pins`); "" = none set yet. The professional document (O79 28) is good up to and
    with `licence_until`; None = not stated. While `one_time_until` is set the password is the one they were given: it
    opens nothing but the page on which they choose their own, and from that moment on not even that.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="staff")
    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="staff")
    name = models.CharField(max_length=120)
    licence_no = models.CharField(max_length=40, blank=True)
    licence_issued = models.DateField(null=True, blank=True)
    licence_until = models.DateField(null=True, blank=True)
    one_time_until = models.DateTimeField(null=True, blank=True)
    pin_hash = models.CharField(max_length=128, blank=True, default="")
    pin_failures = models.PositiveSmallIntegerField(default=0)
    pin_locked_until = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("member of the staff")
        verbose_name_plural = _("staff")

    @override
    def __str__(self) -> str:
        return self.name

    @override
    def save(self, *args: Any, **kwargs: Any) -> None:
        """
        Keep the row.

        Raises:
            AlsoPlays: The user has a player's account.
        """
        from people.models.players import Player

        if self._state.adding and Player.objects.filter(user_id=self.user_id).exists():
            raise AlsoPlays
        super().save(*args, **kwargs)

"""Who works in the hall."""

from __future__ import annotations

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

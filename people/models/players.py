"""Who plays with virtual cards."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from typing_extensions import override

from people.models.staff import AlsoPlays, StaffMember
from records.models import Hall


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

    @override
    def save(self, *args: Any, **kwargs: Any) -> None:
        """
        Keep the row.

        Raises:
            AlsoPlays: The user works in the hall.
        """
        if self._state.adding and StaffMember.objects.filter(user_id=self.user_id).exists():
            raise AlsoPlays
        super().save(*args, **kwargs)

    @property
    def account(self) -> str:
        """The code of the player's ledger account."""
        return f"player:{self.number}"

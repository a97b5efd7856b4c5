"""Who plays with virtual cards: the account's owner, their cards to log in with, limits and time at the terminals."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from typing_extensions import override

from people.models.staff import AlsoPlays, StaffMember
from records.models import Hall


class Player(models.Model):
    """
    Someone who plays with virtual cards against a balance; the ledger account is `player:<number>`.

    The PIN logs in at a terminal (`people.pins`), "" = none set; until `paused_until` they do not play. An account that
    is closed keeps its row and its number.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="player")
    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="players")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120, blank=True)
    pin_hash = models.CharField(max_length=128, blank=True, default="")
    pin_failures = models.PositiveSmallIntegerField(default=0)
    pin_locked_until = models.DateTimeField(null=True)
    paused_until = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

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


class PlayerCard(models.Model):
    """
    A card with which a player logs in: the SHA-256 of its 256 random bits, which are on the card alone.

    A player has one that opens; one issued again revokes the one before it.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="cards")
    card_no = models.PositiveIntegerField()
    token_hash = models.CharField(max_length=64, unique=True)
    issued_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "card_no"], name="player_card_no_once"),
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(revoked_at=None), name="one_card_of_a_player_opens"
            ),
        ]


class PlayerLimit(models.Model):
    """A limit of a player's own (`sessions.rules.limits`): cents or minutes; `next_value` is for `next_from` on."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="limits")
    kind = models.CharField(max_length=20)
    value = models.PositiveIntegerField(null=True)
    next_value = models.PositiveIntegerField(null=True)
    next_from = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "kind"], name="player_limit_once")]


class PlayerVisit(models.Model):
    """A player's time at a terminal, from logging in to when they were last seen; `session_key` is the browser's."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="visits")
    session_key = models.CharField(max_length=40)
    since = models.DateTimeField()
    seen_at = models.DateTimeField()
    ended = models.BooleanField(default=False)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["player", "seen_at"], name="visits_of_a_player")]

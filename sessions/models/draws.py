"""The electronic draws of a hall: each one's secret until the game is over, and then how it ended."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from records.models import Hall


class DrawSecret(models.Model):
    """
    A game's secret, sealed (`records.sealed`); nothing but the draw reads it, and it is wiped as it is revealed.

    `stream` is the game's in the journal: a pair's second game has its secret before it has a row. `ended` is "" until
    the secret is shown, then played or broken_off (null, withdrawn, never begun). One of a game is not ended at a time:
    the number of a pair's second game that never began is the next game's, which has a secret of its own.
    """

    PLAYED, BROKEN_OFF = "played", "broken_off"

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="draw_secrets")
    stream = models.CharField(max_length=60)
    sealed = models.TextField(blank=True)
    key_name = models.CharField(max_length=8)
    ended = models.CharField(max_length=10, blank=True, default="")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "stream"], condition=models.Q(ended=""), name="draw_secret_once"),
        ]

    def __str__(self) -> str:
        """Name it without telling it."""
        return f"secret of {self.stream}"

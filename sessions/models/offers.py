"""Cards that a player who leaves offers to another."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from sessions.models.games import Game


class CardOffer(models.Model):
    """A player offers all cards of a game to another (O79 36.4); accounts are named. Open until taken or called off."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="card_offers")
    holder = models.CharField(max_length=60)
    to = models.CharField(max_length=60)
    at = models.DateTimeField()
    open = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "holder"], condition=models.Q(open=True), name="one_open_offer_a_player"
            ),
        ]

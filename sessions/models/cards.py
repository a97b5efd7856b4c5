from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from records.models import Hall
from sessions.models.games import Game
from sessions.rules.events import Medium


def media() -> list[tuple[str, str]]:
    """Give the choices of a medium; a callable, so that a new one makes no migration."""
    return [(str(m), m.name.lower()) for m in Medium]


class CardMatrix(models.Model):
    """A file of faces by card number, named by its SHA-256 (decision: the face of N is the same in every series)."""

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="matrices")
    name = models.CharField(max_length=60)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "sha256"], name="matrix_once"),
        ]


class CardSeries(models.Model):
    """
    Cards first_number..last_number of a matrix under a letter and an identification number.

    `next_number` is the next to sell of a physical series; virtual series begin anew each game.
    """

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="series")
    matrix = models.ForeignKey(CardMatrix, on_delete=models.PROTECT, related_name="series")
    letter = models.CharField(max_length=3)
    ident = models.CharField(max_length=12)
    medium = models.CharField(max_length=10, choices=media)
    face_value_cents = models.PositiveIntegerField()
    first_number = models.PositiveIntegerField(default=1)
    last_number = models.PositiveIntegerField()
    next_number = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "letter", "ident"], name="series_once"),
            models.CheckConstraint(
                condition=Q(first_number__gte=1, last_number__gte=F("first_number")), name="series_has_cards"
            ),
            models.CheckConstraint(
                condition=Q(next_number__gte=F("first_number"), next_number__lte=F("last_number") + 1),
                name="series_next_in_range",
            ),
        ]

    @property
    def size(self) -> int:
        """How many cards the series has."""
        return self.last_number - self.first_number + 1

    @property
    def left(self) -> int:
        """How many cards can still be sold, the whole range for a virtual series."""
        next_number = self.first_number if self.medium == Medium.VIRTUAL else self.next_number
        return self.last_number - next_number + 1


class SoldCard(models.Model):
    """One card sold in a game: the database's guard that no number is sold twice (O79 33.4.c)."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="sold_cards")
    series = models.ForeignKey(CardSeries, on_delete=models.PROTECT, related_name="sold_cards")
    number = models.PositiveIntegerField()
    medium = models.CharField(max_length=10, choices=media)
    seller = models.CharField(max_length=150)
    holder = models.CharField(max_length=60, blank=True, default="")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="card_sold_once_a_game"),
        ]
        indexes: ClassVar = [models.Index(fields=["game", "holder"], name="sold_by_holder")]

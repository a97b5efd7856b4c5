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

    `next_number` is the next to sell of a physical series; virtual series begin anew each game. `board` is the fold
    of the series' own events (`sessions.rules.stock`), {} for a series registered before they were kept. `remains`
    tells whether it has cards to be destroyed or kept as evidence, so that the boards of years are not searched.
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
    parts = models.PositiveSmallIntegerField(default=1)
    delivery = models.CharField(max_length=40, blank=True, default="")
    received_at = models.DateTimeField(null=True)
    seq = models.PositiveIntegerField(default=0)
    board = models.JSONField(default=dict)
    remains = models.BooleanField(default=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["hall", "letter", "ident"], condition=Q(remains=True), name="series_with_remains")
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(parts__in=[1, 2]), name="series_of_one_or_two_parts"),
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
    def stream(self) -> str:
        """The series' stream in the journal."""
        return f"series:{self.letter}:{self.ident}"

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
    # Of a void game: paid back, so that no card is paid back twice.
    refunded = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="card_sold_once_a_game"),
        ]
        indexes: ClassVar = [models.Index(fields=["game", "holder"], name="sold_by_holder")]


class StandingPurchase(models.Model):
    """A player's wish to buy so many virtual cards as soon as each sale opens; the purchases are in the journal."""

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="standing_purchases")
    account = models.CharField(max_length=60)
    quantity = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "account"], name="one_standing_purchase_a_player"),
            models.CheckConstraint(condition=Q(quantity__gte=1), name="standing_purchase_of_cards"),
        ]


class SellerTakings(models.Model):
    """What one seller took in one closed game, in cents; so that a night's money is not added up card by card."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seller_takings")
    seller = models.CharField(max_length=150)
    cents = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seller"], name="takings_once_a_game_and_seller"),
        ]

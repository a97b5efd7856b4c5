from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from records.models import Hall


class BallSet(models.Model):
    """
    A set of 90 balls with its passport: games played with it (S0 II: at most 1,000 in a pneumatic machine).

    `unseen` is what the last closing of a game found: balls that have not come out for too many games.
    """

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="ball_sets")
    code = models.SlugField()
    pneumatic = models.BooleanField(default=True)
    games = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, default="in_store")
    approval_ref = models.CharField(max_length=80, blank=True, default="")
    supplier = models.CharField(max_length=120, blank=True, default="")
    received_at = models.DateTimeField(null=True)
    retired_at = models.DateTimeField(null=True)
    retired_reason = models.CharField(max_length=500, blank=True, default="")
    unseen = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "code"], name="ball_set_code_once"),
            models.UniqueConstraint(fields=["hall"], condition=Q(state="spare"), name="one_spare_ball_set"),
            models.UniqueConstraint(fields=["hall"], condition=Q(state="in_use"), name="one_ball_set_in_use"),
        ]


class BingoSession(models.Model):
    """One session of the hall (never the bare word: that is Django's log-in)."""

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="bingo_sessions")
    session_no = models.PositiveIntegerField()
    state = models.CharField(max_length=12, default="preparing")
    seq = models.PositiveIntegerField(default=0)
    board = models.JSONField()
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "session_no"], name="session_no_once"),
            models.UniqueConstraint(fields=["hall"], condition=~Q(state="closed"), name="one_live_session_per_hall"),
        ]

    @property
    def stream(self) -> str:
        """The session's stream in the journal."""
        return f"session:{self.session_no}"


class Game(models.Model):
    """One game; `board` is the fold of its events, written with each of them (ADR 3)."""

    session = models.ForeignKey(BingoSession, on_delete=models.PROTECT, related_name="games")
    game_no = models.PositiveIntegerField()
    state = models.CharField(max_length=12, default="announced")
    seq = models.PositiveIntegerField(default=0)
    board = models.JSONField()
    # Set as the game closes, once a ball was drawn (Q5): the games of a set are found without reading boards.
    drawn_with = models.ForeignKey(BallSet, on_delete=models.PROTECT, null=True, related_name="drawn_games")

    class Meta:
        permissions: ClassVar = [
            ("direct_session", "Direct the session (Jefe de Sala)"),
            ("run_table", "Run the table (Jefe de Mesa)"),
            ("sell_cards", "Sell cards (vendedor-locutor)"),
            ("call_balls", "Call balls (vendedor-locutor, Jefe de Mesa)"),
            ("keep_cash", "Keep the cash (cajero)"),
            ("play_cards", "Play with virtual cards (player)"),
            ("admit", "Let visitors in (admisión y control)"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "game_no"], name="game_no_once"),
        ]

    @property
    def stream(self) -> str:
        """The game's stream in the journal."""
        return f"game:{self.session.session_no}:{self.game_no}"


class DrawnBall(models.Model):
    """One ball out of the machine in a game; a corrected reading voids its rows and inserts new ones."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="balls")
    ordinal = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    drawn_at = models.DateTimeField()
    called_at = models.DateTimeField(null=True)
    voided = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "ordinal"], condition=Q(voided=False), name="ball_ordinal_once"),
            models.UniqueConstraint(fields=["game", "number"], condition=Q(voided=False), name="ball_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=90), name="ball_1_to_90"),
            models.CheckConstraint(condition=Q(ordinal__gte=1, ordinal__lte=90), name="ordinal_1_to_90"),
        ]


class Award(models.Model):
    """
    One winning card's share; status pending, paid, credited or payable. The guard against a second payment.

    `method` is how it was paid, "" = not yet, or before this was kept; `cheque` its number, also once it came back.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="awards")
    award_no = models.PositiveSmallIntegerField()
    prize = models.CharField(max_length=12)
    jackpot = models.CharField(max_length=40, blank=True, default="")  # an additional prize's code in the profile
    card = models.PositiveIntegerField()
    medium = models.CharField(max_length=10)
    cents = models.BigIntegerField()
    holder = models.CharField(max_length=60, blank=True, default="")
    status = models.CharField(max_length=10, default="pending")
    method = models.CharField(max_length=10, blank=True, default="")
    cheque = models.CharField(max_length=30, blank=True, default="")
    returned = models.BooleanField(default=False)  # a cheque for it came back unpaid

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "award_no"], name="award_no_once"),
            models.UniqueConstraint(fields=["game", "prize", "jackpot", "card"], name="award_once_a_prize"),
        ]

"""Who comes to the hall: records sealed, visits and entry cards by number, and how many are inside."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from records.models import Hall


class VisitorRecord(models.Model):
    """
    One visitor's record (O79 31.1). Everything that tells who it is stands in `sealed`, and nowhere else.

    `number` is drawn by chance: in the journal it leads to nobody once the row is gone. `mark` finds the document
    (`records.sealed.marks_of`). `hold_reason` keeps the record beyond its time; "" = no hold.
    """

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="visitors")
    number = models.PositiveBigIntegerField()
    mark = models.CharField(max_length=64)
    sealed = models.TextField()
    key_name = models.CharField(max_length=8)
    signed = models.BooleanField(default=False)
    registered_at = models.DateTimeField()
    last_visit_on = models.DateField(db_index=True)
    visits_counted = models.PositiveIntegerField(default=0)
    hold_reason = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "number"], name="visitor_number_once"),
            models.UniqueConstraint(fields=["hall", "mark"], name="visitor_document_once"),
        ]


class Visit(models.Model):
    """One visit: when they came in and, where somebody noted it, when they left; nothing personal."""

    visitor = models.ForeignKey(VisitorRecord, on_delete=models.CASCADE, related_name="visits")
    came_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)


class EntryCard(models.Model):
    """An entry card (O79 31.3), numbered without gaps in the hall; `valid_until` is its last day."""

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="entry_cards")
    visitor = models.ForeignKey(VisitorRecord, on_delete=models.CASCADE, related_name="cards")
    number = models.PositiveIntegerField()
    validity = models.CharField(max_length=5)
    issued_at = models.DateTimeField()
    valid_until = models.DateField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["hall", "number"], name="entry_card_number_once")]


class EntryHold(models.Model):
    """A visitor who waits at the door for the end of the game (O79 32.1); `turn` is called, not the name."""

    visitor = models.OneToOneField(VisitorRecord, on_delete=models.CASCADE, related_name="hold")
    turn = models.PositiveIntegerField()
    since = models.DateTimeField()


class Entrance(models.Model):
    """A hall's door: people inside, the last entry card's number. Locked by every deed that lets in or out."""

    hall = models.OneToOneField(Hall, on_delete=models.PROTECT, related_name="entrance")
    inside = models.PositiveIntegerField(default=0)
    last_card_no = models.PositiveIntegerField(default=0)

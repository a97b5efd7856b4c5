"""The book at the bottom: the hall, its journal, and incidents outside any session."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from records.chain import GENESIS


class Hall(models.Model):
    """One bingo hall; its row holds the head of the journal and is the last lock a deed takes."""

    code = models.SlugField(unique=True)
    name = models.CharField(max_length=120)
    language = models.CharField(max_length=2, default="es")
    profile = models.CharField(max_length=20, default="es-1979")
    journal_epoch = models.PositiveIntegerField(default=1)
    head_position = models.PositiveBigIntegerField(default=0)
    head_hash = models.CharField(max_length=64, default=GENESIS)


class Event(models.Model):
    """
    One row of the hall's journal. Append-only: triggers refuse UPDATE and DELETE, the chain proves the rest.

    `stream` is `session:<no>` or `game:<session_no>:<game_no>`; `seq` counts within it.
    """

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="events")
    position = models.PositiveBigIntegerField()
    session_no = models.PositiveIntegerField(null=True)
    stream = models.CharField(max_length=60, null=True)  # noqa: DJ001 - unique only where present
    seq = models.PositiveIntegerField(null=True)
    kind = models.CharField(max_length=40)
    payload = models.JSONField()
    actor = models.CharField(max_length=150)
    source_ref = models.CharField(max_length=120, null=True)  # noqa: DJ001 - unique only where present
    body_hash = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField()
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["hall", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "position"], name="event_position_once"),
            models.UniqueConstraint(fields=["hall", "stream", "seq"], name="event_seq_once"),
            models.UniqueConstraint(fields=["hall", "source_ref"], name="event_source_once"),
        ]

    def chained_fields(self, hall_code: str) -> dict[str, object]:
        """Give what the hash covers: the hall's code and every field but the hashes."""
        return {
            "hall": hall_code,
            "position": self.position,
            "session_no": self.session_no,
            "stream": self.stream,
            "seq": self.seq,
            "kind": self.kind,
            "payload": self.payload,
            "actor": self.actor,
            "source_ref": self.source_ref,
            "body_hash": self.body_hash,
            "at": self.at,
        }


class Incident(models.Model):
    """Something to be known that happened while no session was open."""

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="incidents")
    at = models.DateTimeField()
    code = models.CharField(max_length=40)
    payload = models.JSONField(default=dict)

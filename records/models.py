"""The book at the bottom: the hall, its journal, and incidents outside any session."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from records.chain import GENESIS


class Hall(models.Model):
    """
    One bingo hall; its row holds the head of the journal and is the last lock a deed takes.

    `category` and hours are those of its permit (O79 22, 32.3), "" and None when not stated; the hours are the wall's.
    """

    code = models.SlugField(unique=True)
    name = models.CharField(max_length=120)
    language = models.CharField(max_length=2, default="es")
    profile = models.CharField(max_length=40, default="es-1979")
    category = models.CharField(max_length=10, blank=True, default="")
    opening_time = models.TimeField(null=True, blank=True)
    closing_time = models.TimeField(null=True, blank=True)
    electronic_ref = models.CharField(max_length=120, blank=True, default="")
    electronic_from = models.DateField(null=True, blank=True)
    journal_epoch = models.PositiveIntegerField(default=1)
    head_position = models.PositiveBigIntegerField(default=0)
    head_hash = models.CharField(max_length=64, default=GENESIS)

    class Meta:
        verbose_name = _("hall")
        verbose_name_plural = _("halls")

    @override
    def __str__(self) -> str:
        return self.name


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
        # The register is searched by one of these and read downwards from a position, however long the journal is.
        indexes: ClassVar = [
            models.Index(fields=["hall", "kind", "position"], name="event_by_kind"),
            models.Index(fields=["hall", "actor", "position"], name="event_by_actor"),
            models.Index(fields=["hall", "session_no", "position"], name="event_by_session"),
            models.Index(fields=["hall", "at"], name="event_by_time"),
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


class ActaBook(models.Model):
    """
    A book of minutes, stamped and authorised by the authority (O79 37.2); its row says where it begins and ends.

    `first_position` is the first row of the journal that may be an entry of it. Folios go on from book to book.
    """

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="acta_books")
    number = models.PositiveIntegerField()
    authorised_ref = models.CharField(max_length=500, blank=True, default="")
    first_folio = models.PositiveIntegerField(default=1)
    first_position = models.PositiveBigIntegerField()
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["hall", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "number"], name="acta_book_number_once"),
            models.UniqueConstraint(
                fields=["hall"], condition=models.Q(closed_at__isnull=True), name="one_open_acta_book_per_hall"
            ),
        ]


class ActaEntry(models.Model):
    """
    One entry (diligencia) of a book. Append-only, as the journal whose row at `position` it tells.

    It begins at line `line` of folio `folio` and takes `lines`; numbers and folios have no gap.
    """

    book = models.ForeignKey(ActaBook, on_delete=models.PROTECT, related_name="entries")
    entry_no = models.PositiveIntegerField()
    folio = models.PositiveIntegerField()
    line = models.PositiveSmallIntegerField()
    lines = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=40)
    session_no = models.PositiveIntegerField()
    game_no = models.PositiveIntegerField(null=True)
    position = models.PositiveBigIntegerField()
    payload = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["book", "entry_no"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["book", "entry_no"], name="acta_entry_no_once"),
            models.UniqueConstraint(fields=["book", "position"], name="acta_entry_position_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["session_no", "kind"], name="acta_entry_of_session")]


class Complaint(models.Model):
    """
    A player's complaint (O79 37.4): who made it stands here alone, sealed, and never in the journal.

    The journal's row is the one of `session:<session_no>` and `seq`.
    """

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="complaints")
    complaint_no = models.PositiveIntegerField()
    session_no = models.PositiveIntegerField()
    seq = models.PositiveIntegerField()
    game_no = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()
    text = models.TextField()
    claimant_name = models.TextField()
    claimant_document = models.TextField()
    key_name = models.CharField(max_length=8)
    claimant_signed = models.BooleanField()

    class Meta:
        ordering: ClassVar = ["hall", "complaint_no"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "complaint_no"], name="complaint_number_once"),
        ]

"""Copies of the hall: that one was made, and that the hall goes on from one; both are rows of the journal."""

from __future__ import annotations

from records.anchor import note_restored, read_anchors
from records.models import Hall
from records.turn import durable
from sessions.journal.hall_door import note
from sessions.rules.access_events import BackupMade, BackupRestored
from sessions.services.anchoring import anchor_hall


def note_copy(hall_id: int, *, up_to: int, sha256: str, size_bytes: int, actor: str) -> None:
    """Note that a copy of the whole hall was made."""
    note(hall_id, BackupMade(up_to=up_to, sha256=sha256, size_bytes=size_bytes), actor=actor)


def go_on_from_copy(hall: Hall, *, known_epoch: int, known_position: int, actor: str) -> int:
    """
    Let the journal go on from a copy that was just put back, in an epoch of its own; gives it.

    Args:
        hall: The hall as the copy has it.
        known_epoch: The epoch before the copy was put back, 0 where it is not known.
        known_position: The last row that was known before, of the anchor file.
        actor: Who did it.
    """
    position, head_hash = hall.head_position, hall.head_hash
    epochs = [anchor.epoch for anchor in read_anchors(hall.code)[0]]
    epoch = max(hall.journal_epoch, known_epoch, *epochs, 0) + 1
    with durable():
        Hall.objects.filter(pk=hall.pk).update(journal_epoch=epoch)
        lost_to = max(known_position, position)
        note(hall.pk, BackupRestored(epoch=epoch, up_to=position, head_hash=head_hash, lost_to=lost_to), actor=actor)
    hall.refresh_from_db()
    note_restored(hall, position=position, head_hash=head_hash)
    anchor_hall(hall.pk, "restored_on")
    return epoch

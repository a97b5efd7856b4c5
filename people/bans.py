"""
Who may not come in (O79 30.1): a register of marks, not of people. It names nobody, and tells no reason.

A mark is the HMAC-SHA-256 of an identity number under a key that is not in the database: whoever copies the table
cannot try the hundred million numbers there are, and the list cannot be read back (30.1 b: it is reserved).
"""

from __future__ import annotations

from collections.abc import Iterable

from people.models import EntryBan
from records.models import Hall
from records.sealed import marks_of


def is_banned(hall_id: int, identity: str) -> bool:
    """Tell whether an identity number, written the one way it is kept, is on the register; "" is nobody's."""
    return bool(identity) and EntryBan.objects.filter(hall_id=hall_id, mark__in=marks_of(identity)).exists()


def set_register(hall: Hall, identities: Iterable[str]) -> tuple[int, int]:
    """Let the register be this list, whole; gives how many came onto it and how many left it. In one transaction."""
    wanted = {marks_of(identity)[0]: identity for identity in identities if identity}
    # Under any of the hall's keys: a list loaded before a change of key stays the same list.
    known = set(EntryBan.objects.filter(hall=hall).values_list("mark", flat=True))
    kept = {mark for identity in wanted.values() for mark in marks_of(identity)} & known
    added = [mark for mark, identity in wanted.items() if not kept & set(marks_of(identity))]
    left, _ = EntryBan.objects.filter(hall=hall).exclude(mark__in=kept).delete()
    EntryBan.objects.bulk_create(EntryBan(hall=hall, mark=mark) for mark in added)
    return len(added), left

"""
Who may not come in (O79 30.1): registers of marks, not of people. They name nobody, and tell no reason.

A mark is the HMAC-SHA-256 of an identity number under a key that is not in the database: whoever copies the table
cannot try the hundred million numbers there are, and the list cannot be read back (30.1 b: it is reserved).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from people.models import EntryBan
from records.models import Hall
from records.sealed import marks_of, marks_of_all

REGISTERS: Final = ("regional", "state")
"""Lists that are loaded apart: the region's, and the state's general one. The door asks them all as one."""


def is_banned(hall_id: int, identity: str) -> bool:
    """Tell whether an identity number, written the one way it is kept, is on a register; "" is nobody's."""
    return bool(identity) and EntryBan.objects.filter(hall_id=hall_id, mark__in=marks_of(identity)).exists()


def marked(identities: Iterable[str]) -> list[list[str]]:
    """Give the marks of a list's identity numbers, each under all of the hall's keys; it takes a while, and no lock."""
    return list(marks_of_all(dict.fromkeys(identity for identity in identities if identity)))


def set_register(hall: Hall, identities: Iterable[str], register: str = REGISTERS[0]) -> tuple[int, int]:
    """Let a register be this list, whole; gives how many came onto it and how many left it. In one transaction."""
    return set_marks(hall, marked(identities), register)


def set_marks(hall: Hall, marks: list[list[str]], register: str) -> tuple[int, int]:
    """Let a register be the list of these marks (`marked`), whole; gives how many came and left. In one transaction."""
    those = EntryBan.objects.filter(hall=hall, register=register)
    # Under any of the hall's keys: a list loaded before a change of key stays the same list.
    known = set(those.values_list("mark", flat=True))
    kept = {mark for each in marks for mark in each} & known
    added = [each[0] for each in marks if kept.isdisjoint(each)]
    gone = known - kept
    # One by one list of those that leave: a list of all that stay may be longer than a database lets a question be.
    left = sum(those.filter(mark__in=part).delete()[0] for part in _parts(sorted(gone)))
    EntryBan.objects.bulk_create(
        (EntryBan(hall=hall, register=register, mark=mark) for mark in added), batch_size=_PART
    )
    return len(added), left


_PART: Final = 200


def _parts(marks: list[str]) -> Iterable[list[str]]:
    return (marks[at : at + _PART] for at in range(0, len(marks), _PART))

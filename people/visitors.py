"""
The visitors' file (O79 31): what tells who somebody is, sealed as one text and found again by the document's mark.

Nothing here writes the journal, which knows the record's number and no more.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date
from typing import Final

from people.models import VisitorRecord
from records.sealed import SecretLost, marks_of, seal, unseal

DIGITS: Final = 12
_LEAST: Final = 10 ** (DIGITS - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who somebody is, as their document says; `birth` is ISO 8601, `document` is written the one way it is kept."""

    name: str
    surnames: str
    birth: str
    kind: str
    document: str
    address: str = ""
    remarks: str = ""

    @property
    def birth_date(self) -> date:
        """The date of birth."""
        return date.fromisoformat(self.birth)


def seal_visitor(record: VisitorRecord, visitor: Visitor) -> None:
    """Write a visitor into a record that is not saved yet, and the mark of the document."""
    record.sealed, record.key_name = seal(json.dumps(asdict(visitor), ensure_ascii=False))
    record.mark = marks_of(visitor.document)[0]


def read_visitor(record: VisitorRecord) -> Visitor:
    """
    Read who a record is about.

    Raises:
        SecretLost: Its key is gone, or the text was altered.
    """
    return Visitor(**json.loads(unseal(record.sealed, record.key_name)))


def visitor_of_document(hall_id: int, identity: str) -> VisitorRecord | None:
    """Find the record of a document, under any of the hall's keys."""
    return VisitorRecord.objects.filter(hall_id=hall_id, mark__in=marks_of(identity)).first()


def free_number(hall_id: int) -> int:
    """Draw a number that no record has: twelve digits, so that one that was destroyed does not come back."""
    while True:
        number = _LEAST + secrets.randbelow(9 * _LEAST)
        if not VisitorRecord.objects.filter(hall_id=hall_id, number=number).exists():
            return number


def readable(hall_id: int) -> Iterator[tuple[VisitorRecord, Visitor | None]]:
    """Give every record of a hall with who it is about, oldest first; None where its key is gone."""
    for record in VisitorRecord.objects.filter(hall_id=hall_id).order_by("registered_at", "pk").iterator():
        try:
            yield record, read_visitor(record)
        except SecretLost:
            yield record, None


def card_code(hall_code: str, card_no: int) -> str:
    """Give the text of an entry card's square code: its number, with signs that nobody can make without the key."""
    return f"ENT-{card_no}-{_proof(hall_code, card_no)}"


def card_of_code(hall_code: str, text: str) -> int:
    """Give the number of the entry card whose code was read; 0 = it is none of this hall's."""
    match text.strip().upper().replace("'", "-").split("-"):
        case ["ENT", number, proof] if number.isascii() and number.isdigit() and len(number) <= DIGITS:
            good = any(secrets.compare_digest(proof.encode(), one.encode()) for one in _proofs(hall_code, int(number)))
            return int(number) if good else 0
        case _:
            return 0


def _proof(hall_code: str, card_no: int) -> str:
    return _proofs(hall_code, card_no)[0]


def _proofs(hall_code: str, card_no: int) -> list[str]:
    return [mark[:10].upper() for mark in marks_of(f"entry card {hall_code} {card_no}")]

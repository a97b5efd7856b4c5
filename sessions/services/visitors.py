"""
The visitors' file (O79 31): a record is opened, corrected, kept beyond its time, given out, destroyed.

What tells who somebody is stands sealed in its row and nowhere else, not even as part of a request's hash: whoever has
the hall's key could try the numbers of documents against it, after the row is gone.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from django.conf import settings
from django.db import transaction

from people.bans import is_banned, marked, set_marks
from people.models import VisitorRecord
from people.scrub import leave_no_bytes
from people.visitors import Visitor, free_number, read_visitor, seal_visitor, visitor_of_document
from records.models import Event, Hall
from records.sealed import SecretLost
from sessions.journal.hall_door import OpenHall, note, open_hall
from sessions.rules import errors
from sessions.rules.admission import identities_of_list, identity_of, letter_is_wrong
from sessions.rules.admission_events import (
    BanRegisterLoaded,
    RetentionHeld,
    VisitorCorrected,
    VisitorRegistered,
    VisitorsExported,
    VisitorsPurged,
)
from sessions.rules.visitors import check_age
from sessions.selectors.admission import days_over, record_numbered, today_here, visitor_of
from sessions.services.entering import lock_door

HOUSE = "house"
"""Who acts where nobody ordered it: the day's own purge."""


def register_visitor(
    *, hall_id: int, visitor: Visitor, signed: bool, actor: str, source_ref: str | None = None
) -> dict[str, Any]:
    """
    Open a visitor's record at the first visit (O79 31.1).

    Args:
        hall_id: The hall.
        visitor: Who it is, as the document says; the document as it was typed.
        signed: Whether the visitor signed the record.
        actor: Who opens it.
        source_ref: The request's key.

    Raises:
        DocumentNeeded, DocumentLetterWrong, VisitorDataWrong: What was typed cannot be so.
        VisitorTooYoung: They are below the hall's age.
        EntryNotAllowed: They may not come in: no record is opened.
        VisitorOnFile: The document has a record.
        KeyReused: The same key came with another visitor.
    """
    visitor = _checked(visitor)
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="register_visitor") as opened:
        if again := opened.already():
            return _said_again(hall_id, again, visitor)
        lock_door(opened)
        _check_entry(hall_id, visitor)
        if visitor_of_document(hall_id, visitor.document) is not None:
            raise errors.VisitorOnFile
        record = VisitorRecord(
            hall=opened.hall,
            number=free_number(hall_id),
            signed=signed,
            registered_at=opened.at,
            last_visit_on=today_here(),
        )
        seal_visitor(record, visitor)
        record.save()
        opened.record(VisitorRegistered(visitor_no=record.number))
    return {"visitor_no": record.number}


def _checked(visitor: Visitor) -> Visitor:
    """Give the visitor with the document written the one way it is kept; refuse what nobody is called."""
    identity = identity_of(visitor.document)
    if not identity:
        raise errors.DocumentNeeded
    if visitor.kind in {"dni", "nie"} and letter_is_wrong(identity):
        raise errors.DocumentLetterWrong
    try:
        date.fromisoformat(visitor.birth)
    except ValueError:
        raise errors.VisitorDataWrong from None
    if not visitor.name.strip() or not visitor.surnames.strip():
        raise errors.VisitorDataWrong
    return replace(visitor, document=identity)


def _check_entry(hall_id: int, visitor: Visitor) -> None:
    check_age(visitor.birth_date, today_here(), settings.BINGO_MINIMUM_AGE)
    if is_banned(hall_id, visitor.document):
        raise errors.EntryNotAllowed


def _said_again(hall_id: int, row: Event, visitor: Visitor) -> dict[str, Any]:
    """Give the first answer to a request said again for the same visitor; nobody can tell once the row is gone."""
    number = row.payload["visitor_no"]
    record = VisitorRecord.objects.filter(hall_id=hall_id, number=number).first()
    if record is not None and _differs(record, visitor):
        raise errors.KeyReused
    return {"visitor_no": number}


def _differs(record: VisitorRecord, visitor: Visitor) -> bool:
    try:
        return read_visitor(record).document != visitor.document
    except SecretLost:
        return False


def correct_visitor(
    *,
    hall_id: int,
    visitor_no: int,
    changes: dict[str, str],
    signed: bool | None = None,
    actor: str,
    source_ref: str | None = None,
) -> dict[str, Any]:
    """
    Correct what a record says: name, surnames, birth, address, remarks; another document is another record.

    Raises:
        VisitorUnknown, VisitorUnreadable, VisitorDataWrong: As their names say.
    """
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="correct_visitor") as opened:
        if again := opened.already():
            if again.payload["visitor_no"] != visitor_no:
                raise errors.KeyReused
            return {"visitor_no": visitor_no}
        record = _locked(opened, visitor_no)
        visitor = _checked(replace(visitor_of(record), **changes))
        check_age(visitor.birth_date, today_here(), settings.BINGO_MINIMUM_AGE)
        seal_visitor(record, visitor)
        record.signed = record.signed if signed is None else signed
        record.save(update_fields=["sealed", "key_name", "mark", "signed"])
        opened.record(VisitorCorrected(visitor_no=visitor_no))
    return {"visitor_no": visitor_no}


def _locked(opened: OpenHall, visitor_no: int) -> VisitorRecord:
    """Lock a record, so that two who write it do so one after the other."""
    record_numbered(opened.hall.pk, visitor_no)
    return VisitorRecord.objects.select_for_update(no_key=True).get(hall=opened.hall, number=visitor_no)


def number_of(hall_id: int, who: str) -> int:
    """
    Give the number of the record of a document, or the number itself where that is what was typed.

    Raises:
        VisitorUnknown: Nobody is on file under it.
    """
    record = visitor_of_document(hall_id, identity_of(who))
    figures = "".join(sign for sign in who if sign not in " -")
    if record is None and figures.isascii() and figures.isdigit():
        record = VisitorRecord.objects.filter(hall_id=hall_id, number=int(figures[:18])).first()
    if record is None:
        raise errors.VisitorUnknown
    return record.number


def hold_retention(
    *, hall_id: int, visitor_no: int, held: bool, reason: str, actor: str, source_ref: str | None = None
) -> dict[str, Any]:
    """
    Keep a record beyond its time, for a claim or an order of the authority, or no longer; the reason names nobody.

    Raises:
        VisitorUnknown: There is no such record.
        RetentionUnchanged: It is so already.
    """
    body = {"visitor_no": visitor_no, "held": held, "reason": reason}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="hold_retention", body=body) as opened:
        if opened.already():
            return {"visitor_no": visitor_no}
        record = _locked(opened, visitor_no)
        if bool(record.hold_reason) == held:
            raise errors.RetentionUnchanged
        record.hold_reason = reason if held else ""
        record.save(update_fields=["hold_reason"])
        opened.record(RetentionHeld(visitor_no=visitor_no, held=held, reason=reason))
    return {"visitor_no": visitor_no}


def load_register(*, hall_id: int, register: str, text: str, actor: str) -> BanRegisterLoaded:
    """
    Let a register of bans be the list of a text or CSV file, whole; the first column is the document.

    Raises:
        RegisterUnread, RegisterEmpty: A line holds no document, or there is none; nothing was changed.
    """
    # Read before the door opens: nobody waits for it.
    marks = marked(identities_of_list(text))
    with open_hall(hall_id, actor=actor) as opened:
        added, left = set_marks(opened.hall, marks, register)
        event = BanRegisterLoaded(register=register, count=len(marks), added=added, left=left)
        opened.record(event)
    return event


def note_export(*, hall: Hall, count: int, form: str, reason: str, actor: str) -> None:
    """Write down that the whole file was given out, by whom and why; before it is."""
    note(hall.pk, VisitorsExported(count=count, form=form, reason=reason), actor=actor)


def purge_visitors(*, hall_id: int, actor: str = HOUSE) -> int:
    """
    Destroy the records whose time is over, their visits and cards with them; gives how many. Held ones stay.

    Then the bytes: the database is written anew without them (`people.scrub`).
    """
    with open_hall(hall_id, actor=actor) as opened:
        # Nobody comes in meanwhile: a record that is renewed now is not destroyed.
        lock_door(opened)
        over = days_over(opened.hall)
        those = VisitorRecord.objects.filter(hall=opened.hall, last_visit_on__in=over, hold_reason="")
        count = those.count()
        if count:
            those.delete()
            opened.record(VisitorsPurged(count=count, months=settings.BINGO_VISITOR_MONTHS))
    if count and not transaction.get_connection().in_atomic_block:
        leave_no_bytes()
    return count

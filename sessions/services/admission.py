"""
At the door: a document is asked about. The answer to who is on a register tells no reason (O79 30.1).

Nothing is written of who may come in; a refusal is, and names nobody.
"""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings

from people.bans import is_banned
from people.models import EntryHold, VisitorRecord
from people.visitors import card_of_code, visitor_of_document
from records.models import Hall
from records.sealed import marks_of
from sessions.journal.door import open_session
from sessions.journal.hall_door import note
from sessions.models import BingoSession
from sessions.rules import errors
from sessions.rules.admission import identity_of, kind_of, letter_is_wrong
from sessions.rules.admission_events import EntryRefused
from sessions.rules.session_events import AdmissionRefused
from sessions.rules.visitors import LEAST_AGE, Verdict, age_on
from sessions.selectors.admission import blocked_by, door_of, today_here, valid_card, visitor_of

BY_LAW: Final = "art. 30.1"
"""What the minutes say: one of the classes of persons to whom entry is prohibited, and not which."""


def check_entry(*, session_id: int, document: str, actor: str, source_ref: str | None = None) -> dict[str, Any]:
    """
    Tell whether the holder of a document may come in. A refusal goes into the minutes, and names nobody.

    The number is written nowhere: the request is known by its mark, which cannot be turned back.

    Raises:
        DocumentNeeded: There is no number in it.
    """
    identity = identity_of(document)
    if not identity:
        raise errors.DocumentNeeded
    body = {"mark": marks_of(identity)[0]}
    with open_session(session_id, actor=actor, source_ref=source_ref, deed="check_entry", body=body) as opened:
        if opened.already():
            return {"admitted": False}
        banned = is_banned(opened.hall_id, identity)
        if banned:
            opened.record(AdmissionRefused(reason=BY_LAW))
    return {"admitted": not banned}


def ask_entry(
    *, hall: Hall, document: str, foreign: bool = False, actor: str, source_ref: str | None = None
) -> dict[str, Any]:
    """
    Say in one answer what the door needs of a document: verdict, what blocks everybody, and who it is where on file.

    A refusal goes into the minutes and tells neither which register, nor anything of the person, known or not.

    Args:
        hall: The hall.
        document: As typed or scanned; or the code of an entry card, whose holder still shows the document (O79 31.4).
        foreign: It is a foreign document that only looks like a DNI or NIE.
        actor: Who asks.
        source_ref: The request's key.

    Raises:
        DocumentNeeded: There is no number in it.
        DocumentLetterWrong: Its letter is not that of its figures.
        VisitorUnknown: The entry card's record was destroyed.
        VisitorUnreadable: The record's key is gone.
    """
    identity = _shown(hall, document)
    if letter_is_wrong(identity) and not foreign:
        raise errors.DocumentLetterWrong
    if is_banned(hall.pk, identity):
        _note_refusal(hall, identity, actor=actor, source_ref=source_ref)
        return {"verdict": str(Verdict.NO_ENTRY)}
    record = visitor_of_document(hall.pk, identity)
    return _new(hall, identity) if record is None else _known(hall, record)


def _shown(hall: Hall, typed: str) -> str:
    """Give the identity number that was typed, or of the holder of the entry card whose code was read."""
    if card_no := card_of_code(hall.code, typed):
        record = VisitorRecord.objects.filter(hall=hall, cards__number=card_no).first()
        if record is None:
            raise errors.VisitorUnknown
        return visitor_of(record).document
    identity = identity_of(typed)
    if not identity:
        raise errors.DocumentNeeded
    return identity


def _note_refusal(hall: Hall, identity: str, *, actor: str, source_ref: str | None) -> None:
    """Write the refusal into the minutes; where no session is open there are none, and the journal keeps it."""
    session = BingoSession.objects.filter(hall=hall, state="open").first()
    if session is not None:
        by = {"actor": actor, "source_ref": source_ref, "deed": "check_entry"}
        with open_session(session.pk, body={"mark": marks_of(identity)[0]}, **by) as opened:
            if opened.already():
                return
            if opened.board.state == "open":
                opened.record(AdmissionRefused(reason=BY_LAW))
                return
    note(hall.pk, EntryRefused(reason=BY_LAW), actor=actor, source_ref=source_ref)


def _new(hall: Hall, identity: str) -> dict[str, Any]:
    door = door_of(hall)
    return {"verdict": str(Verdict.NEW), "blocked": blocked_by(door), "document": identity, "kind": kind_of(identity)}


def _known(hall: Hall, record: VisitorRecord) -> dict[str, Any]:
    visitor = visitor_of(record)
    if age_on(visitor.birth_date, today_here()) < max(settings.BINGO_MINIMUM_AGE, LEAST_AGE):
        return {"verdict": str(Verdict.NO_ENTRY)}
    card, last = valid_card(record), record.visits.order_by("came_at").last()
    hold = EntryHold.objects.filter(visitor=record).first()
    return {
        "verdict": str(Verdict.KNOWN),
        "blocked": blocked_by(door_of(hall)),
        "visitor_no": record.number,
        "name": visitor.name,
        "surnames": visitor.surnames,
        "age": age_on(visitor.birth_date, today_here()),
        "birth": visitor.birth,
        "kind": visitor.kind,
        "address": visitor.address,
        "document": visitor.document,
        "remarks": visitor.remarks,
        "signed": record.signed,
        "card": {"card_no": card.number, "validity": card.validity, "valid_until": card.valid_until} if card else None,
        "last_card": None if card else _last_card(record),
        "visits": record.visits_counted,
        "last_visit": last.came_at if last else None,
        "turn": hold.turn if hold else 0,
    }


def _last_card(record: VisitorRecord) -> dict[str, Any] | None:
    card = record.cards.order_by("valid_until", "pk").last()
    return {"card_no": card.number, "valid_until": card.valid_until} if card else None

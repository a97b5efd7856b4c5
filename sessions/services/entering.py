"""
Coming in and going out: visitors are let in, wait for the end of a game, are counted (O79 21.4, 31, 32.1).

Each deed locks the session, so that no sale opens meanwhile, then the hall's door; the journal knows a record's number
and no more.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings

from people.bans import is_banned
from people.models import Entrance, EntryCard, EntryHold, Visit, VisitorRecord
from sessions.journal.hall_door import OpenHall, open_hall
from sessions.rules import errors
from sessions.rules.admission_events import VisitorHeld
from sessions.rules.visitors import (
    Card,
    DoorState,
    Validity,
    check_age,
    decide_admission,
    decide_correction,
    decide_hold,
    decide_leaving,
    valid_until,
)
from sessions.selectors.admission import card_day_here, door_of, record_numbered, today_here, valid_card, visitor_of


def admit_visitor(
    *, hall_id: int, visitor_no: int, validity: str | None = None, actor: str, source_ref: str | None = None
) -> dict[str, Any]:
    """
    Let a visitor in: the visit is noted, the people inside are one more, and an entry card is issued where asked.

    Args:
        hall_id: The hall.
        visitor_no: The record's number.
        validity: day, week, month or year of the card to issue; None = the valid one is shown.
        actor: Who lets them in.
        source_ref: The request's key.

    Raises:
        VisitorUnknown: There is no such record.
        EntryNotAllowed: They are on a register now.
        GameBeingPlayed, HallFull, EntryCardNeeded: As `decide_admission`.
    """
    body = {"visitor_no": visitor_no, "validity": validity}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="admit_visitor", body=body) as opened:
        if again := opened.already():
            return dict(again.payload)
        entrance, door = lock_door(opened)
        record = record_numbered(hall_id, visitor_no)
        _check_person(hall_id, record)
        card = _card_of(record, entrance, validity)
        event = decide_admission(door, visitor_no=visitor_no, card=card, day=card_day_here())
        opened.record(event)
        _write_visit(opened, record, entrance, card)
    return {"visitor_no": visitor_no, "inside": event.inside, "card_no": event.card_no, "issued": event.issued} | {
        "valid_until": event.valid_until
    }


def lock_door(opened: OpenHall) -> tuple[Entrance, DoorState]:
    """Lock the hall's door, after its session and before its head, and read it."""
    Entrance.objects.get_or_create(hall=opened.hall)
    entrance = Entrance.objects.select_for_update(no_key=True).get(hall=opened.hall)
    return entrance, door_of(opened.hall, entrance.inside)


def _check_person(hall_id: int, record: VisitorRecord) -> None:
    """Ask again, under the lock: a register may have been loaded since the document was asked about."""
    visitor = visitor_of(record)
    if is_banned(hall_id, visitor.document):
        raise errors.EntryNotAllowed
    check_age(visitor.birth_date, today_here(), settings.BINGO_MINIMUM_AGE)


def _card_of(record: VisitorRecord, entrance: Entrance, validity: str | None) -> Card | None:
    if validity is not None:
        issued = Validity(validity)
        until = valid_until(card_day_here(), issued)
        return Card(card_no=entrance.last_card_no + 1, valid_until=until, issued=issued)
    shown = valid_card(record)
    return Card(card_no=shown.number, valid_until=shown.valid_until) if shown else None


def _write_visit(opened: OpenHall, record: VisitorRecord, entrance: Entrance, card: Card | None) -> None:
    assert card is not None, "the rule wants one"
    if card.issued:
        entrance.last_card_no = card.card_no
        EntryCard.objects.create(
            hall=opened.hall,
            visitor=record,
            number=card.card_no,
            validity=str(card.issued),
            issued_at=opened.at,
            valid_until=card.valid_until,
        )
    entrance.inside += 1
    entrance.save(update_fields=["inside", "last_card_no"])
    EntryHold.objects.filter(visitor=record).delete()
    Visit.objects.create(visitor=record, came_at=opened.at)
    record.last_visit_on, record.visits_counted = today_here(), record.visits_counted + 1
    record.save(update_fields=["last_visit_on", "visits_counted"])


def hold_visitor(*, hall_id: int, visitor_no: int, actor: str, source_ref: str | None = None) -> dict[str, Any]:
    """
    Let a visitor wait at the door, with a turn; who waits already keeps theirs.

    Raises:
        VisitorUnknown: There is no such record.
        NobodyMustWait: They may come in now.
    """
    body = {"visitor_no": visitor_no}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="hold_visitor", body=body) as opened:
        if again := opened.already():
            return {"turn": again.payload["turn"]}
        _entrance, door = lock_door(opened)
        record = record_numbered(hall_id, visitor_no)
        waits = EntryHold.objects.filter(visitor=record).first()
        if waits is not None:
            return {"turn": waits.turn}
        last = EntryHold.objects.filter(visitor__hall_id=hall_id).order_by("turn").last()
        event = decide_hold(door, visitor_no=visitor_no, last_turn=last.turn if last else 0)
        opened.record(event)
        EntryHold.objects.create(visitor=record, turn=event.turn, since=opened.at)
    return {"turn": event.turn}


def drop_hold(*, hall_id: int, visitor_no: int, actor: str, source_ref: str | None = None) -> dict[str, Any]:
    """Take a visitor off those who wait: they went away. Who does not wait is left as they are."""
    body = {"visitor_no": visitor_no}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="drop_hold", body=body) as opened:
        if opened.already():
            return {}
        lock_door(opened)
        hold = EntryHold.objects.filter(visitor=record_numbered(hall_id, visitor_no)).first()
        if hold is not None:
            opened.record(VisitorHeld(visitor_no=visitor_no, turn=hold.turn, waiting=False))
            hold.delete()
    return {}


def count_out(
    *, hall_id: int, count: int, visitor_no: int | None = None, actor: str, source_ref: str | None = None
) -> dict[str, Any]:
    """
    Count people out; where it is known who left, their visit ends.

    Raises:
        FewerInside: There are not as many inside.
        VisitorUnknown: There is no such record.
    """
    body = {"count": count, "visitor_no": visitor_no}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="count_out", body=body) as opened:
        if again := opened.already():
            return {"inside": again.payload["inside"]}
        entrance, door = lock_door(opened)
        event = decide_leaving(door, count=count, visitor_no=visitor_no or 0)
        if visitor_no:
            record = record_numbered(hall_id, visitor_no)
            visit = record.visits.filter(left_at__isnull=True).order_by("came_at").last()
            if visit is not None:
                visit.left_at = opened.at
                visit.save(update_fields=["left_at"])
        opened.record(event)
        entrance.inside = event.inside
        entrance.save(update_fields=["inside"])
    return {"inside": event.inside}


def correct_inside(
    *, hall_id: int, inside: int, reason: str, actor: str, source_ref: str | None = None
) -> dict[str, Any]:
    """
    Put right how many people are inside; the journal keeps both numbers and the reason.

    Raises:
        CountUnchanged: It is that number already.
    """
    body = {"inside": inside, "reason": reason}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="correct_inside", body=body) as opened:
        if again := opened.already():
            return {"inside": again.payload["inside"]}
        entrance, door = lock_door(opened)
        opened.record(decide_correction(door, inside=inside, reason=reason))
        entrance.inside = inside
        entrance.save(update_fields=["inside"])
    return {"inside": inside}

"""The door as it stands, and the visitors' file in figures. No writes, and no personal data but where it says so."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, Q
from django.utils.timezone import get_default_timezone

from people.bans import REGISTERS
from people.models import Entrance, EntryBan, EntryCard, EntryHold, Terminal, Visit, VisitorRecord
from people.visitors import Visitor, read_visitor, readable
from records import clock
from records.models import Event, Hall
from records.sealed import SecretLost
from sessions.rules import errors, terminals
from sessions.rules.visitors import DoorState, card_day, months_after, seats_of, time_is_over
from sessions.selectors.people import door_is_open

SOON: Final = timedelta(days=30)


def today_here() -> date:
    """Give the calendar day in the hall."""
    return clock.now().astimezone(get_default_timezone()).date()


def card_day_here(at: datetime | None = None) -> date:
    """Give the day of entry cards in the hall, now or at a moment."""
    return card_day(at or clock.now(), get_default_timezone())


def seats_of_hall(hall: Hall) -> int | None:
    """Give how many people the hall may hold; None = neither its category nor its capacity is stated."""
    taken = settings.BINGO_TERMINAL_SEATS
    if taken is None:
        enrolled = Terminal.objects.filter(hall=hall, revoked_at__isnull=True)
        taken = terminals.seats_of(enrolled.values_list("kind", flat=True))
    return seats_of(hall.category, settings.BINGO_CAPACITY, taken)


def door_of(hall: Hall, inside: int | None = None) -> DoorState:
    """Give the door as it stands; `inside` where its row was read already, under its lock."""
    if inside is None:
        inside = Entrance.objects.filter(hall=hall).values_list("inside", flat=True).first() or 0
    return DoorState(inside=inside, seats=seats_of_hall(hall), open=door_is_open(hall))


def blocked_by(door: DoorState) -> str:
    """Tell what keeps everybody out now: "game", "full", or "" = nothing."""
    if not door.open:
        return "game"
    return "full" if door.full else ""


def desk_of(hall: Hall) -> dict[str, Any]:
    """Give what the door's screen shows of everybody: figures and turns, nobody's name."""
    door = door_of(hall)
    holds = EntryHold.objects.filter(visitor__hall=hall).order_by("turn").select_related("visitor")
    return {
        "inside": door.inside,
        "seats": door.seats,
        "open": door.open,
        "blocked": blocked_by(door),
        "waiting": [{"turn": one.turn, "visitor_no": one.visitor.number, "since": one.since} for one in holds],
    }


def valid_card(record: VisitorRecord) -> EntryCard | None:
    """Give the visitor's entry card that is valid today, the one that lasts longest; None = none."""
    return record.cards.filter(valid_until__gte=card_day_here()).order_by("valid_until", "pk").last()


def record_numbered(hall_id: int, visitor_no: int) -> VisitorRecord:
    """
    Find a record by its number.

    Raises:
        VisitorUnknown: There is none.
    """
    record = VisitorRecord.objects.filter(hall_id=hall_id, number=visitor_no).first()
    if record is None:
        raise errors.VisitorUnknown
    return record


def visitor_of(record: VisitorRecord) -> Visitor:
    """
    Read who a record is about: personal data.

    Raises:
        VisitorUnreadable: Its key is gone.
    """
    try:
        return read_visitor(record)
    except SecretLost:
        raise errors.VisitorUnreadable from None


def ends_of_time(hall: Hall) -> list[tuple[date, int]]:
    """Give the days of last visits with how many records each has, those that are held left out; oldest first."""
    those = VisitorRecord.objects.filter(hall=hall, hold_reason="")
    return list(those.values_list("last_visit_on").annotate(n=Count("pk")).order_by("last_visit_on"))


def days_over(hall: Hall) -> list[date]:
    """Give the days of last visits whose records are to be destroyed."""
    today = today_here()
    return [day for day, _n in ends_of_time(hall) if time_is_over(day, settings.BINGO_VISITOR_MONTHS, today)]


def file_of(hall: Hall) -> dict[str, Any]:
    """Give the visitors' file in figures: on file, held, soon to be destroyed, last destroyed, registers of bans."""
    soon = today_here() + SOON
    months = settings.BINGO_VISITOR_MONTHS
    counted = VisitorRecord.objects.filter(hall=hall).aggregate(
        count=Count("pk"), held=Count("pk", filter=~Q(hold_reason=""))
    )
    purged = Event.objects.filter(hall=hall, kind="VisitorsPurged").order_by("-position").first()
    bans = dict(EntryBan.objects.filter(hall=hall).values_list("register").annotate(n=Count("pk")).order_by())
    loaded = {
        register: Event.objects.filter(hall=hall, kind="BanRegisterLoaded", payload__register=register)
        .order_by("-position")
        .values_list("at", flat=True)
        .first()
        for register in REGISTERS
    }
    return {
        **counted,
        "months": months,
        "soon": sum(n for day, n in ends_of_time(hall) if time_is_over(day, months, soon)),
        "purged": {"at": purged.at, "count": purged.payload["count"]} if purged else None,
        "registers": [{"code": one, "count": bans.get(one, 0), "loaded": loaded[one]} for one in REGISTERS],
        "holds": [
            {"visitor_no": one.number, "reason": one.hold_reason, "until": months_after(one.last_visit_on, months)}
            for one in VisitorRecord.objects.filter(hall=hall).exclude(hold_reason="").order_by("last_visit_on")
        ],
    }


def whole_file(hall: Hall) -> list[tuple[VisitorRecord, Visitor | None, list[Visit]]]:
    """Give every record with who it is about and its visits: personal data, for the authority (O79 31)."""
    visits: dict[int, list[Visit]] = {}
    for visit in Visit.objects.filter(visitor__hall=hall).order_by("came_at"):
        visits.setdefault(visit.visitor_id, []).append(visit)
    return [(record, visitor, visits.get(record.pk, [])) for record, visitor in readable(hall.pk)]

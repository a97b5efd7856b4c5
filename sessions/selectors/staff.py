"""Who works in the hall: the list with documents, one person's history, what needs looking at. No writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.conf import settings
from django.db.models import Q
from django.utils.timezone import localtime

from people.models import StaffMember
from records import clock
from records.models import Event, Hall
from sessions.rules.crew import in_order
from sessions.rules.licences import GOOD, Licence, licence_on

MOST_HISTORY: Final = 200
STAFF_KINDS: Final = (
    "StaffEngaged",
    "StaffPostsSet",
    "StaffLicenceSet",
    "StaffRenamed",
    "StaffEnded",
    "StaffReturned",
    "PasswordGiven",
    "PasswordChosen",
    "PinCleared",
)
"""What the hall's journal tells of one person's work; turns are told by the rota."""


def documents_required() -> bool:
    """Tell whether the hall posts nobody without a professional document that is good."""
    return bool(settings.BINGO_STAFF_DOCUMENTS == "required")


def licences_on(hall_id: int, day: date) -> dict[str, Licence]:
    """Tell how the document of each person at work is on a day of the wall clock."""
    rows = StaffMember.objects.filter(hall_id=hall_id, user__is_active=True)
    told = rows.values_list("user__username", "licence_no", "licence_until")
    return {username: licence_on(number, until, day) for username, number, until in told}


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """
    Somebody on the hall's list of people.

    `pin` is set, unset or locked; `password` is own, given (a one-time one waits) or lapsed (it waited too long).
    """

    username: str
    name: str
    posts: tuple[str, ...]
    at_work: bool
    licence_no: str
    licence_issued: date | None
    licence_until: date | None
    licence: Licence
    pin: str
    password: str
    password_until: datetime | None
    last_login: datetime | None

    @property
    def licence_is_good(self) -> bool:
        """Whether they may be at a post of a hall that keeps documents."""
        return self.licence in GOOD


def people_of(hall: Hall) -> list[Person]:
    """Give everybody on the list: who works there first, by their first post and name."""
    rows = StaffMember.objects.filter(hall=hall).select_related("user").prefetch_related("user__groups")
    people = [_person(member) for member in rows]
    return sorted(people, key=_place)


def person_of(hall: Hall, username: str) -> Person | None:
    """Find one of them, None when nobody of that log-in name is on the list."""
    rows = StaffMember.objects.filter(hall=hall, user__username=username).select_related("user")
    member = rows.prefetch_related("user__groups").first()
    return _person(member) if member else None


def _place(person: Person) -> tuple[bool, int, str]:
    # Posts are in the order of article 24, the senior ones first.
    order = ("hall_manager", "table_chief", "cashier", "seller_caller", "floor_assistant", "admission")
    first = order.index(person.posts[0]) if person.posts else len(order)
    return not person.at_work, first, person.name.casefold()


def _person(member: StaffMember) -> Person:
    now = clock.now()
    return Person(
        username=member.user.get_username(),
        name=member.name,
        posts=in_order([group.name for group in member.user.groups.all()]),
        at_work=member.user.is_active,
        licence_no=member.licence_no,
        licence_issued=member.licence_issued,
        licence_until=member.licence_until,
        licence=licence_on(member.licence_no, member.licence_until, localtime(now).date()),
        pin=_pin(member, now),
        password=_password(member, now),
        password_until=member.one_time_until,
        last_login=member.user.last_login,
    )


def _pin(member: StaffMember, now: datetime) -> str:
    if member.pin_locked_until is not None and member.pin_locked_until > now:
        return "locked"
    return "set" if member.pin_hash else "unset"


def _password(member: StaffMember, now: datetime) -> str:
    if member.one_time_until is None:
        return "own"
    return "given" if member.one_time_until > now else "lapsed"


def documents_to_look_at(people: Iterable[Person]) -> list[Person]:
    """Give who works there and whose document is not good, or soon will not be: the soonest last day first."""
    bad = [one for one in people if one.at_work and one.licence != Licence.VALID]
    return sorted(bad, key=lambda one: (one.licence_until or date.min, one.name.casefold()))


def history_of(hall: Hall, username: str) -> list[dict[str, Any]]:
    """
    Give what the journal tells of one person, newest first: their work, and each post they took or left (O79 26).

    Keys: position, at, kind, payload, actor, session_no; a posting has `came` and its post, or went.
    """
    own = Q(kind__in=STAFF_KINDS, payload__username=username)
    rows = Event.objects.filter(own | Q(kind="StaffPosted"), hall=hall).order_by("position")
    told: list[dict[str, Any]] = []
    there: dict[tuple[int | None, str], bool] = {}
    for row in rows.iterator():
        facts: dict[str, Any] = {}
        if row.kind == "StaffPosted":
            place = (row.session_no, row.payload["post"])
            is_there, was_there = username in row.payload["usernames"], there.get(place, False)
            there[place] = is_there
            if is_there == was_there:
                continue
            facts = {"came": is_there, "transitory": username in row.payload.get("transitory", ())}
        told.append(
            {
                "position": row.position,
                "at": row.at,
                "kind": row.kind,
                "payload": row.payload,
                "actor": row.actor,
                "session_no": row.session_no,
                **facts,
            }
        )
    return told[::-1][:MOST_HISTORY]

"""
Deeds about who works in the hall: they come, get other posts, leave, come back; documents and passwords.

Each is one event of the hall through its door. The hall's list of people is locked after the live session and before
the head row, so that of two managers who end each other's work only one does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction

from people.models import StaffMember
from people.pins import clear_pin as take_pin_away
from people.staff_logins import GOOD_FOR, end_logins, new_one_time_password
from sessions.journal import codec
from sessions.journal.hall_door import OpenHall, open_hall
from sessions.rules import crew as rules
from sessions.rules import errors, staff_events
from sessions.rules.crew import Crew, Worker
from sessions.rules.hall_event import HallEvent
from sessions.rules.hall_events import HALL_EVENTS
from sessions.rules.licences import check_dates
from sessions.rules.session import Post
from sessions.services.hours import zone

NO_DOCUMENT: Final = ("", None, None)
Document = tuple[str, date | None, date | None]
"""A professional document: its number, the day it was issued, its last day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Admitted:
    """
    What came of a deed that gives a password: the event, the password, and until when it waits for its first log-in.

    A request said again has no password to tell: "" and None.
    """

    event: HallEvent
    password: str = ""
    until: datetime | None = None


@dataclass(slots=True, kw_only=True)
class OpenCrew:
    """The hall's door open, and its people locked."""

    door: OpenHall
    members: dict[str, StaffMember]

    @property
    def crew(self) -> Crew:
        """The people as the rules know them."""
        return {
            name: Worker(posts=tuple(g.name for g in m.user.groups.all()), at_work=m.user.is_active)
            for name, m in self.members.items()
        }

    def member(self, username: str) -> StaffMember:
        """Find somebody; raises NotFound."""
        if username not in self.members:
            raise errors.NotFound(what="person", which=username)
        return self.members[username]

    def again(self) -> HallEvent | None:
        """Give what this same request did before; raises KeyReused."""
        row = self.door.already()
        if row is None:
            return None
        event: HallEvent = codec.decode(HALL_EVENTS[row.kind], row.payload)
        return event


@contextmanager
def open_crew(
    hall_id: int, *, actor: str, source_ref: str | None = None, deed: str, body: Mapping[str, Any]
) -> Iterator[OpenCrew]:
    """Open the hall for one deed about its people."""
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed=deed, body=body) as door:
        rows = StaffMember.objects.select_for_update(no_key=True, of=("self",)).filter(hall_id=hall_id)
        members = list(rows.select_related("user").prefetch_related("user__groups").order_by("pk"))
        yield OpenCrew(door=door, members={m.user.get_username(): m for m in members})


def engage(
    *,
    hall_id: int,
    username: str,
    name: str,
    posts: Collection[str],
    document: Document = NO_DOCUMENT,
    actor: str,
    source_ref: str | None = None,
) -> Admitted:
    """
    Let somebody begin to work in the hall; the password that comes back is told once and is kept nowhere.

    Raises:
        BadUsername, UsernameTaken, PostNeeded: See the rule.
        LicenceImpossible, LicenceNumberTaken: The document cannot be theirs.
    """
    password, hashed = _made_password()
    # The name is nobody's but the person's: it stands in no row of the journal, not even in a hash.
    body = {"username": username, "posts": rules.in_order(posts), "document": _plain(document)}
    with open_crew(hall_id, actor=actor, source_ref=source_ref, deed="engage_staff", body=body) as opened:
        if again := opened.again():
            return Admitted(event=again)
        taken = get_user_model().objects.values_list("username", flat=True)
        event = rules.decide_engagement(taken, username=username, posts=posts)
        _check_document(opened, username, document)
        member = _new_member(opened, username, name, hashed)
        _put_posts(member, event.posts)
        _put_document(member, document)
        opened.door.record(event)
        if document != NO_DOCUMENT:
            opened.door.record(_licence_event(username, document))
    return Admitted(event=event, password=password, until=opened.door.at + GOOD_FOR)


def _new_member(opened: OpenCrew, username: str, name: str, hashed: str) -> StaffMember:
    try:
        with transaction.atomic():
            user = get_user_model().objects.create(username=username, password=hashed)
    except IntegrityError:
        # Another hall's manager took the name meanwhile.
        raise errors.UsernameTaken(username=username) from None
    until = opened.door.at + GOOD_FOR
    return StaffMember.objects.create(user=user, hall=opened.door.hall, name=name, one_time_until=until)


def set_posts(
    *, hall_id: int, username: str, posts: Collection[str], actor: str, source_ref: str | None = None
) -> HallEvent:
    """
    Give somebody other professional posts (O79 24); they log in again to have them.

    Raises:
        NotFound, OwnPosts, NotAtWork, PostNeeded, NothingChanged, LastManager: See the rule.
    """
    body = {"username": username, "posts": rules.in_order(posts)}
    with open_crew(hall_id, actor=actor, source_ref=source_ref, deed="set_staff_posts", body=body) as opened:
        if again := opened.again():
            return again
        event = rules.decide_posts(opened.crew, username=username, posts=posts, actor=actor)
        member = opened.member(username)
        _put_posts(member, event.posts)
        end_logins(member.user_id)
        opened.door.record(event)
    return event


def end_work(*, hall_id: int, username: str, actor: str, source_ref: str | None = None) -> HallEvent:
    """
    End somebody's work: from now on they enter nowhere, and nothing is planned for them any more.

    Raises:
        NotFound, OwnPosts, NotAtWork, LastManager: See the rule.
    """
    body = {"username": username}
    with open_crew(hall_id, actor=actor, source_ref=source_ref, deed="end_staff", body=body) as opened:
        if again := opened.again():
            return again
        event = rules.decide_ending(opened.crew, username=username, actor=actor)
        member = opened.member(username)
        _let_in(member, active=False)
        end_logins(member.user_id)
        member.turns.filter(night__gte=opened.door.at.astimezone(zone()).date()).delete()
        opened.door.record(event)
    return event


def let_back(*, hall_id: int, username: str, actor: str, source_ref: str | None = None) -> Admitted:
    """
    Let somebody work in the hall again, with the posts they had and a one-time password.

    Raises:
        NotFound, OwnPosts, AtWork: See the rule.
    """
    return _with_password(
        "let_staff_back",
        lambda opened: rules.decide_return(opened.crew, username=username, actor=actor),
        hall_id=hall_id,
        username=username,
        actor=actor,
        source_ref=source_ref,
    )


def give_password(*, hall_id: int, username: str, actor: str, source_ref: str | None = None) -> Admitted:
    """
    Give somebody who forgot theirs a one-time password; their log-ins end.

    Raises:
        NotFound, OwnPosts, NotAtWork: See the rule.
    """

    def decide(opened: OpenCrew) -> HallEvent:
        rules.check_another(opened.crew, username=username, actor=actor)
        until = (opened.door.at + GOOD_FOR).isoformat()
        return staff_events.PasswordGiven(username=username, until=until)

    return _with_password(
        "give_password", decide, hall_id=hall_id, username=username, actor=actor, source_ref=source_ref
    )


def _with_password(
    deed: str,
    decide: Callable[[OpenCrew], HallEvent],
    *,
    hall_id: int,
    username: str,
    actor: str,
    source_ref: str | None,
) -> Admitted:
    password, hashed = _made_password()
    body = {"username": username}
    with open_crew(hall_id, actor=actor, source_ref=source_ref, deed=deed, body=body) as opened:
        if again := opened.again():
            return Admitted(event=again)
        event = decide(opened)
        member = opened.member(username)
        _let_in(member, active=True)
        _put_password(member, hashed)
        StaffMember.objects.filter(pk=member.pk).update(one_time_until=opened.door.at + GOOD_FOR)
        end_logins(member.user_id)
        opened.door.record(event)
    return Admitted(event=event, password=password, until=opened.door.at + GOOD_FOR)


def choose_password(*, hall_id: int, username: str, password: str, keep: str = "") -> HallEvent:
    """
    Keep the password somebody chose for themselves, once it was found strong enough and the old one was proved.

    `keep` is the session key of the log-in they do it in: all others end.
    """
    hashed = make_password(password)
    with open_crew(hall_id, actor=username, deed="choose_password", body={}) as opened:
        member = opened.member(username)
        _put_password(member, hashed)
        StaffMember.objects.filter(pk=member.pk).update(one_time_until=None)
        end_logins(member.user_id, keep=keep)
        event = staff_events.PasswordChosen(username=username)
        opened.door.record(event)
    return event


def clear_pin(*, hall_id: int, username: str, actor: str, source_ref: str | None = None) -> HallEvent:
    """
    Take somebody's PIN away, so that they set another against their own password.

    Raises:
        NotFound, OwnPosts, NotAtWork: See the rule.
    """
    body = {"username": username}
    with open_crew(hall_id, actor=actor, source_ref=source_ref, deed="clear_pin", body=body) as opened:
        if again := opened.again():
            return again
        rules.check_another(opened.crew, username=username, actor=actor)
        take_pin_away(opened.member(username))
        event = staff_events.PinCleared(username=username)
        opened.door.record(event)
    return event


def set_document(
    *, hall_id: int, username: str, document: Document, actor: str, source_ref: str | None = None
) -> HallEvent:
    """
    Write down somebody's professional document (O79 28), or take it away; anybody's, their own too.

    Raises:
        NotFound: Nobody of that name works here.
        LicenceImpossible, LicenceNumberTaken: It cannot be theirs.
    """
    body = {"username": username, "document": _plain(document)}
    with open_crew(hall_id, actor=actor, source_ref=source_ref, deed="set_staff_document", body=body) as opened:
        if again := opened.again():
            return again
        member = opened.member(username)
        _check_document(opened, username, document)
        _put_document(member, document)
        event = _licence_event(username, document)
        opened.door.record(event)
    return event


def rename(*, hall_id: int, username: str, name: str, actor: str, source_ref: str | None = None) -> HallEvent:
    """
    Write somebody's name anew; the journal keeps that it was done, and no name.

    Raises:
        NotFound: Nobody of that log-in name works here.
    """
    body = {"username": username}
    with open_crew(hall_id, actor=actor, source_ref=source_ref, deed="rename_staff", body=body) as opened:
        if again := opened.again():
            return again
        StaffMember.objects.filter(pk=opened.member(username).pk).update(name=name)
        event = staff_events.StaffRenamed(username=username)
        opened.door.record(event)
    return event


def _made_password() -> tuple[str, str]:
    """Make a one-time password and its hash, which takes its time and so is made outside the door."""
    password = new_one_time_password()
    return password, make_password(password)


def _put_password(member: StaffMember, hashed: str) -> None:
    get_user_model().objects.filter(pk=member.user_id).update(password=hashed)


def _let_in(member: StaffMember, *, active: bool) -> None:
    get_user_model().objects.filter(pk=member.user_id).update(is_active=active)


def _put_posts(member: StaffMember, posts: Collection[str]) -> None:
    """Let the groups be the posts; who directs the hall, and nobody else, enters the administration."""
    others = member.user.groups.exclude(name__in=[str(post) for post in Post])
    member.user.groups.set([*others, *Group.objects.filter(name__in=posts)])
    directs = Post.HALL_MANAGER in posts
    get_user_model().objects.filter(pk=member.user_id).update(is_staff=directs)


def _plain(document: Document) -> list[str]:
    number, issued, until = document
    return [number, issued.isoformat() if issued else "", until.isoformat() if until else ""]


def _check_document(opened: OpenCrew, username: str, document: Document) -> None:
    number, issued, until = document
    check_dates(number, issued, until, opened.door.at.astimezone(zone()).date())
    for other, member in opened.members.items():
        if number and other != username and member.licence_no == number:
            raise errors.LicenceNumberTaken(username=other)


def _put_document(member: StaffMember, document: Document) -> None:
    number, issued, until = document
    StaffMember.objects.filter(pk=member.pk).update(licence_no=number, licence_issued=issued, licence_until=until)


def _licence_event(username: str, document: Document) -> staff_events.StaffLicenceSet:
    number, issued, until = _plain(document)
    return staff_events.StaffLicenceSet(username=username, number=number, issued=issued, until=until)

"""Deeds of the rota: turns planned, dropped, copied from the week before; and tonight's posts filled from it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta

from people.models import RotaTurn
from sessions.journal.door import open_session
from sessions.rules import errors
from sessions.rules.licences import check_licences
from sessions.rules.rota import Turn, changes_of, decide_turn, hour_of, minutes_of, night_of, people_at
from sessions.rules.session import Post, SessionEvent
from sessions.rules.staff import posted
from sessions.rules.staff_events import TurnDropped, TurnsPlanned
from sessions.selectors.rota import turns_of
from sessions.selectors.staff import documents_required, licences_on
from sessions.services.hours import zone
from sessions.services.people import post_people
from sessions.services.staff import OpenCrew, open_crew

DAYS_A_WEEK = 7


def plan_turns(
    *,
    hall_id: int,
    username: str,
    post: str,
    nights: Collection[date],
    starts: str,
    ends: str,
    actor: str,
    source_ref: str | None = None,
) -> TurnsPlanned:
    """
    Plan one person at one post for some nights, at the same hours of the wall clock; all of them or none.

    Raises:
        NotFound: Nobody of that name works here. NotAtWork: Not any more.
        NothingChanged: No night is named.
        TurnPast, TurnImpossible, MayNotSubstitute, TurnsOverlap: See the rule.
        LicenceNeeded, LicenceExpired: The hall keeps its people's documents, and theirs is not good that night.
    """
    told = TurnsPlanned(
        username=username,
        post=post,
        nights=tuple(night.isoformat() for night in sorted(set(nights))),
        starts=starts,
        ends=ends,
    )
    body = {"username": username, "post": post, "nights": told.nights, "starts": starts, "ends": ends}
    with open_crew(hall_id, actor=actor, source_ref=source_ref, deed="plan_turns", body=body) as opened:
        if opened.again():
            return told
        if not told.nights:
            raise errors.NothingChanged
        turn = Turn(username=username, post=Post(post), starts=minutes_of(starts), ends=minutes_of(ends))
        for night in sorted(set(nights)):
            _plan(opened, turn, night)
        opened.door.record(told)
    return told


def _plan(opened: OpenCrew, turn: Turn, night: date) -> None:
    member = opened.member(turn.username)
    if not member.user.is_active:
        raise errors.NotAtWork(username=turn.username)
    if documents_required():
        check_licences([turn.username], licences_on(opened.door.hall.pk, night))
    own = opened.crew[turn.username].posts
    planned = [t for t in turns_of(opened.door.hall.pk, night) if t.username == turn.username]
    decide_turn(turn, night=night, today=_today(opened), planned=planned, own=own)
    RotaTurn.objects.create(
        hall=opened.door.hall, member=member, night=night, post=turn.post, starts=turn.starts, ends=turn.ends
    )


def _today(opened: OpenCrew) -> date:
    return night_of(opened.door.at.astimezone(zone()))[0]


def drop_turn(
    *,
    hall_id: int,
    username: str,
    post: str,
    night: date,
    starts: str,
    actor: str,
    source_ref: str | None = None,
) -> TurnDropped:
    """
    Take a turn out of the rota.

    Raises:
        TurnPast: Its night is over.
        NotFound: It is not planned.
    """
    told = TurnDropped(username=username, post=post, night=night.isoformat(), starts=starts)
    body = {"username": username, "post": post, "night": told.night, "starts": starts}
    with open_crew(hall_id, actor=actor, source_ref=source_ref, deed="drop_turn", body=body) as opened:
        if opened.again():
            return told
        if night < _today(opened):
            raise errors.TurnPast(night=told.night)
        member = opened.member(username)
        row = RotaTurn.objects.filter(member=member, night=night, post=post, starts=minutes_of(starts)).first()
        if row is None:
            raise errors.NotFound(what="turn", which=f"{username} {told.night}")
        row.delete()
        opened.door.record(told)
    return told


def copy_week(*, hall_id: int, monday: date, actor: str, source_ref: str | None = None) -> dict[str, int]:
    """
    Plan a week like the one before it: each of its nights that is not over and has no turn yet.

    Turns that cannot be as they were (the person's work ended, the document expired) are left out and counted.

    Returns:
        {"copied": turns planned, "left_out": turns that could not be}.

    Raises:
        NothingChanged: There is nothing to copy, or nowhere to copy it to.
    """
    body = {"monday": monday.isoformat()}
    with open_crew(hall_id, actor=actor, source_ref=source_ref, deed="copy_week", body=body) as opened:
        if opened.door.already():
            return {"copied": 0, "left_out": 0}
        copied, left_out = _copied(opened, monday)
        if not copied:
            raise errors.NothingChanged
        for (username, post, starts, ends), nights in _alike(copied).items():
            opened.door.record(
                TurnsPlanned(username=username, post=post, nights=nights, starts=hour_of(starts), ends=hour_of(ends))
            )
    return {"copied": len(copied), "left_out": left_out}


def _copied(opened: OpenCrew, monday: date) -> tuple[list[tuple[Turn, date]], int]:
    """Plan what can be; gives the turns planned with their nights, and how many could not be."""
    copied: list[tuple[Turn, date]] = []
    left_out = 0
    for night in (monday + timedelta(days=day) for day in range(DAYS_A_WEEK)):
        if night < _today(opened) or turns_of(opened.door.hall.pk, night):
            continue
        for turn in turns_of(opened.door.hall.pk, night - timedelta(days=DAYS_A_WEEK)):
            try:
                _plan(opened, turn, night)
            except errors.RuleViolation:
                left_out += 1
            else:
                copied.append((turn, night))
    return copied, left_out


def _alike(copied: list[tuple[Turn, date]]) -> dict[tuple[str, str, int, int], tuple[str, ...]]:
    """Put together the nights of turns that are otherwise the same."""
    nights: dict[tuple[str, str, int, int], tuple[str, ...]] = {}
    for turn, night in copied:
        key = (turn.username, str(turn.post), turn.starts, turn.ends)
        nights[key] = (*nights.get(key, ()), night.isoformat())
    return nights


def post_from_rota(
    *, session_id: int, hour: str, reason: str = "", actor: str, source_ref: str | None = None
) -> SessionEvent:
    """
    Put at their posts the people whom tonight's rota has there at an hour of the wall clock (O79 24, 26).

    A post the rota has nobody for stays as it is. In an open session it is a substitution, with its reason.

    Raises:
        NoTurnsPlanned: The rota has nobody at that hour.
        NothingChanged: They are there already.
    """
    body = {"hour": hour, "reason": reason}
    with open_session(session_id, actor=actor, source_ref=source_ref, deed="post_from_rota", body=body) as opened:
        if again := opened.already():
            return again
        night, _minute = night_of(opened.at.astimezone(zone()))
        planned = people_at(turns_of(opened.hall_id, night), minutes_of(hour))
        if not any(planned.values()):
            raise errors.NoTurnsPlanned(hour=hour)
        events = post_people(opened, changes_of(planned, posted(opened.board)), reason)
    return events[0]

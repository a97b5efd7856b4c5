"""
The significant events of the hall: who came and went, who proved or approved what, what was printed and given out.

Each is one row of the hall's journal, in a transaction of its own: call these outside any door. A flood of failures is
a few rows and a count (`records.floods`). What is typed by somebody unknown is kept nowhere.
"""

from __future__ import annotations

import time
from typing import Any, Final

from django.contrib.auth import get_user_model

from people.models import Player, StaffMember
from records.floods import Flood, Told
from records.models import Hall
from sessions.journal.hall_door import note
from sessions.rules.access_events import (
    ApprovalGiven,
    ApprovalRefused,
    LoggedIn,
    LoggedOut,
    LogInFailed,
    LogInLocked,
    OriginRefused,
    PaperMade,
    Purged,
    ReportMade,
    StepUpFailed,
    StepUpProved,
)
from sessions.rules.hall_event import HallEvent

HOUSE: Final = "house"
"""Who acts in rows that nobody ordered."""
LONGEST_ADDRESS: Final = 45
LONGEST_ORIGIN: Final = 80

_floods: Final[dict[tuple[int, str], Flood]] = {}


def hall_and_name_of(user: Any) -> tuple[Hall | None, str]:
    """Give somebody's hall and how the journal names them: staff by their log-in, a player by the account's code."""
    member = StaffMember.objects.select_related("hall").filter(user=user).first()
    if member is not None:
        return member.hall, str(user.get_username())
    player = Player.objects.select_related("hall").filter(user=user).first()
    if player is not None:
        return player.hall, player.account
    return Hall.objects.order_by("pk").first(), str(user.get_username())


def note_login(hall: Hall | None, user: Any, *, address: str = "") -> None:
    """Note that somebody logged in; `hall` None = theirs. The address of a player is not kept."""
    own, who = hall_and_name_of(user)
    if (hall := hall or own) is not None:
        kept = "" if who.startswith("player:") else _short(address, LONGEST_ADDRESS)
        note(hall.pk, LoggedIn(who=who, address=kept), actor=who)


def note_logout(hall: Hall | None, user: Any) -> None:
    """Note that somebody logged out."""
    own, who = hall_and_name_of(user)
    if (hall := hall or own) is not None:
        note(hall.pk, LoggedOut(who=who), actor=who)


def note_failed_login(username: str, *, address: str = "") -> None:
    """Note a failed log-in: in somebody's name where there is such a person, else only that there was one."""
    hall, who = _known(username)
    _take(hall, LogInFailed, address, who)


def note_lockout(username: str, *, address: str = "") -> None:
    """Note that a log-in is locked for a while after too many failures."""
    hall, who = _known(username)
    _take(hall, LogInLocked, address, who)


def note_step_up(user: Any, ok: bool, *, locked: bool = False) -> None:  # noqa: FBT001 - as it is read aloud: proved or not
    """
    Note that somebody proved themselves with their PIN before a grave deed, or that a wrong one was given.

    A deed whose row names who signed it needs none for the PIN that was right.
    """
    hall, who = hall_and_name_of(user)
    if hall is None:
        return
    if ok:
        note(hall.pk, StepUpProved(who=who), actor=who)
    else:
        _take(hall, StepUpFailed, f"locked {who}" if locked else who, who)


def note_approval(
    hall_id: int, *, deed: str, wanted_by: str, second: str, given: bool, reason: str = "", digest: str = ""
) -> None:
    """Note that a second person approved somebody's deed, or did not: `reason` is a code, "" = they said no."""
    facts = {"deed": deed, "wanted_by": wanted_by, "second": second, "digest": digest}
    event = ApprovalGiven(**facts) if given else ApprovalRefused(**facts, reason=reason)
    note(hall_id, event, actor=second or wanted_by)


def note_origin_refused(origin: str, *, address: str = "") -> None:
    """Note that a page or socket of another origin, or a form without the hall's token, was turned away."""
    _take(Hall.objects.order_by("pk").first(), OriginRefused, address, _short(origin, LONGEST_ORIGIN))


def note_paper(hall_id: int, *, session: int, form: str, copy: str, up_to: int, actor: str) -> None:
    """Note that minutes were printed or given out as a file."""
    note(hall_id, PaperMade(session=session, form=form, copy=copy, up_to=up_to), actor=actor)


def note_report(hall_id: int, *, report: str, form: str, asked: str = "", actor: str) -> None:
    """Note that a report, a register or a list was printed or given out as a file."""
    note(hall_id, ReportMade(report=report, form=form, asked=asked), actor=actor)


def note_purge(hall_id: int, *, what: str, count: int, actor: str) -> None:
    """Note that data the law wants forgotten were deleted for good."""
    note(hall_id, Purged(what=what, count=count), actor=actor)


def note_what_waits(*, everything: bool = False) -> None:
    """Write what waits of floods that are over; of all of them when the program ends."""
    for (hall_id, kind), flood in list(_floods.items()):
        for told in flood.rest() if everything else flood.over(time.monotonic()):
            _write(hall_id, _FLOODED[kind], told)


_FLOODED: Final = {cls.__name__: cls for cls in (LogInFailed, LogInLocked, StepUpFailed, OriginRefused)}


def _known(username: str) -> tuple[Hall | None, str]:
    """Find the hall and name of whose log-in this is; of somebody unknown the first hall, and nothing else."""
    model = get_user_model()
    user = model.objects.filter(**{model.USERNAME_FIELD: username}).first() if username else None
    return hall_and_name_of(user) if user is not None else (Hall.objects.order_by("pk").first(), "")


def _take(hall: Hall | None, cls: type[HallEvent], source: str, name: str) -> None:
    if hall is None:
        return
    flood = _floods.setdefault((hall.pk, cls.__name__), Flood())
    for told in flood.take(_short(source, LONGEST_ADDRESS), name, time.monotonic()):
        _write(hall.pk, cls, told)


def _write(hall_id: int, cls: type[HallEvent], told: Told) -> None:
    note(hall_id, _event(cls, told), actor=HOUSE)


def _event(cls: type[HallEvent], told: Told) -> HallEvent:
    if cls is StepUpFailed:
        who = told.name or told.source.removeprefix("locked ")
        return StepUpFailed(who=who, locked=told.source.startswith("locked "), times=told.times)
    if cls is OriginRefused:
        return OriginRefused(origin=told.name, address=told.source, times=told.times)
    assert issubclass(cls, LogInFailed | LogInLocked), "the events of floods are these"
    return cls(who=told.name, address=told.source, times=told.times)


def _short(text: str, most: int) -> str:
    """Keep what fits and can be shown: the text came from outside."""
    return "".join(sign for sign in text[:most] if sign.isprintable())

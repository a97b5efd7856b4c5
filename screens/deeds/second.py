"""
The second person: proved with their own PIN or password on the screen of the first, or by their word from their own.

On the first's screen the proof is in the very request, so it can stand for nothing else. A word from another screen
comes as an approval (`screens.approvals`), bound to the deed and used up by it.
"""

from __future__ import annotations

import re
from math import ceil
from typing import Any, Final

from django.contrib.auth import authenticate

from people.models import StaffMember
from people.pins import Checked, Outcome, check_pin
from records import clock
from records.models import Hall
from screens.access import may
from screens.log_ins import step_up
from sessions.rules import errors
from sessions.rules.errors import SecondPersonNeeded
from sessions.services.significant import note_step_up

SENIORS: Final = ("direct_session", "run_table")
"""Who may stand for what is grave: permissions of the posts that direct the session or run the table."""
_PIN: Final = re.compile(r"[0-9]{4,8}", re.ASCII)


def second_person(request: Any, hall: Hall, username: str, password: str) -> str:
    """
    Prove the second person; "" when none is named (the rule then says whether one is needed).

    `password` is their password, or their PIN once they have set one: 4 to 8 digits are always taken for the PIN then.

    Raises:
        SecondPersonNeeded: The password is wrong, or the person does not work in this hall.
        PinRefused, PinLocked: The PIN is.
    """
    if approved_by := getattr(request, "approved_by", ""):
        if not _works_here(hall, approved_by):
            raise SecondPersonNeeded
        return str(approved_by)
    if not username:
        return ""
    member = _works_here(hall, username)
    if member is not None and member.pin_hash and _PIN.fullmatch(password):
        judged(check_pin(hall, username, password), member.user)
    elif authenticate(request, username=username, password=password) is None or member is None:
        raise SecondPersonNeeded
    step_up(request)
    return username


def second_senior(request: Any, hall: Hall, username: str, password: str) -> str:
    """
    Prove a second person who may void a game: one of the posts that direct the session or run the table.

    Raises:
        SecondPersonNeeded: It is not such a person of this hall, or the password is wrong.
        PinRefused, PinLocked: The PIN is.
    """
    second = second_person(request, hall, username, password)
    if second and not may(StaffMember.objects.get(user__username=second).user, *SENIORS):
        raise SecondPersonNeeded
    return second


def judged(checked: Checked, user: Any) -> None:
    """
    Let a right PIN pass, and note a wrong one.

    Raises:
        PinRefused: It is not their PIN, or nobody of that name works here.
        PinNotSet: They have none yet.
        PinLocked: Too many wrong ones.
    """
    if checked.outcome is Outcome.RIGHT:
        return
    if checked.outcome is Outcome.UNSET:
        raise errors.PinNotSet
    locked = checked.outcome is Outcome.LOCKED
    if user is not None:
        note_step_up(user, ok=False, locked=locked)
    if locked:
        assert checked.until is not None, "a lock has an end"
        raise errors.PinLocked(wait_minutes=ceil((checked.until - clock.now()).total_seconds() / 60))
    raise errors.PinRefused


def _works_here(hall: Hall, username: str) -> StaffMember | None:
    # Who still has a one-time password has not been here yet: whoever gave it knows it, and is no second person.
    people = StaffMember.objects.filter(hall=hall, user__username=username, user__is_active=True, one_time_until=None)
    return people.select_related("user").first()

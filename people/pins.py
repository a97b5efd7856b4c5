"""
The PIN with which a member of staff signs, their own, at anybody's screen; and a player's, at any terminal.

A PIN is short, so guessing is stopped by counting: five wrong ones lock it for a quarter of an hour. Every answer takes
the time of one hash, whether the person exists, has a PIN or is locked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import Any, Final

from django.contrib.auth.hashers import check_password, make_password
from django.db.models import QuerySet

from people.models import Player, StaffMember
from records import clock
from records.models import Hall
from records.turn import durable

Holder = StaffMember | Player
"""Who has a PIN of their own."""

MOST_FAILURES: Final = 5
LOCKED_FOR: Final = timedelta(minutes=15)
_PIN: Final = re.compile(r"[0-9]{4,8}", re.ASCII)


class WeakPin(ValueError):
    """The PIN has not 4 to 8 digits, or they are all equal, or one after another."""


class Outcome(StrEnum):
    """What came of checking a PIN."""

    RIGHT = "right"
    WRONG = "wrong"
    LOCKED = "locked"
    UNSET = "unset"


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome, and until when the PIN is locked."""

    outcome: Outcome
    until: datetime | None = None


def check_strength(pin: str) -> None:
    """
    Refuse a PIN that is guessed first.

    Raises:
        WeakPin: See there.
    """
    if not _PIN.fullmatch(pin):
        raise WeakPin
    steps = {int(b) - int(a) for a, b in pairwise(pin)}
    if steps in ({0}, {1}, {-1}):
        raise WeakPin


def set_pin(member: Holder, pin: str) -> None:
    """
    Give somebody a PIN; it unlocks a locked one.

    Raises:
        WeakPin: It would be guessed.
    """
    check_strength(pin)
    _rows(member).filter(pk=member.pk).update(pin_hash=make_password(pin), pin_failures=0, pin_locked_until=None)


def _rows(member: Holder) -> QuerySet[Any]:
    return StaffMember.objects.all() if isinstance(member, StaffMember) else Player.objects.all()


def clear_pin(member: StaffMember) -> None:
    """Take somebody's PIN away, so that they set another."""
    StaffMember.objects.filter(pk=member.pk).update(pin_hash="", pin_failures=0, pin_locked_until=None)


def check_pin(hall: Hall, username: str, pin: str) -> Checked:
    """Check somebody's PIN and count what is wrong; the count stays though the deed is refused afterwards."""
    people = StaffMember.objects.filter(hall=hall, user__username=username, user__is_active=True)
    return check_pin_of(people.first(), pin)


def check_pin_of(known: Holder | None, pin: str) -> Checked:
    """Check the PIN of a row just read, None where nobody was found: that takes as long, and is wrong."""
    stored = known.pin_hash if known else ""
    right = _hashed(pin, stored)
    if known is None:
        return Checked(Outcome.WRONG)
    with durable():
        # The hash is slow and is done before the row is locked; a PIN changed meanwhile counts as wrong.
        member = _rows(known).select_for_update(no_key=True).get(pk=known.pk)
        return _counted(member, right=right and member.pin_hash == stored)


def _hashed(pin: str, stored: str) -> bool:
    """Compare with the stored hash; without one, take as long."""
    if not stored:
        make_password(pin)
        return False
    return check_password(pin, stored)


def _counted(member: Holder, *, right: bool) -> Checked:
    now = clock.now()
    if not member.pin_hash:
        return Checked(Outcome.UNSET)
    if member.pin_locked_until is not None and member.pin_locked_until > now:
        return Checked(Outcome.LOCKED, member.pin_locked_until)
    if right:
        if member.pin_failures or member.pin_locked_until:
            _keep(member, failures=0, until=None)
        return Checked(Outcome.RIGHT)
    failures = member.pin_failures + 1
    if failures < MOST_FAILURES:
        _keep(member, failures=failures, until=None)
        return Checked(Outcome.WRONG)
    until = now + LOCKED_FOR
    _keep(member, failures=0, until=until)
    return Checked(Outcome.LOCKED, until)


def _keep(member: Holder, *, failures: int, until: datetime | None) -> None:
    member.pin_failures, member.pin_locked_until = failures, until
    member.save(update_fields=["pin_failures", "pin_locked_until"])

"""
Log-ins of the people who work in the hall: ended all at once, and passwords that are good for one log-in.

A one-time password is read from a screen and typed once: no look-alikes, small letters, in groups of four.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from people.models import StaffMember
from records import clock

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS, SIGNS_A_GROUP = 3, 4
GOOD_FOR: Final = timedelta(hours=72)
"""How long a one-time password waits for its first log-in."""


def new_one_time_password() -> str:
    """Make one: twelve signs of thirty-one, 59 bits."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(SIGNS_A_GROUP)) for _ in range(GROUPS))


def end_logins(user_id: int, *, keep: str = "") -> int:
    """
    End every log-in of a user but the one whose session key is to be kept; gives how many ended.

    A page asked for afterwards finds nobody logged in; a socket that is open looks again within seconds and closes.
    """
    theirs = [
        row.session_key
        for row in Session.objects.filter(expire_date__gt=clock.now()).iterator()
        if row.session_key != keep and row.get_decoded().get(SESSION_KEY) == str(user_id)
    ]
    Session.objects.filter(session_key__in=theirs).delete()
    return len(theirs)


def one_time_until(user: Any) -> datetime | None:
    """Tell until when the password somebody has is one they were given and must change; None = it is their own."""
    member = StaffMember.objects.filter(user_id=user.pk).only("one_time_until").first()
    return member.one_time_until if member else None

"""The second person: named and proved with their own password, on the screen of the first."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate

from people.models import StaffMember
from records.models import Hall
from screens.access import may
from sessions.rules.errors import SecondPersonNeeded


def second_person(request: Any, hall: Hall, username: str, password: str) -> str:
    """
    Prove the second person; "" when none is named (the rule then says whether one is needed).

    Raises:
        SecondPersonNeeded: The password is wrong, or the person does not work in this hall.
    """
    if not username:
        return ""
    user = authenticate(request, username=username, password=password)
    if user is None or not StaffMember.objects.filter(user=user, hall=hall).exists():
        raise SecondPersonNeeded
    return str(user.get_username())


def second_senior(request: Any, hall: Hall, username: str, password: str) -> str:
    """
    Prove a second person who may void a game: one of the posts that direct the session or run the table.

    Raises:
        SecondPersonNeeded: It is not such a person of this hall, or the password is wrong.
    """
    second = second_person(request, hall, username, password)
    if second and not may(StaffMember.objects.get(user__username=second).user, "direct_session", "run_table"):
        raise SecondPersonNeeded
    return second

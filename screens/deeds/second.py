"""The second person: named and proved with their own password, on the screen of the first."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate

from people.models import StaffMember
from records.models import Hall
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

"""Who may see and do what: one permission a post, checked on every request and every socket message."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from secrets import compare_digest
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from people.models import Player, StaffMember
from records.models import Hall

View = Callable[..., HttpResponse]

FACES = (
    ("direct_session", "manager"),
    ("run_table", "desk"),
    ("sell_cards", "seller"),
    ("call_balls", "caller"),
    ("keep_cash", "cashier"),
    ("play_cards", "terminal"),
)
"""Permission and name of each face that needs a log-in, in the order of a night."""


def may(user: Any, *permissions: str) -> bool:
    """Tell whether the user holds one of the permissions (by short name)."""
    return bool(user.is_active) and any(user.has_perm(f"bingo_sessions.{name}") for name in permissions)


def requires(*permissions: str) -> Callable[[View], View]:
    """Let a page be seen by who holds one of the permissions; others log in, or get a 403."""

    def decorate(view: View) -> View:
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not may(request.user, *permissions):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def is_staff(user: Any) -> bool:
    """Tell whether the user works in the hall."""
    return bool(user.is_authenticated and user.is_active and StaffMember.objects.filter(user=user).exists())


def has_wall_token(token: str) -> bool:
    """Tell whether a read-only token opens the wall screens."""
    return compare_digest(token.encode(), settings.BINGO_WALL_TOKEN.encode())


def wall_access(view: View) -> View:
    """Let a wall screen be opened with the read-only token `k`, or by staff."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if has_wall_token(request.GET.get("k", "")) or is_staff(request.user):
            return view(request, *args, **kwargs)
        raise PermissionDenied

    return guarded


def hall_of(user: Any) -> Hall | None:
    """Find the hall a person belongs to, the first hall for wall screens; None before any exists."""
    if user is not None and user.is_authenticated:
        member = StaffMember.objects.select_related("hall").filter(user=user).first()
        member = member or Player.objects.select_related("hall").filter(user=user).first()
        if member is not None:
            return member.hall
    return Hall.objects.order_by("pk").first()

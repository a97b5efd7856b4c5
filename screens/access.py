"""Who may see and do what: one permission a post, checked on every request and every socket message."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from secrets import compare_digest
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from people.models import Player, StaffMember
from records.models import Hall
from sessions.rules.terminals import TerminalKind
from sessions.selectors.people import posts_now

View = Callable[..., HttpResponse]

WORK = ("direct_session", "run_table", "sell_cards", "call_balls", "keep_cash", "admit")
"""The permissions of those who work in the hall, by their short names."""

FACES = (
    ("direct_session", "manager"),
    ("run_table", "desk"),
    ("sell_cards", "seller"),
    ("call_balls", "caller"),
    ("keep_cash", "cashier"),
    ("admit", "admission"),
    ("play_cards", "terminal"),
)
"""Permission and name of each face that needs a log-in, in the order of a night."""


def may(user: Any, *permissions: str) -> bool:
    """
    Tell whether the user holds one of the permissions (by short name), of their own or of where they stand in.

    At an enrolled device nobody may do more than the device is for, whoever they are.
    """
    if not user.is_active:
        return False
    permissions = tuple(name for name in permissions if lets_through(user, name))
    if any(user.has_perm(f"bingo_sessions.{name}") for name in permissions):
        return True
    posts = _stands_in_at(user)
    given = Permission.objects.filter(content_type__app_label="bingo_sessions", codename__in=permissions)
    return bool(posts) and given.filter(group__name__in=posts).exists()


def lets_through(user: Any, *permissions: str) -> bool:
    """Tell whether the device that the user works at is for one of the permissions; one that is not enrolled is."""
    at_device = getattr(user, "at_device", None)
    return at_device is None or not at_device.isdisjoint(permissions)


def _stands_in_at(user: Any) -> list[str]:
    """Give the posts, not their own, that the Jefe de Sala has put somebody at tonight; asked once a request."""
    if not hasattr(user, "stands_in_at"):
        member = StaffMember.objects.filter(user_id=user.pk).first() if user.is_authenticated else None
        posts = posts_now(member.hall_id, user.get_username()) if member else []
        own = set(user.groups.values_list("name", flat=True)) if posts else set()
        user.stands_in_at = [post for post in posts if post not in own]
    return list(user.stands_in_at)


def requires(*permissions: str) -> Callable[[View], View]:
    """Let a page be seen by who holds one of the permissions; others log in, or get a 403."""

    def decorate(view: View) -> View:
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not may(request.user, *permissions):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        guarded.permissions = permissions  # type: ignore[attr-defined] - what a device is held to
        return guarded

    return decorate


def is_staff(user: Any) -> bool:
    """Tell whether the user works in the hall, and has a password of their own: a one-time one opens nothing else."""
    if not (user.is_authenticated and user.is_active and lets_through(user, *WORK)):
        return False
    return StaffMember.objects.filter(user=user, one_time_until=None).exists()


def has_wall_token(token: str) -> bool:
    """Tell whether a read-only token opens the wall screens."""
    return compare_digest(token.encode(), settings.BINGO_WALL_TOKEN.encode())


def is_wall(request: HttpRequest) -> bool:
    """Tell whether the page is asked for by a device that was enrolled as a wall; it needs no token."""
    terminal = getattr(request, "terminal", None)
    return terminal is not None and terminal.kind == TerminalKind.WALL


def wall_access(view: View) -> View:
    """Let a wall screen be opened with the read-only token `k`, or by staff."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if has_wall_token(request.GET.get("k", "")) or is_wall(request) or is_staff(request.user):
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

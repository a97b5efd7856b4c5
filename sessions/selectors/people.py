"""Who works in the hall and who stands in at another post now; its permit, its complaints, its door. No writes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import CharField, OuterRef, Subquery, Value
from django.db.models.functions import Cast, Concat

from people.models import StaffMember
from records.models import Complaint, Event, Hall
from sessions.journal import codec
from sessions.models import BingoSession, Game
from sessions.rules.hours import admission_open
from sessions.rules.session import Post
from sessions.rules.staff import MINIMUM_STAFF, MOST_PLAYERS
from sessions.rules.states import LIVE

MOST_COMPLAINTS = 20


def own_posts(hall_id: int) -> dict[str, list[str]] | None:
    """Give the professional posts of everybody who works in the hall; None in a hall that keeps no list of people."""
    members = StaffMember.objects.filter(hall_id=hall_id).select_related("user").prefetch_related("user__groups")
    if not members:
        return None
    return {m.user.get_username(): [g.name for g in m.user.groups.all()] for m in members if m.user.is_active}


def posts_now(hall_id: int, username: str) -> list[str]:
    """Give the posts somebody has been put at in the session that is open, their own or not (O79 26.2)."""
    session = BingoSession.objects.filter(hall_id=hall_id, state="open").first()
    board = codec.session_board(session.board) if session else None
    return [str(post) for post in Post if board and username in board.people_at(post)]


def sells(hall_id: int, username: str) -> bool:
    """Tell whether somebody sells cards in the hall: it is their post, or they stand in at it now."""
    member = StaffMember.objects.filter(hall_id=hall_id, user__username=username, user__is_active=True)
    own = member.filter(user__groups__name=Post.SELLER_CALLER).exists()
    return own or (member.exists() and Post.SELLER_CALLER in posts_now(hall_id, username))


def permit_of(hall: Hall) -> dict[str, Any]:
    """Give the hall's category and hours, and what the law says of each category."""
    return {
        "category": hall.category,
        "opening_time": f"{hall.opening_time:%H:%M}" if hall.opening_time else "",
        "closing_time": f"{hall.closing_time:%H:%M}" if hall.closing_time else "",
        "categories": [[category, most] for category, most in MOST_PLAYERS.items()],
        "minimum": {str(post): least for post, least in MINIMUM_STAFF.get(hall.category, {}).items()},
    }


def door_is_open(hall: Hall) -> bool:
    """Tell whether players may come in now (O79 32.1)."""
    games = Game.objects.filter(session__hall=hall, state__in=LIVE)
    return admission_open(codec.game_board(game.board) for game in games)


def complaints_of(hall: Hall) -> list[dict[str, Any]]:
    """
    Give the last complaints, newest first: whether their claimant is known, never who it is.

    Who looks at that asks for it by `show_claimant`, and the journal keeps that they did.
    """
    told = Event.objects.filter(
        hall=hall, stream=Concat(Value("session:"), Cast(OuterRef("session_no"), CharField())), seq=OuterRef("seq")
    )
    rows = Complaint.objects.filter(hall=hall).annotate(told=Subquery(told.values("payload")[:1]))
    return [_complaint(row, row.told) for row in rows.order_by("-complaint_no")[:MOST_COMPLAINTS]]


def _complaint(row: Complaint, told: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "complaint_no": row.complaint_no,
        "session_no": row.session_no,
        "game_no": row.game_no,
        "at": row.at,
        "text": row.text,
        "identified": told.get("identified", False),
        "claimant_signed": row.claimant_signed,
    }

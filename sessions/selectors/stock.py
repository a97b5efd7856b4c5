"""What a hall has: series, matrices, ball sets, people; and what it would play with next. No writes."""

from __future__ import annotations

from typing import Any

from people.models import StaffMember
from records.models import Hall
from sessions.models import BallSet, BingoSession, CardMatrix, CardSeries, Game
from sessions.rules.events import Medium

WARN_AT_GAMES = 950


def series_of_hall(hall: Hall) -> list[dict[str, Any]]:
    """Give every series with cards left, those begun first."""
    series = CardSeries.objects.filter(hall=hall).order_by("medium", "letter", "ident")
    told = [
        {
            "id": s.pk,
            "letter": s.letter,
            "ident": s.ident,
            "medium": s.medium,
            "size": s.size,
            "face_value_cents": s.face_value_cents,
            "first_number": s.first_number,
            "last_number": s.last_number,
            "next_card": s.first_number if s.medium == Medium.VIRTUAL else s.next_number,
            "left": s.left,
        }
        for s in series
    ]
    return [s for s in told if s["left"] > 0]


def matrices_of(hall: Hall) -> list[dict[str, Any]]:
    """Give the hall's matrices."""
    return [
        {"id": m.pk, "name": m.name, "size": m.size, "sha256": m.sha256}
        for m in CardMatrix.objects.filter(hall=hall).order_by("pk")
    ]


def ball_sets_of(hall: Hall) -> list[dict[str, Any]]:
    """Give the ball sets with their passport, and a warning from 950 games in a pneumatic machine (Q6)."""
    return [
        {
            "code": b.code,
            "games": b.games,
            "machine": "pneumatic" if b.pneumatic else "drum",
            "warning": b.pneumatic and b.games >= WARN_AT_GAMES,
        }
        for b in BallSet.objects.filter(hall=hall).order_by("code")
    ]


def staff_of(hall: Hall) -> list[dict[str, Any]]:
    """Give the people who work in the hall, with their posts."""
    members = StaffMember.objects.filter(hall=hall, user__is_active=True).select_related("user")
    return [
        {
            "username": m.user.get_username(),
            "name": m.name,
            "roles": sorted(m.user.groups.values_list("name", flat=True)),
        }
        for m in members.order_by("pk")
    ]


def sessions_of(hall: Hall) -> list[dict[str, Any]]:
    """Give the last sessions, newest first."""
    rows = BingoSession.objects.filter(hall=hall).order_by("-session_no")[:30]
    return [
        {
            "session_no": s.session_no,
            "state": s.state,
            "opened_at": s.opened_at.isoformat() if s.opened_at else None,
            "closed_at": s.closed_at.isoformat() if s.closed_at else None,
        }
        for s in rows
    ]


def suggested(hall: Hall) -> dict[str, Any]:
    """Suggest what the next game is sold and drawn with: the series begun, the machine and balls of the last game."""
    series = series_of_hall(hall)
    printed = [s for s in series if s["medium"] == Medium.PHYSICAL]
    begun = [s for s in printed if s["next_card"] > s["first_number"]]
    virtual = [s for s in series if s["medium"] == Medium.VIRTUAL]
    session = BingoSession.objects.filter(hall=hall).exclude(state="closed").first()
    last = Game.objects.filter(session__hall=hall).exclude(state="announced").order_by("pk").last()
    extractors = extractors_of(hall)
    return {
        "physical_series": (begun or printed or [{"id": None}])[0]["id"],
        "virtual_series": virtual[0]["id"] if virtual else None,
        "extractor": last.board["extractor"] if last else extractors[0]["code"],
        "ball_set": session.board["ball_set"] if session else "",
    }


def extractors_of(hall: Hall) -> list[dict[str, str]]:
    """Give the machines a game can be drawn with; by hand is always possible."""
    return [*machines(hall.code), {"code": "manual", "name": "manual"}]


def machines(hall_code: str) -> list[dict[str, str]]:
    """Give the hall's machines; the project introduces devices to the game and sets this (see `provide_machines`)."""
    return _provider[0](hall_code)


_provider: list[Any] = [lambda _hall_code: []]


def provide_machines(provider: Any) -> None:
    """Let the project say which machines a hall has; bingo itself knows no devices."""
    _provider[0] = provider

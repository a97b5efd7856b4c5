"""What the house noticed by itself and somebody has to look at: the hall's own incidents, newest first; no writes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from records import clock
from records.models import Hall, Incident

SHOWN_HOURS: Final = 24
MOST_SHOWN: Final = 8


def alarms_of(hall: Hall) -> list[dict[str, Any]]:
    """Give the incidents of the last day that stand outside a session's journal: code, time, facts."""
    since = clock.now() - timedelta(hours=SHOWN_HOURS)
    rows = Incident.objects.filter(hall=hall, at__gte=since).order_by("-at", "-pk")[:MOST_SHOWN]
    return [{"code": row.code, "at": row.at.isoformat(), **_facts(row.payload)} for row in rows]


def _facts(payload: dict[str, Any]) -> dict[str, Any]:
    """Give the facts a sentence needs: the game and card, the series and its cards, a ball, words, or how many."""
    session_no, _, game_no = str(payload.get("stream", "")).removeprefix("game:").partition(":")
    runs = payload.get("cards", [])
    return {
        "session": session_no,
        "game": game_no,
        "card": payload.get("card", 0),
        "series": f"{payload.get('letter', '')} {payload.get('ident', '')}".strip(),
        "cards": ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs),
        "number": payload.get("number", 0),
        "text": str(payload.get("text", "")),
        "found": len(payload.get("found", [])),
    }

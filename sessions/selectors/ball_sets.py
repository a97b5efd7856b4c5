"""Ball sets and their passports: what each is, what happened to it, how often each ball came out. No writes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Max

from people.models import StaffMember
from records.models import Event, Hall
from sessions.models import BallSet, BingoSession, DrawnBall
from sessions.rules.ball_sets import BALL_SET_EVENTS, BallSetState, Passport, games_left, is_nearly_worn
from sessions.rules.ball_statistics import Frequency, frequency_of, never_drawn_after
from sessions.rules.events import BALLS

MOST_GAMES_READ: Final = 1_000
"""A pneumatic machine's set has no more; of a drum's the last so many tell how its balls are today."""
SESSIONS_READ: Final = 400
_ORDER: Final = (BallSetState.IN_USE, BallSetState.IN_STORE, BallSetState.SPARE, BallSetState.RETIRED)


def _told(row: BallSet) -> dict[str, Any]:
    passport = Passport(code=row.code, pneumatic=row.pneumatic, games=row.games, state=BallSetState(row.state))
    return {
        "code": row.code,
        "games": row.games,
        "left": games_left(passport),
        "machine": "pneumatic" if row.pneumatic else "drum",
        "warning": is_nearly_worn(passport),
        "state": row.state,
        "unseen": row.unseen,
    }


def _sorted(rows: Iterator[BallSet] | list[BallSet]) -> list[BallSet]:
    return sorted(rows, key=lambda row: (_ORDER.index(BallSetState(row.state)), row.code))


def ball_sets_of(hall: Hall) -> list[dict[str, Any]]:
    """Give the sets not retired: the one in use, the others, the spare; with a warning from 950 games (Q6)."""
    return [_told(row) for row in _sorted(list(BallSet.objects.filter(hall=hall).exclude(state="retired")))]


def passports_of(hall: Hall) -> list[dict[str, Any]]:
    """Give every set the hall ever had, those retired last, with all that its passport's first page says."""
    return [
        {
            **_told(row),
            "approval_ref": row.approval_ref,
            "supplier": row.supplier,
            "received_at": row.received_at,
            "retired_at": row.retired_at,
            "retired_reason": row.retired_reason,
        }
        for row in _sorted(list(BallSet.objects.filter(hall=hall)))
    ]


def spare_of(hall_id: int) -> str:
    """Name the spare set, "" when there is none (O79 34.5)."""
    return BallSet.objects.filter(hall_id=hall_id, state="spare").values_list("code", flat=True).first() or ""


def life_of_set(hall: Hall, code: str) -> list[dict[str, Any]]:
    """
    Give what happened to a set, newest first: receipt, spare, retirement, and the counts and changes of the sessions.

    The last 400 sessions are read, a pneumatic set's whole life and more: their streams are found by their names.
    """
    newest = BingoSession.objects.filter(hall=hall).order_by("-session_no")[:SESSIONS_READ]
    streams = [session.stream for session in newest.only("session_no")]
    kinds = ("BallsCounted", "BallSetChanged")
    rows = [
        *Event.objects.filter(hall=hall, stream=None, kind__in=BALL_SET_EVENTS),
        *Event.objects.filter(hall=hall, stream__in=streams, kind__in=kinds),
    ]
    names = dict(StaffMember.objects.filter(hall=hall).values_list("user__username", "name"))
    concerned = (row for row in rows if code in {row.payload["ball_set"], row.payload.get("was")})
    return [
        {
            **row.payload,
            "how": _how(row, code),
            "session_no": row.session_no,
            "by": names.get(row.actor, row.actor),
            "at": row.at,
        }
        for row in sorted(concerned, key=lambda row: -row.position)
    ]


def _how(row: Event, code: str) -> str:
    """Say in a code what an event was for this set: a change puts one in use and takes another out."""
    mine = row.payload["ball_set"] == code
    match row.kind:
        case "BallsCounted":
            return "count_closing" if row.payload.get("closing") else "count_opening"
        case "BallSetChanged":
            return "change_in" if mine else "change_out"
        case "SpareNamed":
            return "spare" if mine else "spare_no_more"
        case "BallSetRegistered":
            return "registered"
        case _:
            return "retired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The draws of a set: how often each ball came out, and for how many games, up to the last, it has not."""

    frequency: Frequency
    games: tuple[int, ...]
    absent: tuple[int, ...]
    alarm_after: int

    def began(self, number: int) -> int:
        """Give the first game of a ball's absence, by its key; 0 when it never came out."""
        games = self.absent[number - 1]
        return self.games[-games] if 0 < games < len(self.games) else 0

    @property
    def unseen(self) -> list[dict[str, int]]:
        """The balls whose absence is hardly chance: number and games."""
        return [
            {"number": number, "games": games}
            for number, games in enumerate(self.absent, start=1)
            if self.alarm_after and games >= self.alarm_after
        ]


def record_of(ball_set: BallSet) -> Record:
    """
    Count the balls that came out in the set's closed games, called or not; readings that were corrected do not count.

    Games without a ball are none of the set's. A ball that never came out is absent in all of them.
    """
    newest = ball_set.drawn_games.order_by("-pk").values_list("pk", flat=True)[:MOST_GAMES_READ]
    first = min(newest, default=0)
    balls = DrawnBall.objects.filter(game__drawn_with=ball_set, game_id__gte=first, voided=False).order_by()
    lengths = dict(balls.values_list("game_id").annotate(Count("pk")))
    games = sorted(lengths)
    times, absent = [0] * BALLS, [len(games)] * BALLS
    for number, came_out, last in balls.values_list("number").annotate(Count("pk"), Max("game_id")):
        times[number - 1] = came_out
        absent[number - 1] = len(games) - bisect_right(games, last)
    frequency = frequency_of(times, list(lengths.values()))
    return Record(
        frequency=frequency,
        games=tuple(games),
        absent=tuple(absent),
        alarm_after=never_drawn_after(frequency.average_balls) if games else 0,
    )

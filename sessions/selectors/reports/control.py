"""
What a period's reports show to who watches: void games, operations that went wrong, second persons, players' accounts.

A refusal leaves nothing in the journal, so refused deeds are in no report.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Q, Sum

from ledger.models import Leg
from people.models import StaffMember
from records.models import ActaEntry, Hall
from sessions.models import Game
from sessions.rules.report_watch import leaves_nothing, too_many_voids
from sessions.rules.void import PAIR_ENDED
from sessions.selectors.reports.games import GameKey, Told
from sessions.selectors.reports.periods import Span
from sessions.selectors.reports.sellers import Undone

OPERATIONS: Final = (
    "undone",
    "undone_cents",
    "rejected",
    "figures",
    "call",
    "ball",
    "accepted",
    "discarded",
    "suspension",
    "withdrawn",
    "void",
)
"""What a row of operations counts; `undone_cents` is money, the rest are times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided:
    """
    A void game: why, who decided (`by`) and who with (`second`), what it owed its cards and what of that was paid.

    `late_cents` were paid in a later session; `open_cents` still wait for their cards.
    """

    session_no: int
    game_no: int
    at: datetime
    cause: str
    reason: str
    by: str
    second: str
    owed_cents: int
    paid_cents: int
    late_cents: int

    @property
    def open_cents(self) -> int:
        """What is still to be paid back."""
        return self.owed_cents - self.paid_cents - self.late_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A player's account in the games of a period: paid for cards, won, in so many games."""

    number: str
    games: int
    paid_cents: int
    won_cents: int

    @property
    def watched(self) -> bool:
        """Whether it left the house nothing, in games enough to tell."""
        return leaves_nothing(self.paid_cents, self.won_cents, self.games)


def names_of(hall: Hall) -> dict[str, str]:
    """Give the names of the staff by log-in."""
    return dict(StaffMember.objects.filter(hall=hall).values_list("user__username", "name"))


def voids_of(hall: Hall, told: dict[GameKey, Told]) -> list[Voided]:
    """Give the void games of a period, the second game of a pair that ended with its first left out."""
    void = {key: one for key, one in told.items() if one.void is not None and one.void["cause"] != PAIR_ENDED}
    late = _paid_late(hall) if void else {}
    return [
        Voided(
            session_no=session_no,
            game_no=game_no,
            at=one.void_at or one.at,
            cause=one.void["cause"],
            reason=one.void["reason"],
            by=one.void["by"],
            second=one.void["second"],
            owed_cents=one.void["refund_cents"],
            paid_cents=int((one.end or {}).get("refunded_cents", 0)),
            late_cents=late.get((session_no, game_no), 0),
        )
        for (session_no, game_no), one in void.items()
        if one.void is not None
    ]


def _paid_late(hall: Hall) -> dict[GameKey, int]:
    """Add up what was paid back of void games in sessions after theirs, in cents."""
    paid: dict[GameKey, int] = defaultdict(int)
    rows = ActaEntry.objects.filter(book__hall=hall, kind="late_refund").values_list("payload", flat=True)
    for payload in rows:
        paid[payload["game_session_no"], payload["game_no"]] += payload["cents"]
    return paid


def void_alarms(voids: Iterable[Voided]) -> list[tuple[int, int]]:
    """Give the sessions with more void games than accident makes: their number, and how many."""
    counted = Counter(void.session_no for void in voids)
    return [(session_no, games) for session_no, games in sorted(counted.items()) if too_many_voids(games)]


def void_people(voids: Iterable[Voided]) -> list[tuple[str, int, int, int]]:
    """Give who declared games void: the log-in, as the one who decided, as the second person, and cents paid back."""
    decided, seconded, cents = Counter[str](), Counter[str](), Counter[str]()
    for void in voids:
        decided[void.by] += 1
        cents[void.by] += void.owed_cents
        if void.second:
            seconded[void.second] += 1
    order = sorted({*decided, *seconded}, key=lambda who: (-decided[who], -seconded[who], who))
    return [(who, decided[who], seconded[who], cents[who]) for who in order]


def operations_of(hall: Hall, span: Span, told: dict[GameKey, Told], undone: list[Undone]) -> dict[int, Counter[str]]:
    """Count by session what was taken back, turned down, put right or stopped; the names are those of OPERATIONS."""
    counted: dict[int, Counter[str]] = {number: Counter() for number in span.session_nos}
    for sale in undone:
        counted[sale.session_no]["undone"] += 1
        counted[sale.session_no]["undone_cents"] += sale.cents
    for number, name in _entries(hall, span):
        counted[number][name] += 1
    for (number, _game_no), one in told.items():
        counted[number]["void"] += one.void is not None and one.void["cause"] != PAIR_ENDED
    claims: Any = Game.objects.filter(session__in=span.pks).values_list("session__session_no", "board__claims")
    for number, called in claims:
        counted[number]["rejected"] += sum(claim["status"] == "rejected" for claim in called or ())
    return counted


def _entries(hall: Hall, span: Span) -> Iterable[tuple[int, str]]:
    kinds = ("correction", "held", "suspension", "withdrawn")
    rows = ActaEntry.objects.filter(book__hall=hall, session_no__in=span.session_nos, kind__in=kinds)
    for number, kind, payload in rows.values_list("session_no", "kind", "payload"):
        if kind == "correction":
            yield number, payload["what"]
        elif kind == "held":
            yield number, "accepted" if payload["accepted"] else "discarded"
        else:
            yield number, kind


def second_people(hall: Hall, span: Span) -> list[tuple[str, Counter[str]]]:
    """
    Count who stood as the second person, by what: a void game, a ball held or corrected, a prize paid late.

    What the minutes do not tell, as a prize paid without its token at its game's end, is in the journal alone.
    """
    stood: dict[str, Counter[str]] = defaultdict(Counter)
    kinds = ("void", "held", "correction", "late_payment")
    rows = ActaEntry.objects.filter(book__hall=hall, session_no__in=span.session_nos, kind__in=kinds)
    for kind, payload in rows.values_list("kind", "payload"):
        if payload.get("second") and payload.get("cause") != PAIR_ENDED:
            stood[payload["second"]][kind] += 1
    return sorted(stood.items(), key=lambda one: (-one[1].total(), one[0]))


def accounts_of(hall: Hall, span: Span, told: dict[GameKey, Told]) -> list[Account]:
    """
    Give the players' accounts that played in a period, those to be looked at first, then who gained most.

    What a void game took it gave back: left out, or it would look like a prize; so are games not closed yet.
    """
    if not span.nights:
        return []
    legs = Leg.objects.filter(
        account__hall=hall,
        account__code__startswith="player:",
        entry__stream__startswith="game:",
        entry__at__gte=span.nights[0].opened_at,
    ).exclude(entry__stream__in=_left_out(span, told))
    if last := span.nights[-1].closed_at:
        legs = legs.filter(entry__at__lte=last)
    rows: Any = legs.values("account__code").annotate(
        paid=Sum("cents", filter=Q(entry__kind="sale")),
        won=Sum("cents", filter=Q(entry__kind="settlement")),
        games=Count("entry__stream", distinct=True),
    )
    found = [_account(row) for row in rows]
    return sorted(found, key=lambda one: (not one.watched, one.paid_cents - one.won_cents, one.number))


def _account(row: dict[str, Any]) -> Account:
    number = row["account__code"].removeprefix("player:")
    return Account(number=number, games=row["games"], paid_cents=row["paid"] or 0, won_cents=-(row["won"] or 0))


def _left_out(span: Span, told: dict[GameKey, Told]) -> list[str]:
    live = Game.objects.filter(session__in=span.pks).exclude(state="closed")
    games = [*live.values_list("session__session_no", "game_no"), *(key for key, one in told.items() if one.void)]
    return [f"game:{session_no}:{game_no}" for session_no, game_no in games]

"""Sellers over a period: printed cards and money, hours at the post, sales undone, and what they sold of void games."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Sum

from ledger.models import Entry, Leg
from people.models import StaffMember
from records import clock
from records.models import Event, Hall
from sessions.models import Game, SellerTakings
from sessions.rules.report_hours import seconds_at_post
from sessions.rules.session import Post
from sessions.selectors.reports.games import GameKey, Told
from sessions.selectors.reports.periods import Span


@dataclass(slots=True, kw_only=True)
class Seller:
    """One seller's period; `cards` and `cents` are of games that count, undone sales left out of them."""

    username: str
    name: str
    games: int = 0
    cards: int = 0
    cents: int = 0
    void_cents: int = 0
    seconds: int = 0
    undone: int = 0
    undone_cents: int = 0

    @property
    def cents_an_hour(self) -> int | None:
        """What was sold in an hour at the post, None without any."""
        return self.cents * 3_600 // self.seconds if self.seconds else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """A sale that its seller took back."""

    session_no: int
    seller: str
    cents: int


def sellers_of(hall: Hall, span: Span, told: dict[GameKey, Told], undone: list[Undone]) -> list[Seller]:
    """
    Give who sold printed cards or stood at the post, who sold most first.

    The cards of a game have one price (O79 33.4.a): a seller's are his money by that price.
    """
    found: dict[str, Seller] = {}
    names = dict(StaffMember.objects.filter(hall=hall).values_list("user__username", "name"))

    def seller(username: str) -> Seller:
        return found.setdefault(username, Seller(username=username, name=names.get(username) or username))

    rows = SellerTakings.objects.filter(game__session__in=span.pks)
    for session_no, game_no, username, cents in rows.values_list(
        "game__session__session_no", "game__game_no", "seller", "cents"
    ):
        game, one = told.get((session_no, game_no)), seller(username)
        if game is None or game.void is not None:
            one.void_cents += cents
            continue
        one.games += 1
        one.cents += cents
        one.cards += cents // game.price_cents if game.price_cents else 0
    for username, seconds in _at_post(hall, span).items():
        seller(username).seconds = seconds
    for sale in undone:
        one = seller(sale.seller)
        one.undone += 1
        one.undone_cents += sale.cents
    return sorted(found.values(), key=lambda one: (-one.cents, one.name))


def _at_post(hall: Hall, span: Span) -> dict[str, int]:
    """Add up how long each person stood at the sellers' post in the sessions of a period, in seconds."""
    changes: dict[str, list[tuple[datetime, list[str]]]] = defaultdict(list)
    streams = {f"session:{night.number}": night for night in span.nights}
    rows = Event.objects.filter(hall=hall, stream__in=streams, kind="StaffPosted").order_by("position")
    found: Any = rows.values_list("stream", "at", "payload")
    for stream, at, payload in found:
        if payload["post"] == Post.SELLER_CALLER:
            changes[stream].append((at, payload["usernames"]))
    total: dict[str, int] = defaultdict(int)
    for stream, posted in changes.items():
        night = streams[stream]
        for person, seconds in seconds_at_post(posted, night.opened_at, night.closed_at or clock.now()).items():
            total[person] += seconds
    return total


def undone_sales(hall: Hall, span: Span, told: dict[GameKey, Told]) -> list[Undone]:
    """
    Give the sales taken back while their sale was open, from the ledger; refunds of void games are none of them.

    Both hand money back over the desk; what was posted before a game was declared void was a sale undone.
    """
    rows = Game.objects.filter(session__in=span.pks).values_list("session__session_no", "game_no")
    streams = [f"game:{session_no}:{game_no}" for session_no, game_no in rows]
    refunds = Entry.objects.filter(hall=hall, stream__in=streams, kind="refund")
    entries: Any = refunds.values_list("pk", "stream", "seq", "actor")
    void_from = _void_from(hall, told)
    ours = {pk: (stream, actor) for pk, stream, seq, actor in entries if seq < void_from.get(stream, seq + 1)}
    legs = Leg.objects.filter(entry__in=ours, account__code="takings").values_list("entry")
    return [
        Undone(session_no=int(ours[pk][0].split(":")[1]), seller=ours[pk][1], cents=cents)
        for pk, cents in legs.annotate(total=Sum("cents")).order_by("entry")
    ]


def _void_from(hall: Hall, told: dict[GameKey, Told]) -> dict[str, int]:
    """Give where in its stream each void game was declared so."""
    positions = [one.void_position for one in told.values() if one.void_position]
    rows: Any = Event.objects.filter(hall=hall, position__in=positions).values_list("stream", "seq")
    return dict(rows)

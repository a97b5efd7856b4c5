"""
The closed games of a period, one row each, from the two books that must agree.

Cards, takings and prizes are the book of minutes', which is written from the journal row by row; tax, house, what was
carried and what lies in funds are the ledger's. So a row whose money is not all shared out shows that they differ.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, Sum

from ledger.models import Account, Leg
from records.models import ActaEntry, Hall
from sessions.models import Game
from sessions.rules.report_money import GameMoney
from sessions.selectors.reports.periods import Span

GameKey = tuple[int, int]
"""A game's session and its number in it."""
_TOLD: Final = ("game", "correction", "void", "end")
_HOUSE: Final = "house"
_TAX: Final = "tax"
_CARRIED: Final = "carried:"
_FUNDS: Final = "jackpot:"


@dataclass(slots=True)
class Told:
    """What the book of minutes has of one game: its entries' payloads, the figures as last corrected."""

    at: datetime
    figures: dict[str, Any] = field(default_factory=dict)
    game: dict[str, Any] = field(default_factory=dict)
    void: dict[str, Any] | None = None
    void_position: int = 0
    void_at: datetime | None = None
    end: dict[str, Any] | None = None

    @property
    def cards(self) -> int:
        """How many cards were sold."""
        return int(self.figures.get("physical", 0) + self.figures.get("virtual", 0))

    @property
    def taken_cents(self) -> int:
        """What they cost; the second game of a pair has its half."""
        return int(self.figures.get("takings_cents", 0))

    @property
    def price_cents(self) -> int:
        """What one card was sold for, a double card whole; 0 when none was."""
        return int((self.game or self.figures).get("price_cents", 0))


def told_games(hall: Hall, span: Span) -> dict[GameKey, Told]:
    """Give what the minutes tell of each game of a period, closed or not, in the order of play."""
    rows = ActaEntry.objects.filter(book__hall=hall, session_no__in=span.session_nos, kind__in=_TOLD)
    told: dict[GameKey, Told] = {}
    found: Any = rows.order_by("position").values_list("session_no", "game_no", "kind", "payload", "position", "at")
    for session_no, game_no, kind, payload, position, at in found:
        one = told.setdefault((session_no, game_no), Told(at=at))
        match kind:
            case "game":
                one.game = one.figures = payload
            case "correction" if payload["what"] == "figures":
                one.figures = payload
            case "void":
                one.void, one.void_position, one.void_at = payload, position, at
                # A game that ended before its sale closed is told whole here.
                one.figures = one.figures or payload
            case "end":
                one.end = payload
    return told


def shares_of(hall: Hall, span: Span) -> dict[str, dict[str, int]]:
    """
    Add up what each game of a period left in the house, in tax, for the next game and in the funds, in cents.

    The outer key is the game's stream, the inner one house, tax, carried or funds.
    """
    shares: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    if not span.nights:
        return shares
    wanted = Q(code__in=(_HOUSE, _TAX)) | Q(code__startswith=_CARRIED) | Q(code__startswith=_FUNDS)
    accounts = dict(Account.objects.filter(wanted, hall=hall).values_list("pk", "code"))
    legs = Leg.objects.filter(account__in=accounts, entry__at__gte=span.nights[0].opened_at)
    if last := span.nights[-1].closed_at:
        legs = legs.filter(entry__at__lte=last)
    moved: Any = legs.values_list("entry__stream", "account").annotate(total=Sum("cents"))
    for stream, account, cents in moved:
        shares[stream][_family(accounts[account])] -= cents
    return shares


def _family(code: str) -> str:
    return "carried" if code.startswith(_CARRIED) else "funds" if code.startswith(_FUNDS) else code


def game_rows(hall: Hall, span: Span, told: dict[GameKey, Told] | None = None) -> list[GameMoney]:
    """Give the closed games of a period in the order of play; `told` spares reading the minutes again."""
    told = told_games(hall, span) if told is None else told
    shares = shares_of(hall, span)
    return [
        _row(session_no, game_no, one, shares[f"game:{session_no}:{game_no}"])
        for (session_no, game_no), one in told.items()
        if one.end is not None
    ]


def _row(session_no: int, game_no: int, told: Told, shares: dict[str, int]) -> GameMoney:
    assert told.end is not None, "only closed games have a row"
    own: dict[str, Any] = {"session_no": session_no, "game_no": game_no, "at": told.at}
    kept: dict[str, Any] = {f"{name}_cents": shares.get(name, 0) for name in ("tax", "house", "carried", "funds")}
    if told.end["void"]:
        return GameMoney(**own, **kept, void=True, void_cards=told.cards, void_cents=told.taken_cents)
    won: dict[str, int] = defaultdict(int)
    for award in told.end["awards"]:
        won[award["prize"] if award["prize"] in {"line", "bingo"} else "additional"] += award["cents"]
    return GameMoney(
        **own,
        **kept,
        physical=told.figures["physical"],
        virtual=told.figures["virtual"],
        takings_cents=told.taken_cents,
        line_cents=won["line"],
        bingo_cents=won["bingo"],
        additional_cents=won["additional"],
    )


def in_play(span: Span) -> int:
    """Count the games of a period that are begun and not closed: they stand in no report yet."""
    games = Game.objects.filter(session__in=span.pks).exclude(state="closed")
    return games.exclude(state="announced").count()

"""What a hall has: series, matrices, ball sets, people; and what it would play with next. No writes."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Q

from people.models import StaffMember
from records.models import Hall
from sessions.journal import codec
from sessions.journal.carried import board_of, spans_of
from sessions.models import BingoSession, CardMatrix, CardSeries, Game, SoldCard
from sessions.rules.electronic import ELECTRONIC
from sessions.rules.errors import NotFound
from sessions.rules.events import MANUAL, Medium
from sessions.rules.ranges import count
from sessions.rules.session import Post
from sessions.rules.staff import may_hold
from sessions.rules.states import LIVE, State
from sessions.rules.stock import CARD_STATES, REMAINS, STOCK, card_state
from sessions.selectors.games import live_game

ON_THE_WAY = Q(medium=Medium.VIRTUAL) | Q(next_number__lte=F("last_number"))
"""Series that the sale has not passed through to their end: a hall keeps the others for years."""


def game_with(series: CardSeries) -> Game | None:
    """Give the game being played with cards of a series: its board, not the series', says where they are."""
    game = live_game(series.hall_id)
    lots = codec.game_board(game.board).lots if game else ()
    return game if any((lot.letter, lot.ident) == (series.letter, series.ident) for lot in lots) else None


def series_of_hall(hall: Hall) -> list[dict[str, Any]]:
    """Give every series with cards left to sell, in the order of their names."""
    series = CardSeries.objects.filter(ON_THE_WAY, hall=hall).order_by("medium", "letter", "ident")
    told = [
        {
            "id": s.pk,
            "matrix_id": s.matrix_id,
            "letter": s.letter,
            "ident": s.ident,
            "medium": s.medium,
            "size": s.size,
            "face_value_cents": s.face_value_cents,
            "first_number": s.first_number,
            "last_number": s.last_number,
            "next_card": _next(s),
            "begun": s.next_number > s.first_number,
            "left": _left(s),
            "parts": s.parts,
        }
        for s in series
    ]
    return [s for s in told if s["left"] > 0]


def _in_stock(series: CardSeries) -> list[range]:
    """Give the cards a sale can take, ascending; read off the plain board, as this is asked at each event."""
    first = series.first_number if series.medium == Medium.VIRTUAL else series.next_number
    if not series.seq:
        return [range(first, series.last_number + 1)]
    stock = [span for span in series.board["spans"] if span["state"] == STOCK and span["last"] >= first]
    return [range(max(span["first"], first), span["last"] + 1) for span in stock]


def _left(series: CardSeries) -> int:
    return sum(map(len, _in_stock(series)))


def _next(series: CardSeries) -> int:
    """Give the card with which the next sale begins; beyond the last one when none is left."""
    return next((run.start for run in _in_stock(series)), series.last_number + 1)


def store_of(hall: Hall, *, done: int | None = None) -> list[dict[str, Any]]:
    """
    Give every printed and virtual series with its state, its delivery, and how many cards are in which state.

    `done` keeps only so many of those the sale has passed through, the latest ones.
    """
    rows = CardSeries.objects.filter(hall=hall).select_related("matrix")
    if done is not None:
        passed = rows.exclude(ON_THE_WAY).order_by("-pk").values_list("pk", flat=True)[:done]
        rows = rows.filter(ON_THE_WAY | Q(pk__in=list(passed)))
    told = []
    for s in rows.order_by("medium", "letter", "ident"):
        board = board_of(s)
        told.append(
            {
                "id": s.pk,
                "letter": s.letter,
                "ident": s.ident,
                "medium": s.medium,
                "parts": s.parts,
                "size": s.size,
                "face_value_cents": s.face_value_cents,
                "first_number": s.first_number,
                "last_number": s.last_number,
                "next_card": _next(s),
                "delivery": s.delivery,
                "received_at": s.received_at,
                "matrix": s.matrix.name,
                "state": board.state,
                "counts": {state: count(board.runs(state)) for state in CARD_STATES},
                "spans": [codec.encode(span) for span in board.spans],
            }
        )
    return told


def to_destroy(hall: Hall) -> list[dict[str, Any]]:
    """Give the used, unsold and spoiled cards that are still there, by series and session, and the evidence kept."""
    series = CardSeries.objects.filter(hall=hall, medium=Medium.PHYSICAL, remains=True).select_related("matrix")
    return [
        {"letter": one.letter, "ident": one.ident, "series": one.pk, **span}
        for one in series.order_by("letter", "ident")
        for span in spans_of(one)
        if span["state"] in REMAINS
    ]


def where_is(hall: Hall, letter: str, ident: str, card: int) -> dict[str, Any]:
    """
    Say where one card is: its state, and the session, game, seller that go with it.

    Raises:
        NotFound: There is no such series, or no such card in it.
    """
    series = CardSeries.objects.filter(hall=hall, letter=letter.upper(), ident=ident).first()
    if series is None:
        raise NotFound(what="series", which=f"{letter} {ident}")
    board = board_of(series)
    span = next((span for span in board.spans if span.first <= card <= span.last), None)
    if span is None:
        raise NotFound(what="card", which=card)
    game = Game.objects.filter(session__hall=hall, state__in=LIVE).first()
    lots = codec.game_board(game.board).lots if game else ()
    lot = next((one for one in lots if (one.letter, one.ident) == (series.letter, series.ident)), None)
    sold = SoldCard.objects.filter(series=series, number=card).select_related("game__session").order_by("-pk").first()
    off = next((o for o in lot.off if o.first <= card <= o.last), None) if lot else None
    return {
        "state": card_state(board, lot, card),
        "holder": off.holder if off else "",
        "seller": sold.seller if sold else "",
        "session_no": sold.game.session.session_no if sold else span.session_no,
        "game_no": sold.game.game_no if sold else span.game_no,
    }


def matrices_of(hall: Hall) -> list[dict[str, Any]]:
    """Give the hall's matrices."""
    return [
        {"id": m.pk, "name": m.name, "size": m.size, "sha256": m.sha256}
        for m in CardMatrix.objects.filter(hall=hall).order_by("pk")
    ]


def staff_of(hall: Hall) -> list[dict[str, Any]]:
    """Give the people who work in the hall, with their posts and those they may stand in at (O79 26.2)."""
    members = StaffMember.objects.filter(hall=hall, user__is_active=True).select_related("user")
    told = []
    for member in members.prefetch_related("user__groups").order_by("pk"):
        roles = sorted(group.name for group in member.user.groups.all())
        stands_in = [str(post) for post in Post if may_hold(roles, post) and post not in roles]
        told.append(
            {
                "username": member.user.get_username(),
                "name": member.name,
                "roles": roles,
                "stands_in": stands_in,
            }
        )
    return told


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
    """
    Suggest what the next game is sold and drawn with: the series begun, the machine and balls of the last game.

    Double cards are played alone: there are no virtual ones of two parts.
    """
    series = series_of_hall(hall)
    printed = [s for s in series if s["medium"] == Medium.PHYSICAL]
    begun = [s for s in printed if s["begun"]]
    virtual = [s for s in series if s["medium"] == Medium.VIRTUAL]
    session = BingoSession.objects.filter(hall=hall).exclude(state="closed").first()
    last = Game.objects.filter(session__hall=hall).exclude(state="announced").order_by("pk").last()
    extractors = extractors_of(hall)
    # Drawn by hand after a failure (O79 36.2): the next game is drawn with the machine again.
    by_hand = last is not None and last.board.get("manual_draw", False)
    unknown = last is not None and last.board["extractor"] == ELECTRONIC and not hall.electronic_ref
    paper = (begun or printed or [None])[0]
    double = paper is not None and paper["parts"] > 1
    return {
        "physical_series": paper["id"] if paper else None,
        "virtual_series": virtual[0]["id"] if virtual and not double else None,
        "extractor": last.board["extractor"] if last and not (by_hand or unknown) else extractors[0]["code"],
        "ball_set": session.board["ball_set"] if session else "",
    }


def second_series(hall: Hall, game: Game | None) -> int | None:
    """Suggest the complementary series, when the desk has no card left of the one on sale (O79 33.4)."""
    board = codec.game_board(game.board) if game else None
    if board is None or board.state != State.SELLING or len(board.printed) != 1 or board.printed[0].at_desk:
        return None
    lot = board.printed[0]
    matrices = dict(CardMatrix.objects.values_list("pk", "sha256"))
    fresh = [
        s["id"]
        for s in series_of_hall(hall)
        if s["medium"] == Medium.PHYSICAL
        and s["first_number"] == 1
        and not s["begun"]
        and (s["face_value_cents"], s["parts"]) == (lot.face_value_cents, lot.parts)
        and matrices[s["matrix_id"]] == lot.matrix
    ]
    return fresh[0] if fresh and lot.first_card > 1 else None


def extractors_of(hall: Hall) -> list[dict[str, str]]:
    """Give what a game can be drawn with: machines, by hand always, electronically where that is authorised."""
    known = [*machines(hall.code), {"code": MANUAL, "name": MANUAL}]
    return [*known, {"code": ELECTRONIC, "name": ELECTRONIC}] if hall.electronic_ref else known


def machines(hall_code: str) -> list[dict[str, str]]:
    """Give the hall's machines; the project introduces devices to the game and sets this (see `provide_machines`)."""
    return _provider[0](hall_code)


_provider: list[Any] = [lambda _hall_code: []]


def provide_machines(provider: Any) -> None:
    """Let the project say which machines a hall has; bingo itself knows no devices."""
    _provider[0] = provider

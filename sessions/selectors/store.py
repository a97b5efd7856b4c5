"""The store's books: what came with which delivery, what happened to one card, what was destroyed. No writes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, islice
from typing import Any, Final

from django.db.models import F

from records.models import Event, Hall
from sessions.journal import codec
from sessions.journal.carried import board_of
from sessions.models import CardSeries, SoldCard
from sessions.rules.events import Lot
from sessions.rules.references import CardReference
from sessions.rules.stock import USED, SeriesBoard, apply_series_event
from sessions.selectors.games import live_game
from sessions.selectors.stock import where_is

ALIKE: Final = ("delivery", "medium", "letter", "matrix_id", "face_value_cents", "first_number", "last_number", "parts")
HOW: Final = {"SeriesReceived": "received", "StockSpoiled": "spoiled_in_stock"}
MOST_PLACES: Final = 20
ROWS_AT_ONCE: Final = 200


def deliveries_of(hall: Hall, *, most: int = 30) -> list[dict[str, Any]]:
    """
    Give what came in last, newest first: series of one note that are alike and follow one another are one line.

    Rows are read from the newest on, and no further than `most` lines need: a hall keeps its series for years.
    """
    rows = CardSeries.objects.filter(hall=hall).defer("board").select_related("matrix")
    newest = rows.order_by(F("received_at").desc(nulls_last=True), "-pk").iterator(chunk_size=ROWS_AT_ONCE)
    told = []
    for _alike, group in islice(groupby(enumerate(newest), key=lambda one: _likeness(*one)), most):
        series = [one for _at, one in group]
        told.append(
            {
                **{name: getattr(series[0], name) for name in ALIKE},
                "received_at": series[-1].received_at,
                "matrix": series[0].matrix.name,
                "first_ident": series[-1].ident,
                "last_ident": series[0].ident,
                "quantity": len(series),
                "size": series[0].size,
                "value_cents": sum(s.size * s.face_value_cents for s in series),
            }
        )
    return told


def _likeness(at: int, series: CardSeries) -> tuple[Any, ...]:
    """Give what series of one line have in common; for numbers in a row, from the last on, number and place add up."""
    ident = series.ident
    begins = int(ident) + at if ident.isascii() and ident.isdecimal() else ident
    return (*(getattr(series, name) for name in ALIKE), str(begins))


def next_delivery(deliveries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Suggest the next delivery from the last one of paper: the same, with the identification numbers that follow."""
    last = next((one for one in deliveries if one["medium"] == "physical"), None)
    if last is None:
        return {}
    ident = last["last_ident"]
    follows = f"{int(ident) + 1:0{len(ident)}}" if ident.isascii() and ident.isdecimal() else ""
    return {**last, "first_ident": follows if len(follows) == len(ident) else ""}


def destructions_of(hall: Hall, *, most: int = 30) -> list[dict[str, Any]]:
    """Give the last destructions, newest first: session, cards, evidence kept, witness, by whom and when."""
    rows = Event.objects.filter(hall=hall, kind="UsedCardsDestroyed").order_by("-position")[:most]
    return [{**row.payload, "session_no": row.session_no, "actor": row.actor, "at": row.at} for row in rows]


def life_of(series: CardSeries, card: int) -> list[dict[str, Any]]:
    """Give what happened to one card, oldest first: the events of its series that changed its state, who and when."""
    board = SeriesBoard()
    told = []
    for row in Event.objects.filter(hall=series.hall_id, stream=series.stream).order_by("seq"):
        before = board.state_of(card)
        board = apply_series_event(board, codec.series_event(row.kind, row.payload))
        if board.state_of(card) == before:
            continue
        how = HOW.get(row.kind, board.state_of(card))
        told.append({**row.payload, "how": how, "session_no": row.session_no, "actor": row.actor, "at": row.at})
        if how == USED and not row.payload["game_no"]:
            told[-1]["how"] = "used_before"
        elif how == USED:
            sold = SoldCard.objects.filter(
                series=series,
                number=card,
                game__game_no=row.payload["game_no"],
                game__session__session_no=row.session_no,
            )
            told[-1]["seller"] = sold.values_list("seller", flat=True).first() or ""
    return told


def places_of(hall: Hall, reference: CardReference) -> list[dict[str, Any]]:
    """
    Say where the card of a reference is; a bare number is looked for in the game being played, then in series begun.

    Raises:
        NotFound: The series named is none of the hall's, or has no such card.
    """
    names = [(reference.letter, reference.ident)] if reference.letter else _holding(hall, reference.number)
    told = []
    for letter, ident in names:
        place = where_is(hall, letter, ident, reference.number)
        series = CardSeries.objects.get(hall=hall, letter=letter, ident=ident)
        card = {"letter": letter, "ident": ident, "card": reference.number, "part": reference.part, "id": series.pk}
        told.append({**card, **place, "life": life_of(series, reference.number)})
    return told


def live_lots(hall: Hall) -> tuple[Lot, ...]:
    """Give the lots of the game being played, none between games."""
    game = live_game(hall.pk)
    return codec.game_board(game.board).lots if game else ()


def _holding(hall: Hall, number: int) -> list[tuple[str, str]]:
    if on_sale := [(lot.letter, lot.ident) for lot in live_lots(hall) if lot.has(number)]:
        return on_sale
    # Of series that the sale is passing through there are a few; those not begun or passed may be thousands.
    passing = CardSeries.objects.filter(hall=hall, next_number__gt=F("first_number"), next_number__lte=F("last_number"))
    rows = passing.filter(first_number__lte=number, last_number__gte=number).select_related("matrix").order_by("-pk")
    begun = (s for s in rows.iterator(chunk_size=MOST_PLACES) if board_of(s).state == "begun")
    return [(s.letter, s.ident) for s in islice(begun, MOST_PLACES)]

"""From a series' row to a lot on sale, and back; and what of it can never be sold."""

from __future__ import annotations

import logging
from dataclasses import replace

from records import clock
from records.models import Incident
from sessions.journal import codec
from sessions.journal.door import OpenGame
from sessions.models import CardSeries
from sessions.rules import errors
from sessions.rules.events import Lot, Medium, Off
from sessions.rules.ranges import SPOILED, UNPLAYABLE, set_apart
from sessions.rules.stock import STOCK, WITHDRAWN, use_of
from sessions.selectors.faces import unplayable_cards
from sessions.services.pairs import first_of

logger = logging.getLogger(__name__)


def series_of(hall_id: int, lot: Lot) -> CardSeries:
    """Find the series of a lot; the journal names it by letter and number, never by a row's key."""
    return CardSeries.objects.get(hall_id=hall_id, letter=lot.letter, ident=lot.ident)


def lock_series(hall_id: int, *ids: int | None) -> None:
    """
    Lock series by their rows' keys, whichever order they are named in; None is none.

    A deed of a game locks all its series so before it touches one and before money moves: session, game, series by key,
    accounts by key. Two games, or a game and the destruction of used cards, then wait for each other in no circle.
    """
    rows = CardSeries.objects.select_for_update(no_key=True).filter(hall_id=hall_id, pk__in=[i for i in ids if i])
    list(rows.only("pk").order_by("pk"))


def lock_printed(opened: OpenGame) -> None:
    """Lock the printed series of an open game by key; before its money."""
    lock_series(opened.hall_id, *(series_of(opened.hall_id, lot).pk for lot in opened.board.printed))


def move_series(opened: OpenGame) -> None:
    """Let each printed series, locked by key, go on from the card after the last one sold (O79 33.3)."""
    for lot in opened.board.printed:
        CardSeries.objects.filter(pk=series_of(opened.hall_id, lot).pk).update(next_number=lot.last_sold + 1)


def alike(virtual: Lot | None, printed: Lot | None) -> Lot | None:
    """Give the virtual lot as many parts as the printed one: beside double cards a virtual card plays both games."""
    return replace(virtual, parts=printed.parts) if virtual and printed else virtual


def lot_of(opened: OpenGame, series_id: int | None, medium: Medium) -> Lot | None:
    """
    Lock a series and give what of it can be sold in a game: from its next card, spoiled and damaged ones set apart.

    Raises:
        NotFound: There is no such series of that medium.
    """
    if series_id is None:
        return None
    series = (
        CardSeries.objects.select_for_update(no_key=True, of=("self",))
        .select_related("matrix")
        .filter(pk=series_id, hall_id=opened.hall_id)
        .first()
    )
    if series is None or series.medium != medium:
        raise errors.NotFound(what="series", which=series_id)
    # Before the sale moves on: the row of a series without events says how far earlier sales came.
    opened.begin_series(series)
    first = series.first_number if medium == Medium.VIRTUAL else series.next_number
    lot = Lot(
        letter=series.letter,
        ident=series.ident,
        size=series.size,
        medium=medium,
        face_value_cents=series.face_value_cents,
        first_card=first,
        last_card=series.last_number,
        next_card=first,
        matrix=series.matrix.sha256,
        off=_off(series, first),
        parts=series.parts,
    )
    _alarm(series, lot)
    return lot


def _off(series: CardSeries, first: int) -> tuple[Off, ...]:
    """Set apart what is no longer in stock, and the cards whose stored face is damaged."""
    off: tuple[Off, ...] = ()
    board = codec.series_board(series.board)
    if board.runs(WITHDRAWN):
        raise errors.SeriesExhausted(letter=series.letter, ident=series.ident)
    for span in board.spans:
        if span.last >= first and span.state != STOCK:
            off = set_apart(off, Off(first=max(span.first, first), last=span.last, why=SPOILED))
    for card in unplayable_cards(series.matrix.sha256, first, series.last_number):
        off = set_apart(off, Off(first=card, last=card, why=UNPLAYABLE))
    return off


def _alarm(series: CardSeries, lot: Lot) -> None:
    """Leave an incident for damaged faces: the hall plays on without them, and somebody must know."""
    bad = [[o.first, o.last] for o in lot.off if o.why == UNPLAYABLE]
    if not bad:
        return
    logger.error("series %s %s: damaged faces %s", series.letter, series.ident, bad)
    payload = {"letter": series.letter, "ident": series.ident, "cards": bad, "matrix": lot.matrix}
    Incident.objects.get_or_create(
        hall_id=series.hall_id, code="cards_unplayable", payload=payload, defaults={"at": clock.now()}
    )


def use_cards(opened: OpenGame) -> None:
    """
    Write into each printed series what a game that ends, played or withdrawn, did to its cards (O79 33.9).

    The caller has locked them by key (`lock_printed`).
    """
    board = opened.board
    first = first_of(opened.game, opened.board)
    both_played = board.pair == 1 and board.figures is not None and not (board.voided and board.voided.whole)
    if both_played:
        # O79 33.9: double cards are not collected until both games have ended.
        return
    boards = [board, first] if first else [board]
    winners = [award.card for one in boards for award in one.awards if award.status != "void"]
    # A card of which one half was played is used, whatever was paid back for the other.
    refunded = board.refunded if all(one.voided for one in boards) else ()
    for lot in board.printed:
        series = series_of(opened.hall_id, lot)
        used = use_of(lot, session_no=board.session_no, game_no=board.game_no, winners=winners, refunded=refunded)
        if used.sold or used.unsold or used.spoiled:
            # A game on sale when the hall's program was renewed: its own cards are not among those used before.
            opened.begin_series(series, next_card=lot.first_card)
            opened.record_in_series(series, used)

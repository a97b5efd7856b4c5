"""
The first events of a series, and what is known of one that came into the hall before its cards were kept.

Such a row has no event and an empty board; it only says how far the sale has come. Its cards below that are told as
used in no game that is known, the rest as in stock: to whoever looks from the row alone, and in the journal, by the
first deed that touches the series.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any

from sessions.journal import codec
from sessions.models import CardSeries
from sessions.rules.facts import Medium
from sessions.rules.ranges import Run
from sessions.rules.stock import CardsUsed, SeriesBoard, SeriesEvent, SeriesReceived, apply_series_event


def received(series: CardSeries) -> SeriesReceived:
    """Give the first event of a series, from its row."""
    return SeriesReceived(
        letter=series.letter,
        ident=series.ident,
        medium=Medium(series.medium),
        parts=series.parts,
        face_value_cents=series.face_value_cents,
        first_number=series.first_number,
        last_number=series.last_number,
        matrix=series.matrix.sha256,
        delivery=series.delivery,
    )


def first_events(series: CardSeries, *, next_card: int | None = None) -> tuple[SeriesEvent, ...]:
    """
    Give the events a series without any begins with; none when it has some.

    Args:
        series: Its row.
        next_card: Where its sale stood, if that is not where the row says it stands: a game in play has moved that.
    """
    if series.seq:
        return ()
    last = (series.next_number if next_card is None else next_card) - 1
    if series.medium == Medium.VIRTUAL or last < series.first_number:
        return (received(series),)
    sold = (Run(first=series.first_number, last=last),)
    return received(series), CardsUsed(session_no=0, game_no=0, sold=sold)


def board_of(series: CardSeries) -> SeriesBoard:
    """Give a series as last recorded; of one without events, what its row lets know, with the seq 0."""
    if series.seq:
        return codec.series_board(series.board)
    return replace(reduce(apply_series_event, first_events(series), SeriesBoard()), seq=0)


def spans_of(series: CardSeries) -> list[dict[str, Any]]:
    """Give the spans of `board_of` as plain data, without decoding a board that is stored."""
    stored: list[dict[str, Any]] = series.board["spans"] if series.seq else codec.encode(board_of(series))["spans"]
    return stored

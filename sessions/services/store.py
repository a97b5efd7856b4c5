"""The store's deeds: cards spoiled in stock, kept as evidence, destroyed; a whole series given back."""

from __future__ import annotations

from sessions.journal.carried import board_of
from sessions.journal.door import OpenSeries, open_series
from sessions.journal.door import open_session as session_door
from sessions.models import CardSeries
from sessions.rules import errors, stock
from sessions.rules.events import Medium
from sessions.rules.ranges import count
from sessions.rules.session import SessionEvent, UsedCardsDestroyed
from sessions.rules.stock import EVIDENCE, TO_DESTROY, CardsDestroyed, SeriesEvent
from sessions.selectors.stock import game_with


def _check_not_in_play(opened: OpenSeries) -> None:
    """Refuse to touch the stock of a series while a game is played with it: the game's board says where cards are."""
    if game := game_with(opened.series):
        raise errors.GameInPlay(game_no=game.game_no)


def spoil_stock(
    *, series_id: int, first: int, last: int, reason: str, actor: str, source_ref: str | None = None
) -> SeriesEvent:
    """
    Take cards in stock out of use for good: damaged in store, missing from the delivery.

    Raises:
        GameInPlay: The series is on sale in a game.
        CardsNotInState: Not all of them are in stock.
    """
    body = {"first": first, "last": last, "reason": reason}
    with open_series(series_id, actor=actor, source_ref=source_ref, deed="spoil_stock", body=body) as opened:
        if again := opened.already():
            return again
        _check_not_in_play(opened)
        event = stock.decide_stock_spoiling(opened.board, first, last, reason=reason)
        opened.record(event)
    return event


def keep_evidence(
    *, series_id: int, first: int, last: int, reason: str, actor: str, source_ref: str | None = None
) -> SeriesEvent:
    """
    Keep used cards as evidence: they are not destroyed with the others (O79 33.9).

    Raises:
        CardsNotInState: Not all of them are used, unsold or spoiled and still there.
    """
    body = {"first": first, "last": last, "reason": reason}
    with open_series(series_id, actor=actor, source_ref=source_ref, deed="keep_evidence", body=body) as opened:
        if again := opened.already():
            return again
        event = stock.decide_evidence(opened.board, first, last, reason=reason)
        opened.record(event)
    return event


def withdraw_series(*, series_id: int, reason: str, actor: str, source_ref: str | None = None) -> SeriesEvent:
    """
    Give back, or exchange, a whole series of which no card was touched (O79 33.10).

    Raises:
        GameInPlay: The series is on sale in a game.
        SeriesTouched: Some cards are no longer in stock.
    """
    body = {"reason": reason}
    with open_series(series_id, actor=actor, source_ref=source_ref, deed="withdraw_series", body=body) as opened:
        if again := opened.already():
            return again
        _check_not_in_play(opened)
        event = stock.decide_withdrawal(opened.board, reason=reason)
        opened.record(event)
    return event


def destroy_used(*, session_id: int, witness: str, actor: str, source_ref: str | None = None) -> SessionEvent:
    """
    Destroy every used, unsold and spoiled card in the hall but the evidence, before a witness (O79 33.9).

    Raises:
        NothingToDestroy: There is none.
        WrongState: The session is not open or closed.
    """
    body = {"witness": witness}
    with session_door(session_id, actor=actor, source_ref=source_ref, deed="destroy_used", body=body) as opened:
        if again := opened.already():
            return again
        found = _heap(opened.hall_id, witness)
        if not any(destruction for _series, destruction in found):
            raise errors.NothingToDestroy
        kept = sum(count(board_of(series).runs(EVIDENCE)) for series, _destruction in found)
        cards = sum(count(destruction.runs) for _series, destruction in found if destruction)
        event = UsedCardsDestroyed(cards=cards, kept=kept, witness=witness)
        # The session's event first: the request's reference goes with it, and the same request is answered by it.
        opened.record(event)
        for series, destruction in found:
            if destruction:
                opened.record_in_series(series, destruction)
    return event


def _heap(hall_id: int, witness: str) -> list[tuple[CardSeries, CardsDestroyed | None]]:
    """Lock every printed series with used cards or evidence, and decide what of it is destroyed."""
    printed = CardSeries.objects.filter(hall_id=hall_id, medium=Medium.PHYSICAL, remains=True)
    locked = printed.select_for_update(no_key=True, of=("self",)).select_related("matrix").order_by("pk")
    return [(series, stock.decide_destruction(board_of(series), witness=witness)) for series in locked]


def used_cards_before(hall_id: int, session_no: int) -> tuple[int, int]:
    """Give (session, cards) of the first earlier session whose used cards are still there; (0, 0) when none is."""
    found: dict[int, int] = {}
    printed = CardSeries.objects.filter(hall_id=hall_id, medium=Medium.PHYSICAL, remains=True)
    for series in printed.select_related("matrix"):
        for span in board_of(series).spans:
            if span.state in TO_DESTROY and 0 < span.session_no < session_no:
                found[span.session_no] = found.get(span.session_no, 0) + span.count
    return min(found.items(), default=(0, 0))

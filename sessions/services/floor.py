"""The floor's deeds while the sale is open: blocks given, brought back, passed on; spoiled cards; a second series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sessions.journal.door import open_game
from sessions.rules import errors, floor
from sessions.rules.events import BlockIssued, GameEvent, Medium
from sessions.selectors.people import sells
from sessions.services import pairs
from sessions.services.lots import lot_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """Cards given to a seller in one go, as runs."""

    holder: str
    runs: tuple[BlockIssued, ...]

    @property
    def kind(self) -> str:
        """The name of its events in the journal."""
        return "BlockIssued"


def _check_seller(hall_id: int, username: str) -> None:
    if not sells(hall_id, username):
        raise errors.NotASeller(username=username)


def _told(runs: Sequence[Any]) -> Issue:
    return Issue(holder=runs[0].holder, runs=tuple(runs))


def issue_block(*, game_id: int, seller: str, quantity: int, actor: str, source_ref: str | None = None) -> Issue:
    """
    Give a seller the next cards at the desk (O79 24.4).

    Raises:
        NotASeller: The person does not sell in this hall.
    """
    body = {"seller": seller, "quantity": quantity}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="issue_block", body=body) as opened:
        if again := opened.already_all():
            return _told(again)
        _check_seller(opened.hall_id, seller)
        runs = floor.decide_issue(opened.board, quantity, holder=seller)
        for run in runs:
            opened.record(run)
    return _told(runs)


def return_block(
    *, game_id: int, seller: str, first: int, last: int, actor: str, source_ref: str | None = None
) -> GameEvent:
    """Take unsold cards back from a seller, a whole block or part of it."""
    body = {"seller": seller, "first": first, "last": last}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="return_block", body=body) as opened:
        if again := opened.already():
            return again
        event = floor.decide_return(opened.board, first, last, holder=seller)
        opened.record(event)
    return event


def hand_over_block(
    *, game_id: int, seller: str, to: str, first: int, last: int, actor: str, source_ref: str | None = None
) -> GameEvent:
    """
    Pass unsold cards from one seller to a colleague.

    Raises:
        NotASeller: Who receives them does not sell in this hall.
    """
    body = {"seller": seller, "to": to, "first": first, "last": last}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="hand_over_block", body=body) as opened:
        if again := opened.already():
            return again
        _check_seller(opened.hall_id, to)
        event = floor.decide_hand_over(opened.board, first, last, holder=seller, to=to)
        opened.record(event)
    return event


def spoil_cards(
    *, game_id: int, seller: str, first: int, last: int, reason: str, actor: str, source_ref: str | None = None
) -> GameEvent:
    """Take unsold cards out of the sale for good; seller "" = they are at the desk."""
    body = {"seller": seller, "first": first, "last": last, "reason": reason}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="spoil_cards", body=body) as opened:
        if again := opened.already():
            return again
        event = floor.decide_spoiling(opened.board, first, last, holder=seller, reason=reason)
        opened.record(event)
        pairs.spoil_in_second(opened, event)
    return event


def add_series(*, game_id: int, series_id: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Put a complementary series on sale, when the first has run out (O79 33.4)."""
    body = {"series": series_id}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="add_series", body=body) as opened:
        if again := opened.already():
            return again
        lot = lot_of(opened, series_id, Medium.PHYSICAL)
        assert lot is not None, "a series was named"
        event = floor.decide_series_addition(opened.board, lot)
        opened.record(event)
    return event

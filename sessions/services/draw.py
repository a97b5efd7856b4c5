"""The draw's deeds: start, balls from the machine or by hand, calls, stops. One function per deed."""

from __future__ import annotations

from sessions.journal.door import OpenGame, open_game
from sessions.models import DrawnBall
from sessions.rules import draw
from sessions.rules.events import BallCalled, BallDrawn, GameEvent
from sessions.rules.pair import check_turn
from sessions.services.automatic import raise_automatic_claims
from sessions.services.order_watch import watch_order
from sessions.services.pairs import first_of


def start_draw(*, game_id: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Give the start after the closing formula; the machine is asked for the first ball."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="start_draw") as opened:
        if again := opened.already():
            return again
        check_turn(opened.board, first_of(opened.game, opened.board))
        event = draw.decide_start(opened.board)
        opened.record(event)
    return event


def _drawn(opened: OpenGame, ordinal: int, number: int) -> None:
    DrawnBall.objects.create(game=opened.game, ordinal=ordinal, number=number, drawn_at=opened.at)


def draw_ball(
    *,
    game_id: int,
    ordinal: int,
    number: int,
    source: str,
    source_ref: str,
    quality: int = 100,
    reason: str = "",
    actor: str = "machine",
) -> GameEvent | None:
    """
    Take a machine's ball: drawn, held for a person, or None when the game has it already.

    Raises:
        WrongState: The game takes no balls now; the caller notes a stray ball.
    """
    body = {"ordinal": ordinal, "number": number}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="draw_ball", body=body) as opened:
        if again := opened.already():
            return again
        event = draw.decide_ball(
            opened.board, ordinal=ordinal, number=number, source=source, quality=quality, reason=reason
        )
        if event is None:
            return None
        opened.record(event)
        if isinstance(event, BallDrawn):
            _drawn(opened, event.ordinal, event.number)
            watch_order(opened)
    return event


def draw_manual(*, game_id: int, number: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Take a ball keyed by the caller; in a machine's game it waits for a second person."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="draw_manual", body={"number": number}) as opened:
        if again := opened.already():
            return again
        event = draw.decide_manual_ball(opened.board, number)
        opened.record(event)
        if isinstance(event, BallDrawn):
            _drawn(opened, event.ordinal, event.number)
    return event


def call_ball(*, game_id: int, ordinal: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Call the next drawn ball aloud; virtual cards that it completes claim by themselves (Q7)."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="call_ball", body={"ordinal": ordinal}) as opened:
        if again := opened.already():
            return again
        event: BallCalled = draw.decide_call(opened.board, ordinal)
        opened.record(event)
        DrawnBall.objects.filter(game=opened.game, ordinal=ordinal, voided=False).update(called_at=opened.at)
        raise_automatic_claims(opened)
    return event


def pause_draw(*, game_id: int, reason: str, detail: str = "", actor: str, source_ref: str | None = None) -> GameEvent:
    """Stop the draw: reason claim (a shout in the hall), person, or a fault's code and what the machine said."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="pause_draw", body={"reason": reason}) as opened:
        if again := opened.already():
            return again
        event = draw.decide_pause(opened.board, reason, detail)
        opened.record(event)
    return event


def resume_draw(*, game_id: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Order the draw on, after a pause or a restart."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="resume_draw") as opened:
        if again := opened.already():
            return again
        event = draw.decide_resume(opened.board)
        opened.record(event)
    return event


def close_unclaimed(*, game_id: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """End a game whose 90 balls are called, after the last call (Q10)."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="close_unclaimed") as opened:
        if again := opened.already():
            return again
        event = draw.decide_unclaimed(opened.board)
        opened.record(event)
    return event

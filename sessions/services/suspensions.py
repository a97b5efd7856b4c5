"""The deeds of article 36 and article 34.4: suspend, read aloud, lift, go on by hand."""

from __future__ import annotations

from sessions.journal.door import open_game
from sessions.rules import suspension
from sessions.rules.events import GameEvent
from sessions.rules.pair import check_turn
from sessions.services.pairs import first_of


def suspend_game(
    *, game_id: int, cause: str, ball_out: bool, text: str, actor: str, source_ref: str | None = None
) -> GameEvent:
    """Suspend the game provisionally; `ball_out` answers whether a ball had been drawn."""
    body = {"cause": cause, "ball_out": ball_out, "text": text}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="suspend_game", body=body) as opened:
        if again := opened.already():
            return again
        # Before its turn the second game of a pair does not stand: the first does.
        check_turn(opened.board, first_of(opened.game, opened.board))
        event = suspension.decide_suspension(opened.board, cause, ball_out=ball_out, text=text)
        opened.record(event)
    return event


def read_paragraph(*, game_id: int, paragraph: str, actor: str, source_ref: str | None = None) -> GameEvent:
    """Note that the paragraph of article 36 was read aloud (36.3)."""
    body = {"paragraph": paragraph}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="read_paragraph", body=body) as opened:
        if again := opened.already():
            return again
        event = suspension.decide_reading(opened.board, paragraph)
        opened.record(event)
    return event


def lift_suspension(
    *, game_id: int, decision: str, agent: str = "", text: str = "", actor: str, source_ref: str | None = None
) -> GameEvent:
    """Let play go on where it stood: solved in time (36.1), or by the agent's decision (34.4)."""
    body = {"decision": decision, "agent": agent, "text": text}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="lift_suspension", body=body) as opened:
        if again := opened.already():
            return again
        event = suspension.decide_lifting(opened.board, opened.at, decision=decision, agent=agent, text=text)
        opened.record(event)
    return event


def order_manual_draw(*, game_id: int, how: str, actor: str, source_ref: str | None = None) -> GameEvent:
    """Go on by hand with only the balls not yet drawn (36.2)."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="order_manual_draw", body={"how": how}) as opened:
        if again := opened.already():
            return again
        event = suspension.decide_manual_draw(opened.board, how=how)
        opened.record(event)
    return event

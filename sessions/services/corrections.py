"""Putting right what was read or said: held balls, wrong readings, wrong words."""

from __future__ import annotations

from sessions.journal.door import OpenGame, open_game
from sessions.models import DrawnBall
from sessions.rules import corrections
from sessions.rules.events import GameEvent
from sessions.selectors.replays import replay_of
from sessions.services.automatic import raise_automatic_claims


def resolve_held(
    *,
    game_id: int,
    accept: bool,
    number: int,
    second: str = "",
    actor: str,
    source_ref: str | None = None,
) -> GameEvent:
    """Decide on the oldest held ball: it is `number`, or it is discarded and drawn again."""
    body = {"accept": accept, "number": number, "second": second}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="resolve_held", body=body) as opened:
        if again := opened.already():
            return again
        event = corrections.decide_held(opened.board, accept=accept, number=number, by=actor, second=second)
        opened.record(event)
        if event.accepted:
            DrawnBall.objects.create(game=opened.game, ordinal=event.ordinal, number=event.number, drawn_at=opened.at)
    return event


def correct_ball(
    *,
    game_id: int,
    ordinal: int,
    number: int,
    second: str = "",
    actor: str,
    source_ref: str | None = None,
) -> GameEvent:
    """Correct a reading already recorded; history keeps both numbers."""
    body = {"ordinal": ordinal, "number": number, "second": second}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="correct_ball", body=body) as opened:
        if again := opened.already():
            return again
        event = corrections.decide_ball_correction(opened.board, ordinal, number, by=actor, second=second)
        opened.record(event)
        _replace_ball(opened, event.ordinal, event.number)
        if ordinal <= opened.board.called:
            raise_automatic_claims(opened)
    return event


def _replace_ball(opened: OpenGame, ordinal: int, number: int) -> None:
    """Void first, insert second: the unique constraints hold at every step."""
    old = DrawnBall.objects.get(game=opened.game, ordinal=ordinal, voided=False)
    DrawnBall.objects.filter(pk=old.pk).update(voided=True)
    DrawnBall.objects.create(
        game=opened.game, ordinal=ordinal, number=number, drawn_at=old.drawn_at, called_at=old.called_at
    )


def correct_call(*, game_id: int, ordinal: int, said: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Note that the caller said another number than the ball's, and that it was corrected aloud."""
    body = {"ordinal": ordinal, "said": said}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="correct_call", body=body) as opened:
        if again := opened.already():
            return again
        board = opened.board
        # The last call is put right at once; an earlier one only where it changed nothing (S0 V).
        late = 1 <= ordinal < board.called
        event = corrections.decide_call_correction(
            board, ordinal, said, replay_of(board, ordinal, said) if late else None
        )
        opened.record(event)
    return event

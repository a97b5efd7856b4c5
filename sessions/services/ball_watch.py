"""
The back-stop of a ball that is not in the machine: after each game, balls that have stayed away too long are told.

It is a deed of the house's own, after the closing's door: a session's event in a game's door would need the session's
board too, and a slow count of balls must not hold the game's lock. Nothing is lost when the house stops in between:
the ball is still away at the next closing, and is told then. Each absence is told once.
"""

from __future__ import annotations

from typing import Final

from records.models import Event, Incident
from records.turn import durable
from sessions.models import BallSet, Game
from sessions.selectors.ball_sets import record_of
from sessions.services.noting import note

ACTOR: Final = "house"


def watch_balls(game_id: int) -> None:
    """Look at the set of a game that has closed, remember which balls stay away, and note each new one."""
    game = Game.objects.select_related("session", "drawn_with").get(pk=game_id)
    ball_set = game.drawn_with
    if ball_set is None:
        return
    record = record_of(ball_set)
    if record.unseen != ball_set.unseen:
        with durable():
            BallSet.objects.filter(pk=ball_set.pk).exclude(state="retired").update(unseen=record.unseen)
    hall_id = game.session.hall_id
    for one in record.unseen:
        # An absence is named by the ball and by the game it began with.
        ref = f"never-drawn:{ball_set.code}:{one['number']}:{record.began(one['number'])}"
        if Event.objects.filter(hall_id=hall_id, source_ref=ref).exists():
            continue
        if Incident.objects.filter(hall_id=hall_id, payload__ref=ref).exists():
            continue
        text = f"{one['number']} ({ball_set.code}, {one['games']})"
        note(hall_id=hall_id, code="ball_never_drawn", text=text, actor=ACTOR, ref=ref)

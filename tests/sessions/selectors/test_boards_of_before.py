"""A hall brought up to date proves its old games: what their boards had not kept is told again from the journal."""

from importlib import import_module

import pytest
from django.apps import apps

from sessions.models import Game
from sessions.selectors.verify import violations
from sessions.services import corrections, draw
from tests.given import a_game_drawing
from tests.sessions.selectors.test_by_hand import by_hand, decide, machine_game, read

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]
tell_again = import_module("sessions.migrations.0014_balls_by_hand").tell_again


def forget(story):
    """Let the board be as it was stored before it knew of such balls."""
    game = Game.objects.get(pk=story.game_id)
    Game.objects.filter(pk=game.pk).update(board={k: v for k, v in game.board.items() if k != "by_hand"})


def test_a_game_with_balls_by_hand_folds_again_to_its_board():
    story = machine_game(7, 12)
    read(story, 3, 0, reason="unread")
    decide(story, 40, second="sala")
    read(story, 4, 41, quality=61)
    decide(story, 41)
    draw.draw_manual(game_id=story.game_id, number=42, actor="venta")
    corrections.resolve_held(game_id=story.game_id, accept=False, number=0, actor="mesa", second="sala")
    corrections.correct_ball(game_id=story.game_id, ordinal=2, number=21, actor="mesa", second="sala")
    forget(story)
    assert any(found.startswith("I13") for found in violations(story.hall))
    tell_again(apps, None)
    assert by_hand(story) == (3, 2)
    assert list(violations(story.hall)) == []


def test_a_game_drawn_by_hand_has_none():
    story = a_game_drawing(7)
    corrections.correct_ball(game_id=story.game_id, ordinal=1, number=8, actor="mesa")
    forget(story)
    tell_again(apps, None)
    assert by_hand(story) == ()
    assert list(violations(story.hall)) == []

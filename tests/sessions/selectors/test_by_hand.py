"""A number that is people's word and not the machine's is marked on the board, also in public, and counted by month."""

import pytest

from sessions.journal import codec
from sessions.models import Game
from sessions.rules.board import public_board
from sessions.selectors.by_hand import by_hand_of
from sessions.services import corrections, draw
from tests.given import a_game_drawing, a_game_ready

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]
MACHINE = "device:extractor-1"


def read(story, ordinal, number, *, quality=100, reason=""):
    """Let the machine read a ball."""
    draw.draw_ball(
        game_id=story.game_id,
        ordinal=ordinal,
        number=number,
        source="rfid",
        quality=quality,
        reason=reason,
        source_ref=f"extractor-1:1:{ordinal}-{number}",
        actor=MACHINE,
    )


def board_of(story):
    return codec.game_board(Game.objects.get(pk=story.game_id).board)


def by_hand(story):
    return board_of(story).by_hand


def machine_game(*numbers):
    """Let a machine draw numbers, each called."""
    story = a_game_ready(extractor="extractor-1")
    draw.start_draw(game_id=story.game_id, actor="mesa")
    for ordinal, number in enumerate(numbers, start=1):
        read(story, ordinal, number)
        draw.call_ball(game_id=story.game_id, ordinal=ordinal, actor="venta")
    return story


def decide(story, number, **more):
    corrections.resolve_held(game_id=story.game_id, accept=True, number=number, actor="mesa", **more)


def test_a_ball_that_people_read_or_keyed_is_theirs_and_one_they_only_confirmed_is_the_machine_s():
    story = machine_game(7, 12)
    read(story, 3, 0, reason="unread")
    decide(story, 40, second="sala")
    read(story, 4, 41, quality=61)
    decide(story, 41)
    draw.draw_manual(game_id=story.game_id, number=42, actor="venta")
    decide(story, 42, second="sala")
    assert by_hand(story) == (3, 5)


def test_a_corrected_reading_is_people_s_word_and_the_public_learns_it_when_it_is_called():
    story = machine_game(7, 12)
    corrections.correct_ball(game_id=story.game_id, ordinal=2, number=21, actor="mesa", second="sala")
    read(story, 3, 0, reason="unread")
    decide(story, 40, second="sala")
    board = board_of(story)
    assert (board.by_hand, public_board(board).by_hand) == ((2, 3), (2,))


def test_a_game_drawn_by_hand_marks_no_single_ball():
    story = a_game_drawing(7)
    corrections.correct_ball(game_id=story.game_id, ordinal=1, number=8, actor="mesa")
    assert by_hand(story) == ()


def test_a_corrected_ball_is_counted_once_however_often_it_is_corrected():
    story = machine_game(7, 12)
    for number in (21, 22):
        corrections.correct_ball(game_id=story.game_id, ordinal=2, number=number, actor="mesa", second="sala")
    (month,) = by_hand_of(story.hall)
    assert (month.balls, month.by_hand) == (2, 1)


def test_a_game_that_went_on_by_hand_counts_neither_way():
    story = machine_game(7, 12)
    corrections.correct_ball(game_id=story.game_id, ordinal=2, number=21, actor="mesa", second="sala")
    game = Game.objects.get(pk=story.game_id)
    Game.objects.filter(pk=game.pk).update(board=game.board | {"extractor": "manual"})
    assert by_hand_of(story.hall) == []


def test_a_session_of_an_earlier_season_is_not_told(time):
    story = machine_game(7, 12)
    time.advance(100 * 86_400)
    assert by_hand_of(story.hall) == []


def test_the_months_are_counted_without_the_balls_that_were_only_confirmed_or_thrown_back(time):
    story = machine_game(7, 12)
    read(story, 3, 0, reason="unread")
    decide(story, 40, second="sala")
    read(story, 4, 41, quality=61)
    corrections.resolve_held(game_id=story.game_id, accept=False, number=0, actor="mesa", second="sala")
    read(story, 4, 43)
    (month,) = by_hand_of(story.hall)
    assert (month.balls, month.by_hand, month.percent) == (4, 1, 25.0)
    assert (month.month.year, month.month.month) == (2026, 11)

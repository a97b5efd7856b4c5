"""A ball is wanted, the machine is there, and nothing comes of it: the draw stops with its reason."""

import pytest
from django.db import OperationalError

from sessions.services import draw

pytestmark = pytest.mark.django_db(transaction=True)


def turns_until_a_stop(game, most=80):
    """Give how many seconds pass, turn by turn, until the draw stands still, and all that was asked meanwhile."""
    began, asked = game.clock[0], []
    while not game.board()["pause"]:
        asked += game.turn(1.0)
        assert game.clock[0] - began < most, "it never stops"
    return game.clock[0] - began, asked


def stop_of(game):
    return game.board()["pause"], game.board()["pause_detail"]


def test_a_machine_that_is_busy_for_ever_stops_the_draw_and_a_person_s_order_asks_again(game):
    game.drawing(7)
    # Each DRAW is refused: it is under way for a moment, and then not.
    game.port.is_(state="READY", drawing_for_s=0.01)
    game.turn()
    seconds, asked = turns_until_a_stop(game)
    assert 11 <= seconds <= 13
    assert set(asked[:-1]) == {("draw", 2)}
    assert asked[-1] == ("halt",)
    assert stop_of(game) == ("stalled", "o=2 st=READY")
    assert [game.turn() for _ in range(20)] == [[]] * 20
    draw.resume_draw(**game.by)
    assert game.turn() == [("draw", 2)]
    assert 10 <= turns_until_a_stop(game)[0] <= 13


def test_a_ball_on_its_way_has_the_limits_of_its_port_however_long(game):
    game.drawing(7)
    game.port.is_(state="DRAWING", drawing_for_s=0.0)
    for second in range(1, 40):
        game.port.is_(drawing_for_s=float(second))
        game.turn(1.0)
    assert game.board()["pause"] == ""


@pytest.mark.parametrize("state", ["RETURNING", "IDLE", "BOOT"])
def test_a_machine_that_is_never_loaded_stops_the_draw_after_a_minute(game, state):
    game.port.is_(state=state, ordinal=0, balls_in=90)
    game.start()
    game.turn()
    seconds, asked = turns_until_a_stop(game)
    assert 59 <= seconds <= 61
    assert asked[-1] == ("halt",)
    assert {"RETURNING": set(), "IDLE": {("load", "game-1-1")}, "BOOT": {("finish",)}}[state] == set(asked[:-1])
    assert stop_of(game) == ("stalled", f"o=1 st={state}")
    draw.resume_draw(**game.by)
    game.port.is_(state="LOADED")
    assert game.turn() == [("draw", 1)]


def test_a_machine_that_takes_most_of_a_minute_to_load_is_waited_for(game):
    game.port.is_(state="RETURNING", ordinal=63, balls_in=27)
    game.start()
    for _ in range(55):
        game.turn(1.0)
    game.port.is_(state="LOADED", ordinal=0, balls_in=90)
    assert game.turn(1.0) == [("draw", 1)]
    assert game.board()["pause"] == ""


def test_a_pause_and_a_called_ball_begin_the_wait_anew(game):
    game.drawing(7)
    for _ in range(9):
        game.turn(1.0)
    draw.pause_draw(reason="person", **game.by)
    game.turn(1.0)
    draw.resume_draw(**game.by)
    for _ in range(9):
        game.turn(1.0)
    assert game.board()["pause"] == ""
    game.ball(2, 12)
    draw.call_ball(ordinal=2, **game.by)
    for _ in range(9):
        game.turn(1.0)
    assert game.board()["pause"] == ""


def test_a_stop_that_cannot_be_stored_is_tried_again_at_once_and_no_ball_asked_for(game, monkeypatch):
    game.drawing(7)
    game.turn()
    with monkeypatch.context() as patched:
        patched.setattr(draw, "pause_draw", locked)
        with pytest.raises(OperationalError):
            game.turn(12.0)
        with pytest.raises(OperationalError):
            game.turn(0.1)
    assert game.port.take() == [("halt",), ("halt",)]
    assert game.turn(0.1) == [("halt",)]
    assert stop_of(game) == ("stalled", "o=2 st=SHOWING")


def locked(**_):
    raise OperationalError

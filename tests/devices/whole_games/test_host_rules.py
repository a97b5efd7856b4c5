"""What the host does with a ball that comes while nobody asked, too late, twice, or of another count."""

import time

import pytest

from devices.models import Device, DeviceEvent, DeviceKind
from devices.simulators.plug import Plug
from sessions.models import Game
from sessions.rules.errors import DrawIsPaused
from sessions.services import draw, payments
from tests.devices.whole_games.evening import BALLS, CALLER, CHIEF, CODE, until
from tests.given import open_next_sale


def drawn(game):
    return game.board()["drawn"]


def test_a_ball_that_comes_while_a_claim_is_shouted_is_the_next_call(game_with):
    game = game_with(speed=10)
    game.loop.start()
    draw.start_draw(**game.by)
    until(lambda: len(drawn(game)) == 1)
    draw.call_ball(game_id=game.story.game_id, ordinal=1, actor=CALLER)
    until(lambda: game.machine.truth()["moving"] == "draw")
    draw.pause_draw(reason="claim", **game.by)
    until(lambda: len(drawn(game)) == 2)
    board, truth = game.board(), game.machine.truth()
    assert (board["pause"], board["called"], board["drawn"]) == ("claim", 1, truth["order"])
    with pytest.raises(DrawIsPaused):
        draw.call_ball(game_id=game.story.game_id, ordinal=2, actor=CALLER)
    draw.resume_draw(**game.by)
    called = draw.call_ball(game_id=game.story.game_id, ordinal=2, actor=CALLER)
    assert (called.ordinal, called.number) == (2, truth["order"][1])
    assert not game.rows("BallHeld")


def test_a_draw_that_ends_empty_in_a_pause_is_tried_again_only_when_ordered_on(game_with):
    game = game_with("missing@2", speed=10)
    game.loop.start()
    draw.start_draw(**game.by)
    until(lambda: len(drawn(game)) == 1)
    draw.call_ball(game_id=game.story.game_id, ordinal=1, actor=CALLER)
    until(lambda: game.machine.truth()["moving"] == "noball")
    draw.pause_draw(reason="person", **game.by)
    until(lambda: DeviceEvent.objects.filter(kind="BallMissing", handled=True).exists())
    game._rest(actuations=1)
    assert game.machine.truth()["moving"] == ""
    draw.resume_draw(**game.by)
    until(lambda: len(drawn(game)) == 2)
    truth = game.machine.truth()
    assert (drawn(game), truth["actuations"]) == (truth["order"], 2)
    assert not game.rows("BallHeld")


def test_the_last_ball_said_again_is_nothing_in_its_game_and_a_stray_after_it(game_with):
    game = game_with().play()
    game.assert_nothing_lost_nothing_twice()
    head = game.rows("BallDrawn", "BallHeld")
    heard = DeviceEvent.objects.filter(kind="BallRead")
    # Asked for ball 90 once more the machine says it again, as another event.
    until(lambda: game.port.draw(BALLS) or (heard.count() > BALLS and not heard.filter(handled=False).exists()))
    assert game.rows("BallDrawn", "BallHeld") == head

    draw.close_unclaimed(**game.by)
    payments.close_game(game_id=game.story.game_id, actor=CHIEF)
    open_next_sale(game.story, extractor=CODE)
    game.port.halt()
    game.port.draw(BALLS)
    until(lambda: game.rows("StrayBall"))
    (stray,) = game.rows("StrayBall")
    assert (stray.stream, stray.actor) == ("session:1", f"device:{CODE}")
    assert stray.payload["number"] == head[-1].payload["number"]
    assert Game.objects.get(pk=game.story.game_id).board["drawn"] == []


def forget_count(game):
    """Let the machine count its events from one again without a new run, and pull its cable."""
    cage = game.machine.device.machine.cage
    until(lambda: cage.ev == cage.acked)
    cage.journal.clear()
    cage.ev = cage.acked = 0
    game.machine.device.unplug(time.monotonic())


def test_a_machine_that_counts_its_events_anew_is_another_count_and_loses_no_ball(game_with):
    game = game_with(at={30: forget_count}).play()
    assert game.stops == [("link", "why=lost", "")]
    assert Device.objects.get(code=CODE).epoch == 2
    game.assert_nothing_lost_nothing_twice()


def test_a_panel_that_has_stopped_reading_holds_no_ball(game_with, tmp_path):
    plug = Plug(tmp_path / "panel", baud=0)
    plug.insert()
    plug.stuff()

    def a_panel(hall_code):
        url = str(tmp_path / "panel")
        Device.objects.create(code="panel-1", hall_code=hall_code, kind=DeviceKind.PANEL, driver="frame", url=url)

    game = game_with(beside=a_panel).play()
    assert game.stops == []
    game.assert_nothing_lost_nothing_twice()
    panel = game.loop.ports.panels["panel-1"]
    until(lambda: panel.health().failures >= 1)
    assert panel.health().sent == 0
    plug.pull()
